// Numbers of a review as they are printed: chances in whole per cent, losses and points with one decimal.

import { reading } from "../language.svelte"

function printed(value: number, options: Intl.NumberFormatOptions): string {
  const text = new Intl.NumberFormat(reading.language, { useGrouping: false, ...options }).format(value)
  return text.replace("-", "−")
}

/** "58 %" */
export function chance(share: number): string {
  return printed(share, { style: "percent" })
}

/** "4,2 %" */
export function worth(share: number): string {
  return printed(share, { style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 1 })
}

/** "−4,2 %", "0 %"; what is lost is never a plus. */
export function lost(share: number): string {
  return share < 0.0005 ? chance(0) : worth(-share)
}

/** "+3,1", "−0,8", "0" */
export function points(amount: number): string {
  const rounded = Math.round(10 * amount) / 10
  if (rounded === 0) return "0"
  return printed(rounded, { minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay: "always" })
}
