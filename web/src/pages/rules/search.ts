// Finds words in a page and marks them.

const SHORTEST = 2

/** Marks every place where the words stand, whatever their case; returns the marks in order. */
export function mark(page: HTMLElement, words: string): HTMLElement[] {
  if (words.length < SHORTEST) return []
  const sought = words.toLocaleLowerCase()
  const marks: HTMLElement[] = []
  for (const text of textsOf(page)) {
    const plain = text.data.toLocaleLowerCase()
    const places: number[] = []
    for (let at = plain.indexOf(sought); at >= 0; at = plain.indexOf(sought, at + sought.length)) places.push(at)
    const here = places.reverse().map((at) => {
      const word = text.splitText(at)
      word.splitText(sought.length)
      const found = document.createElement("mark")
      word.replaceWith(found)
      found.append(word)
      return found
    })
    marks.push(...here.reverse())
  }
  return marks
}

/** Takes marks away again. */
export function clear(marks: HTMLElement[]): void {
  for (const found of marks) {
    const around = found.parentNode
    found.replaceWith(...found.childNodes)
    around?.normalize()
  }
}

function textsOf(page: HTMLElement): Text[] {
  const walker = document.createTreeWalker(page, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) texts.push(walker.currentNode as Text)
  return texts
}
