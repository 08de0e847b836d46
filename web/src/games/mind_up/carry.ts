// The end of a turn: after a rest each card slides to its taker, and the chosen cards move up into the row.

import type { Attachment } from "svelte/attachments"
import { curve, time } from "../../motion/tempo"

/** Where a card ends: the taker's seat, one's own collection, or nowhere to be seen. */
function target(taker: string): Element | null {
  const seat = document.querySelector(`[data-place="seat:${taker}"]`)
  return seat ?? document.querySelector('[data-place="collection"]')
}

/** Plays the rest and the way to the takers, then calls `done`. A tap or a key ends it at once. */
export function carryOff(done: () => void): Attachment<HTMLElement> {
  return (row) => {
    const columns = row.querySelectorAll<HTMLElement>(".col")
    const flip = time("--m-flip") + columns.length * time("--m-beat")
    const rest = window.setTimeout(slide, flip + 2 * time("--m-hold"))
    let last = 0

    function slide() {
      const duration = time("--m-fly")
      for (const column of columns) {
        const [taken, , own] = [...column.children] as (HTMLElement | undefined)[]
        if (taken === undefined || own === undefined) continue
        const from = taken.getBoundingClientRect()
        const to = target(taken.dataset.place?.replace("take:", "") ?? "")?.getBoundingClientRect()
        if (to) {
          const x = to.left + to.width / 2 - from.left - from.width / 2
          const y = to.top + to.height / 2 - from.top - from.height / 2
          const options = { duration, easing: curve("--e-out"), fill: "forwards" } as const
          taken.animate([{}, { transform: `translate(${x}px, ${y}px) scale(.25)`, opacity: 0.3 }], options)
        }
        const up = from.top - own.getBoundingClientRect().top
        own.animate([{}, { transform: `translateY(${up}px)` }], { duration, easing: curve("--e-out"), fill: "forwards" })
      }
      last = window.setTimeout(done, duration)
    }

    const hurry = () => done()
    window.addEventListener("click", hurry)
    window.addEventListener("keydown", hurry)
    return () => {
      window.clearTimeout(rest)
      window.clearTimeout(last)
      window.removeEventListener("click", hurry)
      window.removeEventListener("keydown", hurry)
    }
  }
}
