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
  readonly #style: CSSStyleDeclaration

  /** `look` is the element whose colours it has. */
  constructor(
    readonly width: number,
    readonly height: number,
    look: Element = document.documentElement,
  ) {
    this.#style = getComputedStyle(look)
    this.canvas.width = width
    this.canvas.height = height
    const context = this.canvas.getContext("2d")
    if (context === null) throw new Error("this browser has no canvas")
    this.#context = context
    this.box(0, 0, width, height, 0, "--table")
  }

  /** A colour of the page: "--ink". A game without a colour has that of the rings. */
  colour(name: string): string {
    const found = this.#style.getPropertyValue(name).trim()
    return found || (name === "--sea" ? "#1f7480" : this.colour("--sea"))
  }

  box(x: number, y: number, width: number, height: number, radius: number, colour: string): void {
    this.#context.fillStyle = this.colour(colour)
    this.#context.beginPath()
    this.#context.roundRect(x, y, width, height, radius)
    this.#context.fill()
  }

  /** Returns the width. `y` is the line on which the letters stand. */
  text(text: string, x: number, y: number, style: TextStyle): number {
    const { colour = "--ink", align = "left", width = Infinity } = style
    const context = this.#context
    let shown = text
    if (this.measure(shown, style) > width) {
      const letters = [...text]
      while (letters.length && context.measureText(`${letters.join("")}…`).width > width) letters.pop()
      shown = `${letters.join("").trimEnd()}…`
    }
    context.fillStyle = this.colour(colour)
    context.textAlign = align
    context.textBaseline = "alphabetic"
    context.fillText(shown, x, y)
    return context.measureText(shown).width
  }

  /** In as many lines as it needs, `most` at most. Returns how many. */
  wrapped(text: string, x: number, y: number, style: TextStyle, most: number): number {
    const lines = [""]
    for (const word of text.split(" ")) {
      const longer = [lines.at(-1), word].filter(Boolean).join(" ")
      if (lines.length < most && lines.at(-1) && this.measure(longer, style) > (style.width ?? Infinity)) lines.push(word)
      else lines[lines.length - 1] = longer
    }
    lines.forEach((line, at) => this.text(line, x, y + at * style.size * 1.1, style))
    return lines.length
  }

  measure(text: string, { size, weight = 700 }: TextStyle): number {
    this.#context.font = `${weight} ${size}px ${FONT}`
    return this.#context.measureText(text).width
  }

  /** A drawn numeral, such as "12" or "−2", as high as there is width for. */
  numeral(value: string, x: number, y: number, height: number, colour = "--ink", width = Infinity): void {
    const signs = [...value].map((sign) => {
      const symbol = document.getElementById(`n-${sign === "−" || sign === "-" ? "minus" : sign}`)
      const [, , wide = 56] = (symbol?.getAttribute("viewBox") ?? "").split(" ").map(Number)
      return { path: symbol?.querySelector("path")?.getAttribute("d") ?? "", wide }
    })
    const whole = signs.reduce((sum, { wide }) => sum + wide + 4, -4)
    const scale = Math.min(height / 100, width / whole)
    let at = 0
    for (const { path, wide } of signs) {
      this.#strokePath(path, x + at * scale, y + height - 100 * scale, scale, 16, colour)
      at += wide + 4
    }
  }

  /** A small closed shape round a point. */
  mark(path: string, x: number, y: number, scale: number, fill: string, edge: string): void {
    const context = this.#context
    context.save()
    context.translate(x, y)
    context.scale(scale, scale)
    context.fillStyle = this.colour(fill)
    context.strokeStyle = this.colour(edge)
    context.lineWidth = 2
    context.fill(new Path2D(path))
    context.stroke(new Path2D(path))
    context.restore()
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

/** Can this device hand on a picture by itself? Browsers allow it with https only. */
export function canSharePictures(): boolean {
  return navigator.canShare?.({ files: [new File([], "picture.png", { type: "image/png" })] }) ?? false
}

/** Gives a picture away: by the device's own sheet, with a link where there is one, else as a file. */
export async function sharePicture({ canvas }: Picture, name: string, title: string, url = ""): Promise<"shared" | "saved" | "failed"> {
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"))
  if (blob === null) return "failed"
  const file = new File([blob], `${name}.png`, { type: "image/png" })
  if (canSharePictures()) {
    try {
      await navigator.share({ files: [file], title, ...(url ? { url } : {}) })
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
