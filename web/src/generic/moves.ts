// Many moves: found by typing, in groups that begin with the same word.

/** From so many moves on. */
export const MANY = 12

export interface Listed {
  move: string
  title: string
  remark: string
  /** Its place among all, from 0. */
  at: number
}

export interface Group {
  /** "" where there are no groups. */
  name: string
  moves: Listed[]
}

/** The moves in whose words `wanted` occurs, in their order, in groups where they are many. */
export function grouped(moves: Listed[], wanted: string): Group[] {
  const words = wanted.trim().toLocaleLowerCase()
  const found = moves.filter(({ title, remark }) => `${title} ${remark}`.toLocaleLowerCase().includes(words))
  if (moves.length <= MANY) return [{ name: "", moves: found }]
  const groups = new Map<string, Listed[]>()
  for (const move of found) {
    const first = move.title.split(/\s/, 1)[0] ?? ""
    groups.set(first, [...(groups.get(first) ?? []), move])
  }
  if (groups.size < 2 || groups.size === found.length) return [{ name: "", moves: found }]
  return [...groups].map(([name, moves]) => ({ name, moves }))
}
