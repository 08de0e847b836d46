/** One of the answers that a `Select` offers. */
export interface Choice {
  value: string
  text: string
  /** What it means: said in the open list only, where there is room. */
  more?: string
}
