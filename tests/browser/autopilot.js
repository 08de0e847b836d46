// Plays on in the page itself, as fast as the page goes: clicks what is lit until the game is over or the time is up. Like a finger, it can only touch what nothing else covers. Returns "" or what stood in the way.
async ([lit, seed, seconds]) => {
  const until = performance.now() + 1000 * seconds
  let state = seed
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
  const over = () => document.querySelector(".result") !== null
  const visible = () => [...document.querySelectorAll(lit)].filter((each) => each.checkVisibility())

  const found = () =>
    new Promise((resolve, reject) => {
      const look = () => {
        if (!over() && !(document.querySelector(".me.turn, .me .rnd") && visible().length)) return
        done(resolve)
      }
      const done = (settle, why) => {
        watch.disconnect()
        clearTimeout(late)
        settle(why)
      }
      const watch = new MutationObserver(look)
      const late = setTimeout(() => done(reject, new Error("nothing is lit: " + document.body.innerText)), 30000)
      watch.observe(document.body, { subtree: true, childList: true, attributes: true })
      look()
    })

  const choose = () => {
    const all = visible()
    const ready = all.filter((each) => each.matches(".pri"))
    if (ready.length && random() < 0.9) return ready[0]
    const others = all.filter((each) => !each.matches(".pri, .chosen, [aria-pressed=true]"))
    return others[Math.floor(random() * others.length)] ?? ready[0] ?? all[0]
  }

  const covers = (target) => {
    target.scrollIntoView({ block: "nearest" })
    const box = target.getBoundingClientRect()
    const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
    return top !== null && (target.contains(top) || top.contains(target)) ? null : top
  }

  let covered = 0
  while (performance.now() < until) {
    await found()
    if (over()) return ""
    const target = choose()
    if (!target) {
      await new Promise((later) => setTimeout(later, 10))
      continue
    }
    const cover = covers(target)
    if (cover !== null) {
      covered += 1
      if (covered > 20) return `${target.outerHTML} is covered by ${cover.outerHTML}`
      await new Promise((later) => setTimeout(later, 50))
      continue
    }
    covered = 0
    target.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }))
    target.click()
    await new Promise((later) => setTimeout(later, 10))
  }
  return "the game did not end: " + document.body.innerText
}
