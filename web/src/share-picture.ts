// Pictures to give away: drawn on a canvas in the colours of the page, with its numerals and rings.

const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif'

export interface TextStyle {
  size: number
  weight?: number
  colour?: string
  align?: CanvasTextAlign
  /** Longer text ends in an ellipsis. */
  width?: number
}

export class Picture {
  readonly canvas = document.createElement("canvas")
  readonly #context: CanvasRenderingContext2D
  readonly #style = getComputedStyle(document.documentElement)

  constructor(
    readonly width: number,
    readonly height: number,
  ) {
    this.canvas.width = width
    this.canvas.height = height
    const context = this.canvas.getContext("2d")
    if (context === null) throw new Error("this browser has no canvas")
    this.#context = context
    this.box(0, 0, width, height, 0, "--table")
  }

  /** A colour of the page: "--ink". */
  colour(name: string): string {
    return this.#style.getPropertyValue(name).trim() || "#2c1822"
  }

  box(x: number, y: number, width: number, height: number, radius: number, colour: string): void {
    this.#context.fillStyle = this.colour(colour)
    this.#context.beginPath()
    this.#context.roundRect(x, y, width, height, radius)
    this.#context.fill()
  }

  /** Returns the width. `y` is the line on which the letters stand. */
  text(text: string, x: number, y: number, { size, weight = 700, colour = "--ink", align = "left", width = Infinity }: TextStyle): number {
    const context = this.#context
    context.font = `${weight} ${size}px ${FONT}`
    context.fillStyle = this.colour(colour)
    context.textAlign = align
    context.textBaseline = "alphabetic"
    let shown = text
    if (context.measureText(shown).width > width) {
      const letters = [...text]
      while (letters.length && context.measureText(`${letters.join("")}…`).width > width) letters.pop()
      shown = `${letters.join("").trimEnd()}…`
    }
    context.fillText(shown, x, y)
    return context.measureText(shown).width
  }

  /** A drawn numeral, such as "12" or "−2". Returns its width. */
  numeral(value: string, x: number, y: number, height: number, colour = "--ink"): number {
    let at = 0
    for (const sign of value) {
      const symbol = document.getElementById(`n-${sign === "−" || sign === "-" ? "minus" : sign}`)
      const path = symbol?.querySelector("path")
      const [, , width = 56] = (symbol?.getAttribute("viewBox") ?? "").split(" ").map(Number)
      if (path) this.#strokePath(path.getAttribute("d") ?? "", x + (at * height) / 100, y, height / 100, 16, colour)
      at += width + 4
    }
    return (Math.max(0, at - 4) * height) / 100
  }

  /** The growth rings, round a point. */
  rings(x: number, y: number, size: number, colour = "--table-ring"): void {
    for (const path of document.querySelectorAll("#rings path")) {
      const width = Number(path.getAttribute("stroke-width") ?? 4)
      this.#strokePath(path.getAttribute("d") ?? "", x - size / 2, y - size / 2, size / 600, width, colour)
    }
  }

  line(points: readonly (readonly [number, number])[], width: number, colour: string, dash: number[] = []): void {
    const context = this.#context
    context.strokeStyle = this.colour(colour)
    context.lineWidth = width
    context.lineJoin = "round"
    context.setLineDash(dash)
    context.beginPath()
    for (const [x, y] of points) context.lineTo(x, y)
    context.stroke()
    context.setLineDash([])
  }

  dot(x: number, y: number, radius: number, colour: string): void {
    this.#context.fillStyle = this.colour(colour)
    this.#context.beginPath()
    this.#context.arc(x, y, radius, 0, 2 * Math.PI)
    this.#context.fill()
  }

  /** The name of the program, with slices of wood for its letters o. */
  wordmark(name: string, x: number, y: number, size: number): void {
    let at = x
    for (const part of name.split(/([oо])/)) {
      if (!/^[oо]$/.test(part)) {
        at += this.text(part, at, y, { size, weight: 800 })
        continue
      }
      const radius = size * 0.31
      this.dot(at + radius + 2, y - radius + 1, radius, "--accent")
      this.dot(at + radius + 2, y - radius + 1, radius * 0.86, "--sun")
      at += 2 * radius + 4
    }
  }

  #strokePath(path: string, x: number, y: number, scale: number, width: number, colour: string): void {
    const context = this.#context
    context.save()
    context.translate(x, y)
    context.scale(scale, scale)
    context.strokeStyle = this.colour(colour)
    context.lineWidth = width
    context.lineCap = "round"
    context.lineJoin = "round"
    context.stroke(new Path2D(path))
    context.restore()
  }
}

/** Gives a picture away: by the device's own sheet, else as a file. */
export async function sharePicture({ canvas }: Picture, name: string, title: string): Promise<"shared" | "saved" | "failed"> {
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"))
  if (blob === null) return "failed"
  const file = new File([blob], `${name}.png`, { type: "image/png" })
  if (navigator.canShare?.({ files: [file] })) {
    try {
      await navigator.share({ files: [file], title })
      return "shared"
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") return "shared"
    }
  }
  const link = document.createElement("a")
  link.href = URL.createObjectURL(file)
  link.download = file.name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
  return "saved"
}
