// Names that end in a number.

/** A name and the number at its end, "" where there is none: a seat may cut the name, but never what tells two apart. */
export function numbered(name: string): [name: string, number: string] {
  const [, plain, number] = /^(.*\S)( \d{1,2})$/u.exec(name) ?? []
  return plain === undefined || number === undefined ? [name, ""] : [plain, number]
}
