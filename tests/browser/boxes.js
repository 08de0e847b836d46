// What is wrong with the boxes of a page: something that people need is not visible, outside the screen, clipped, covered,
// too small for a finger, or lies over something else. Gives sentences; none where all is well.
(({ apart, small }) => {
  const TOLERANCE = 1.5
  const FINGER = 44
  /** What a page shows, where it shows the first of these. */
  const SHOWN = [
    [".sheetbox", [".sheethd > *", ".sheetbody"]],
    [".tv:not(:has(.tvwait)) .tvseats", [".tv header", ".tv .join", ".tvlog", ".tvseats .seat"]],
    [".app:not(.replay)", [".bar .ib", ".stage"]],
    [".app:not(.replay, .lesson, .puzzle.done)", [".turnrow .flag"]],
    [".app:not(.replay, .lesson, .again, .puzzle)", [".log"]],
    [".app:not(.replay, .lesson, .pad)", [".seats .seat"]],
    [".app.lesson", [".coach"]],
    [".app.again", [".trial .verdict"]],
    [".app.puzzle", [".ask .verdict"]],
    [".app.puzzle:is(.wrong, .done)", [".ways .btn"]],
    [".app:has(.trial.done)", [".trial .ways .btn"]],
    [".app:not(.puzzle:is(.wrong, .done), :has(.trial.done)) .me.turn", [".me.turn :is(.hand .card, .handrow, .moves .btn)", ".acts .btn"]],
  ]
  /** What lies beside each other. */
  const APART = [
    ".bar .ib", ".bar .ttl", ".seats .seat", ".seat :is(.nm, .fig, .st)", ".log", ".turnrow > *", ".direction", ".app:not(.replay) .hand", ".handrow", ".coach", ".onward > *",
    ".youare", ".winner", ".scores", ".tie", ".result .crd", ".labels > span", ".acts > *", ".stage .side", ".over", ".tv header", ".tv .join", ".tvwait .qr", ".tvwait h2", ".tvlog", ".sheethd > *", ".sheetbody", ...apart,
  ]
  const problems = new Set()
  const sheet = [...document.querySelectorAll("dialog[open]")].at(-1)
  const root = sheet ?? document.querySelector(".cur, .app, .tv, .lobby") ?? document.body
  const shown = SHOWN.flatMap(([where, what]) => (root.matches(where) || root.querySelector(where) ? what : []))
  const screen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight }

  const name = (element) => {
    const words = (element.getAttribute("aria-label") ?? element.textContent ?? "").trim().replace(/\s+/g, " ").slice(0, 24)
    const kind = [...element.classList].filter((each) => !each.startsWith("svelte-")).join(".")
    return `${element.localName}${kind ? `.${kind}` : ""}${words ? ` "${words}"` : ""}`
  }
  const within = (box, outer) =>
    box.left >= outer.left - TOLERANCE && box.right <= outer.right + TOLERANCE &&
    box.top >= outer.top - TOLERANCE && box.bottom <= outer.bottom + TOLERANCE
  const over = (one, other) =>
    Math.min(one.right, other.right) - Math.max(one.left, other.left) > 2 * TOLERANCE &&
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 2 * TOLERANCE
  const px = (box) => `${Math.round(box.left)},${Math.round(box.top)} ${Math.round(box.width)}×${Math.round(box.height)}`
  const seen = (element) =>
    element.checkVisibility({ visibilityProperty: true }) && !element.closest(".sr, [inert], .air") && !hidden(element)
  /** For screen readers only. */
  const hidden = (element) => {
    for (let each = element; each && each !== root; each = each.parentElement) {
      if (getComputedStyle(each).clipPath.startsWith("inset(50%")) return true
    }
    return false
  }
  const all = (what) => [...root.querySelectorAll(what)].filter(seen)
  const scrolls = (style) => /auto|scroll/.test(`${style.overflowX} ${style.overflowY}`)
  /** The nearest thing around an element that scrolls: what is in it may lie outside. */
  const scroller = (element) => {
    for (let each = element.parentElement; each && each !== document.body; each = each.parentElement) {
      if (scrolls(getComputedStyle(each)) && (each.scrollHeight > each.clientHeight + 1 || each.scrollWidth > each.clientWidth + 1)) return each
    }
    return null
  }

  // No page scrolls sideways; a table does not scroll at all.
  const page = document.scrollingElement
  const long = page.scrollHeight > innerHeight + 1
  if (page.scrollWidth > innerWidth) problems.add(`the page is ${page.scrollWidth} px wide`)
  if (long && document.querySelector(".app:not(.replay), .tv")) problems.add(`the page is ${page.scrollHeight} px high`)
  /** What lies on a page that scrolls may lie below. */
  const inSight = (box, element) => within(box, long || element.closest(".cur") ? { ...screen, top: -Infinity, bottom: Infinity } : screen)

  // What must be there is inside the screen.
  for (const what of shown) {
    const found = all(what)
    if (!found.length) problems.add(`no ${what}`)
    for (const element of found) {
      const around = scroller(element)
      const box = (around ?? element).getBoundingClientRect()
      if (box.width < 1 || box.height < 1) problems.add(`${name(element)} has no size`)
      else if (!inSight(box, element)) problems.add(`${name(element)} is outside the screen: ${px(box)}`)
    }
  }

  // No text is cut, unless it ends in an ellipsis. Older lines of the log fade out at the end of their rail.
  const bubbles = [...document.querySelectorAll(".say[role]:not(.rep .say)")]
  for (const bubble of bubbles) {
    if (!within(bubble.getBoundingClientRect(), screen)) problems.add(`${name(bubble)} is outside the screen: ${px(bubble.getBoundingClientRect())}`)
  }
  const texts = [root, ...bubbles].flatMap((each) => {
    const walker = document.createTreeWalker(each, NodeFilter.SHOW_TEXT)
    const found = []
    while (walker.nextNode()) found.push(walker.currentNode)
    return found
  })
  for (const text of texts) {
    const parent = text.parentElement
    if (!text.textContent.trim() || parent.closest("svg, style, script, .skip, .lines li:not(.now)") || !seen(parent)) continue
    if (!sheet && parent.closest("dialog")) continue
    const range = document.createRange()
    range.selectNodeContents(text)
    const boxes = [...range.getClientRects()].filter((box) => box.width > 0)
    let ends = false
    for (let each = parent; each && each !== document.documentElement; each = each.parentElement) {
      const style = getComputedStyle(each)
      if (style.textOverflow === "ellipsis" || style.webkitLineClamp !== "none") ends = true
      if (style.overflowX === "visible" && style.overflowY === "visible" && !each.matches("button, .btn")) continue
      if (ends || scrolls(style)) break
      const outer = each.getBoundingClientRect()
      if (boxes.some((box) => !within(box, outer))) problems.add(`"${text.textContent.trim().slice(0, 24)}" is cut by ${name(each)}`)
    }
    if (!ends && !scroller(parent) && boxes.some((box) => !inSight(box, parent))) problems.add(`"${text.textContent.trim().slice(0, 24)}" is outside the screen`)
  }

  // Nor is a sign among the figures of a seat.
  for (const sign of all(".seat .fig :is(svg, i)")) {
    const [box, outer] = [sign, sign.closest(".fig")].map((each) => each.getBoundingClientRect())
    if (box.width > 0 && !within(box, outer)) problems.add(`${name(sign)} is cut by ${name(sign.closest(".seat"))}`)
  }

  // Fingers find everything, but for what lies under something that was opened.
  const opened = all(".over").length > 0
  /** Does it stay where it is while the page scrolls below it? */
  const lying = (element) => {
    for (let each = element; each; each = each.parentElement) if (/fixed|sticky/.test(getComputedStyle(each).position)) return true
    return false
  }
  /** A link in running text is as high as its line. */
  const inText = (control) => control.localName === "a" && control.closest("p, li, td") !== null && getComputedStyle(control).display === "inline"
  const enlarged = (element, side) =>
    Math.max(...["::before", "::after"].map((part) => {
      const style = getComputedStyle(element, part)
      return style.content === "none" || style.position !== "absolute" ? 0 : parseFloat(style[side]) || 0
    }))
  const controls = all("button, a[href], input, select").filter((each) => !each.matches(".skip"))
  for (const control of controls) {
    const box = (control.closest("label") ?? control).getBoundingClientRect()
    const [width, height] = [Math.max(box.width, enlarged(control, "width")), Math.max(box.height, enlarged(control, "height"))]
    if (!inText(control) && !small.some((each) => control.matches(each)) && (width < FINGER - TOLERANCE || height < FINGER - TOLERANCE)) problems.add(`${name(control)} is too small: ${px(box)}`)
  }
  for (const control of controls) {
    if (opened && control.closest(".stage")) continue
    if (control.disabled || control.matches('[aria-disabled="true"], .logall, input') || scroller(control)) continue
    const box = control.getBoundingClientRect()
    if (long && !within(box, screen)) continue
    const next = control.nextElementSibling?.matches(".card") ? control.nextElementSibling.getBoundingClientRect() : null
    const right = next && next.left > box.left && next.left < box.right && Math.abs(next.top - box.top) < 40 ? next.left : box.right
    const top = document.elementFromPoint((box.left + right) / 2, box.top + box.height / 2)
    if (top?.closest(".say, .talk") || (long && top && lying(top))) continue
    if (!top || !(control.contains(top) || top.contains(control))) problems.add(`${name(control)} is covered by ${top ? name(top) : "nothing on the screen"}`)
  }

  // Things that lie beside each other do not lie over each other.
  const things = all(APART.join(", ")).filter((each) => !(opened && each.closest(".stage")))
  things.forEach((one, at) => {
    for (const other of things.slice(at + 1)) {
      if (one.contains(other) || other.contains(one)) continue
      const around = [scroller(one), scroller(other)]
      const together = around[0] === around[1]
      const [a, b] = [one, other].map((each, nth) => (together ? each : (around[nth] ?? each)).getBoundingClientRect())
      if (over(a, b)) problems.add(`${name(one)} lies over ${name(other)}: ${px(a)} and ${px(b)}`)
    }
  })

  // The rings fade out: nothing cuts them but the screen.
  for (const rings of document.querySelectorAll(":not(.cur) > .bgrings:not(header *)")) {
    if (getComputedStyle(rings.querySelector("stop:last-child")).stopOpacity !== "0") problems.add("the rings do not fade")
    for (let each = rings.parentElement; each && each !== document.body; each = each.parentElement) {
      const { left, right, top, bottom } = each.getBoundingClientRect()
      const page = Math.max(innerHeight, document.documentElement.scrollHeight)
      const cut = {
        left: left > 1 ? left : -Infinity, right: right < innerWidth - 1 ? right : Infinity,
        top: top + scrollY > 1 ? top : -Infinity, bottom: bottom + scrollY < page - 1 ? bottom : Infinity,
      }
      if (getComputedStyle(each).overflowX !== "visible" && !within(rings.getBoundingClientRect(), cut)) problems.add(`the rings are cut by ${name(each)}`)
    }
  }
  return [...problems]
})
