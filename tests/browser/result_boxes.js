// What is wrong with the boxes of the page of a result, which scrolls, but for its buttons. Gives sentences.
() => {
  const problems = []
  const all = (what) => [...document.querySelectorAll(what)]
  const boxOf = (each) => each.getBoundingClientRect()
  const onScreen = ({ left, right, top, bottom }) => left > -1 && right < innerWidth + 1 && top > -1 && bottom < innerHeight + 1
  for (const needed of all(".youare h1, .winner h1, .racts .btn, .bar .ib"))
    if (!onScreen(boxOf(needed))) problems.push(`${needed.textContent || needed.ariaLabel} is not on the first screen`)
  if (document.documentElement.scrollWidth > innerWidth) problems.push("the page is too wide")
  for (const control of all(".result :is(button, a[href], summary)")) {
    if (!control.checkVisibility()) continue
    control.scrollIntoView({ block: "center" })
    const box = boxOf(control)
    const name = control.textContent.trim() || control.ariaLabel
    const after = getComputedStyle(control, "::after")
    const edge = after.position === "absolute" ? -2 * parseFloat(after.top) || 0 : 0
    if (Math.min(box.height, box.width) + edge < 43.5) problems.push(`${name} is too small: ${box.width} × ${box.height}`)
    const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)
    if (!control.contains(top)) problems.push(`${name} is covered by ${top?.className}`)
  }
  scrollTo(0, 0)
  for (const each of all(".result *:not(svg, svg *, .sr)")) {
    const style = getComputedStyle(each)
    const cut = each.scrollWidth > each.clientWidth + 1 && style.overflowX !== "visible" && style.display !== "inline"
    const ends = style.textOverflow === "ellipsis" || style.webkitLineClamp !== "none" || style.overflowX === "auto"
    if (cut && !ends) problems.push(`${each.className} is cut`)
  }
  const things = all(".youare, .winner, .scores, .tie, .crd, .bar")
  things.forEach((one, at) => {
    for (const other of things.slice(at + 1)) {
      const [a, b] = [boxOf(one), boxOf(other)]
      const [wide, high] = [Math.min(a.right, b.right) - Math.max(a.left, b.left), Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)]
      if (wide > 1 && high > 1) problems.push(`${one.className} lies over ${other.className}`)
    }
  })
  const labels = all(".labels > span").map(boxOf).sort((one, other) => one.top - other.top)
  labels.forEach((box, at) => {
    if (box.right > innerWidth) problems.push("a label is outside the screen")
    if (at > 0 && box.top < labels[at - 1].bottom - 1) problems.push("labels lie over each other")
  })
  for (const table of all(".scores table"))
    if (boxOf(table).right > boxOf(table.parentElement).right - 4) problems.push("the scores are too wide")
  return [...new Set(problems)]
}
