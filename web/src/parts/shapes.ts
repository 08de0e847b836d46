/** Every colour has its shape, the same in all games. */
export const SHAPES: Record<string, string> = {
  pink: "heart", orange: "circle", green: "leaf", blue: "triangle", purple: "star", yellow: "sun", red: "rhombus",
}
