// What decides the contrast of each text: a number for each element with text of its own or to type in, made of its
// font and colours, the backgrounds of all that it stands in, and of what lies under it.
// Texts with the same number have the same contrast, so one of them says it for all.
;(() => {
  const INACTIVE = ["disabled", "aria-disabled", "aria-hidden", "inert"]
  const OPAQUE = /^rgb\(/

  const hasText = (element) =>
    element.matches("input, select, textarea, a[href]") ||
    [...element.childNodes].some((each) => each.nodeType === Node.TEXT_NODE && each.data.trim() !== "")

  /** Well mixed, of 53 bits. */
  const digest = (text) => {
    let a = 0xdeadbeef
    let b = 0x41c6ce57
    for (let at = 0; at < text.length; at += 1) {
      a = Math.imul(a ^ text.charCodeAt(at), 2654435761)
      b = Math.imul(b ^ text.charCodeAt(at), 1597334677)
    }
    a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909)
    b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909)
    return 4294967296 * (2097151 & b) + (a >>> 0)
  }

  /** Nothing, where a text looks the same with it and without it. */
  const drawn = ({ backgroundColor, backgroundImage, opacity, filter, mixBlendMode }) => {
    const all = `${backgroundColor} ${backgroundImage} ${opacity} ${filter} ${mixBlendMode}`
    return all === "rgba(0, 0, 0, 0) none 1 none normal" ? "" : all
  }

  const found = new Map()
  const painted = (element) => {
    if (!found.has(element)) {
      const style = getComputedStyle(element)
      const pseudo = ["::before", "::after"].map((each) => getComputedStyle(element, each))
      const own = [style, ...pseudo.filter(({ content }) => content !== "none")].map(drawn)
      found.set(element, { drawn: own.filter(Boolean).join(" "), opaque: OPAQUE.test(style.backgroundColor) })
    }
    return found.get(element)
  }

  const within = new Map([[null, ""]])
  const around = (element) => {
    if (!within.has(element)) {
      const inactive = INACTIVE.filter((each) => element.hasAttribute(each))
      const own = [painted(element).drawn, ...inactive].filter(Boolean)
      within.set(element, [around(element.parentElement), ...own].filter(Boolean).join(" > "))
    }
    return within.get(element)
  }

  const under = (element) => {
    const { x, y, width, height } = element.getClientRects()[0] ?? element.getBoundingClientRect()
    const stack = document.elementsFromPoint(x + width / 2, y + height / 2)
    const opaque = stack.findIndex((each) => painted(each).opaque)
    const upTo = opaque < 0 ? stack.length : opaque + 1
    return stack.slice(0, upTo).flatMap((each) => painted(each).drawn || [])
  }

  const deciding = (element) => {
    const { color, fontSize, fontWeight, fontStyle, fontFamily, textShadow, textDecoration } = getComputedStyle(element)
    const font = [color, fontSize, fontWeight, fontStyle, fontFamily, textShadow, textDecoration]
    const beside = element.parentElement && getComputedStyle(element.parentElement).color
    return digest([element.localName, ...font, beside, around(element), ...under(element)].join(" | "))
  }

  window.testsTexts = [...document.body.querySelectorAll("*")].filter(
    (element) => element.checkVisibility() && hasText(element),
  )
  return window.testsTexts.map(deciding)
})()
