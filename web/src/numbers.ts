// Numbers as they are printed, with a real minus.

const PLAIN = new Intl.NumberFormat("en", { useGrouping: false })
const SIGNED = new Intl.NumberFormat("en", { useGrouping: false, signDisplay: "exceptZero" })

/** "12", "−2"; minus zero is zero. */
export function plain(number: number): string {
  return PLAIN.format(number + 0).replace("-", "−")
}

/** "+1", "−2", "0" */
export function signed(number: number): string {
  return SIGNED.format(number).replace("-", "−")
}
