// Somebody who plays a game by clicking what is lit. Click number n goes to the same thing in every run, for it is chosen
// by n and by what is lit. What was only shown (the end of a round, a hand) is closed first, whenever it comes.
(() => {
  const over = () => document.querySelector(".result") !== null
  const visible = (lit) => [...document.querySelectorAll(lit)].filter((each) => each.checkVisibility())

  /** Between 0 and 1, well mixed. */
  const luck = (number) => {
    let state = Math.imul(number + 1, 0x9e3779b1)
    state = Math.imul(state ^ (state >>> 16), 0x85ebca6b)
    state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35)
    return ((state ^ (state >>> 16)) >>> 0) / 2 ** 32
  }

  const closes = (control) => control.matches(".rnd .btn, .shown .btn")

  const among = (all, clicks) => {
    const summary = all.find(closes)
    if (summary) return summary
    const ready = all.find((each) => each.matches(".pri"))
    const others = all.filter((each) => !each.matches(".pri, .chosen, [aria-pressed=true]"))
    if (ready && (luck(2 * clicks) < 0.9 || !others.length)) return ready
    return others[Math.floor(luck(2 * clicks + 1) * others.length)] ?? all[0]
  }

  const moment = (milliseconds) => new Promise((later) => setTimeout(later, milliseconds))

  /** What the next click goes to, as soon as something is lit; null when the game is over. */
  const choose = async ([lit, clicks]) => {
    for (;;) {
      if (over()) return null
      const all = visible(lit)
      if (all.length) return among(all, clicks)
      await moment(10)
    }
  }

  /** Clicks as fast as the page goes until the game is over. Like a finger, it touches only what nothing else covers. */
  const play = async ([lit, done]) => {
    let covered = 0
    for (let clicks = done; ; ) {
      const target = await choose([lit, clicks])
      if (target === null) return
      target.scrollIntoView({ block: "nearest" })
      const box = target.getBoundingClientRect()
      const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
      if (top === null || !(target.contains(top) || top.contains(target))) {
        covered += 1
        if (covered > 600) throw new Error(`${target.outerHTML} is covered by ${top?.outerHTML}`)
        await moment(50)
        continue
      }
      covered = 0
      if (!closes(target)) clicks += 1
      target.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }))
      target.click()
      await moment(0)
    }
  }

  return { choose, play }
})()
