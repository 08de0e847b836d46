// The essential numbers: when one has changed it comes up anew, and the rings pulse once.

import { curve, still } from "./tempo"

const NUMBERS = ".bank > .num, .potn .num, .chips > .num, .tvbank .num"
const TIME = 240

/** Notes how the numbers look; what it gives compares and moves those that have changed. */
export function pulsing(): () => void {
  const before = new Map(numbers().map((number, at) => [at, number.innerHTML]))
  return () => {
    if (still() || before.size === 0) return
    numbers().forEach((number, at) => {
      const old = before.get(at)
      if (old === undefined || old === number.innerHTML) return
      const timing = { duration: TIME, easing: curve("--e-out") }
      number.animate({ translate: ["0 14px", "0 0"], opacity: [0, 1] }, timing)
      number.closest(".stage")?.querySelector(".bgrings")?.animate({ scale: [1, 1.03, 1] }, timing)
    })
  }
}

function numbers(): Element[] {
  return [...document.querySelectorAll(NUMBERS)]
}
