// How a goal is drawn: a shape in its colour, or a pile, and what is asked of it.

export interface Drawing {
  /** Its shape stands for the cards that count; null: any colour. */
  colour: string | null
  /** A second shape that it is compared with. */
  than?: string
  /** "1 3": so many cards; "×4 5": on these values. */
  numbers?: string
  /** An interface icon: "up" the most of all, "down" the fewest, "crown" the most of one's own, "last" the rightmost. */
  icon?: string
  /** Cards of one pile, or different colours. */
  of?: "pile" | "colours"
}

export const DRAWINGS: Record<string, Drawing> = {
  A1: { colour: "orange", numbers: "1 3" },
  A2: { colour: "orange", numbers: "×1 2" },
  B1: { colour: "blue", numbers: "2 4" },
  B2: { colour: "blue", icon: "crown" },
  C1: { colour: "pink", icon: "down" },
  C2: { colour: "pink", icon: "up" },
  D1: { colour: "green", icon: "last" },
  D2: { colour: "green", numbers: "×4 5" },
  E1: { colour: "purple", than: "orange" },
  E2: { colour: "purple", icon: "up" },
  F1: { colour: null, of: "colours", numbers: "5" },
  F2: { colour: null, of: "colours", numbers: "3" },
  G1: { colour: null, of: "pile", numbers: "3" },
  G2: { colour: null, of: "pile", numbers: "4" },
}
