// The hill on a number card rises and warms with the number.

const LOW = { near: [246, 201, 111], far: [251, 223, 159] }
const HIGH = { near: [221, 100, 51], far: [240, 130, 74] }

export interface Hill {
  far: { path: string; colour: string }
  near: { path: string; colour: string }
}

export function hill(number: number): Hill {
  const share = (number - 2) / 10
  const y = Math.round(120 - 72 * share)
  return {
    far: {
      path: `M0 ${y}C20 ${y - 16} 38 ${y - 15} 56 ${y - 2}S86 ${y + 6} 100 ${y - 8}V140H0Z`,
      colour: mixed(LOW.far, HIGH.far, share),
    },
    near: {
      path: `M0 ${y + 24}C18 ${y + 14} 40 ${y + 30} 60 ${y + 18}S90 ${y + 8} 100 ${y + 16}V140H0Z`,
      colour: mixed(LOW.near, HIGH.near, share),
    },
  }
}

function mixed(low: number[], high: number[], share: number): string {
  return `rgb(${low.map((part, i) => Math.round(part + (high[i]! - part) * share)).join(" ")})`
}
