// A hand by keyboard: arrows, Home and End move among its cards, Enter plays the one in focus.

import type { Attachment } from "svelte/attachments"

const CARDS = "button.card"

/** `play` gets the card's place in the hand, from 0. The hand is one stop of the Tab key. */
export function arrows(play: (at: number) => void): Attachment<HTMLElement> {
  return (hand) => {
    const cards = () => [...hand.querySelectorAll<HTMLElement>(CARDS)]
    const rove = (to: Element | null) => {
      for (const card of cards()) card.tabIndex = card === to ? 0 : -1
    }
    const within = (event: Event) => (event.target as Element).closest<HTMLElement>(CARDS)

    function pressed(event: KeyboardEvent) {
      const card = within(event)
      if (card === null || event.ctrlKey || event.metaKey || event.altKey) return
      const all = cards()
      const at = all.indexOf(card)
      const to = step(event.key, at, all.length, columns(all))
      if (to !== null) all[to]?.focus()
      else if (event.key === "Enter") play(at)
      else return
      event.preventDefault()
      event.stopPropagation()
    }
    const entered = (event: FocusEvent) => rove(within(event))
    const watch = new MutationObserver(() => {
      const all = cards()
      if (!all.some((card) => card.tabIndex === 0)) rove(all[0] ?? null)
    })

    hand.addEventListener("keydown", pressed)
    hand.addEventListener("focusin", entered)
    watch.observe(hand, { childList: true, subtree: true })
    rove(cards()[0] ?? null)
    return () => {
      hand.removeEventListener("keydown", pressed)
      hand.removeEventListener("focusin", entered)
      watch.disconnect()
    }
  }
}

/** Cards in the first line of the hand. */
function columns(cards: HTMLElement[]): number {
  const lefts = cards.map((card) => card.getBoundingClientRect().left)
  const wraps = lefts.findIndex((left, at) => at > 0 && left < lefts[at - 1]!)
  return wraps < 0 ? cards.length : wraps
}

/** Where a key leads from card `at` of `count`; null for any other key. */
export function step(key: string, at: number, count: number, columns: number): number | null {
  if (key === "Home") return 0
  if (key === "End") return count - 1
  if (key === "ArrowLeft") return (at + count - 1) % count
  if (key === "ArrowRight") return (at + 1) % count
  if (columns === count) return null
  if (key === "ArrowUp") return Math.max(at - columns, 0)
  if (key === "ArrowDown") return Math.min(at + columns, count - 1)
  return null
}
