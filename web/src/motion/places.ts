// Where things are: elements with `data-place`.

function find(place: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-place="${CSS.escape(place)}"]`)
}

/** The element of a place. One's own seat is the hand; a card or pile that is not to be seen is its owner's seat. */
export function placeOf(place: string, seat: number | null): HTMLElement | null {
  const found = find(place)
  if (found !== null) return found
  const [kind, which] = place.split(":")
  if (kind === "hand") return find("hand") ?? (seat === null ? null : find(`seat:${seat}`))
  if (which === undefined) return find("stage") ?? document.querySelector(".stage")
  if (Number(which) === seat) return find("hand") ?? document.querySelector(".me")
  return find(`seat:${which}`)
}

const AT_A_SEAT = 36

/** How wide a card lies there; at a seat, where none is to be seen, it is small. */
export function cardWidth(element: HTMLElement): number | null {
  const card = element.matches(".card") ? element : element.querySelector<HTMLElement>(".card, .slot")
  return card?.offsetWidth || (element.matches(".seat") ? AT_A_SEAT : null)
}
