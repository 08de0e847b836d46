/** A link as one types it. */
export function shortened(link: string): string {
  return link.replace(/^https?:\/\//, "")
}
