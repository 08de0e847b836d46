/** A sentence without the ids of rules: "… (DB-21)". */
export function plainly(text: string): string {
  return text.replace(/\s*\([A-Z]{2}-\d+(?:, [A-Z]{2}-\d+)*\)/g, "")
}
