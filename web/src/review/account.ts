// How a score came about, as bars: each begins where the one before ended.

import type { ReviewSeat } from "../messages"

export interface Bar {
  part: "even_share" | "cards" | "own" | "others" | "total"
  /** Rounded so that the parts still add up to the total. */
  amount: number
  /** Per cent of the width. */
  from: number
  width: number
}

export interface Waterfall {
  bars: Bar[]
  /** Where nothing is: per cent of the width. */
  zero: number
}

const DIGITS = 10

/** In points, against the even share. */
export function waterfall(seat: ReviewSeat): Waterfall {
  const parts = ["cards", "own", "others"] as const
  const round = (amount: number) => Math.round(DIGITS * amount) / DIGITS
  const begin = seat.even_share.points
  const ends = [0]
  let sum = begin
  for (const part of parts) ends.push(round((sum += seat[part].points) - begin))
  const [low, high] = [Math.min(...ends), Math.max(...ends)]
  const scale = 100 / Math.max(high - low, 0.1)
  const x = (amount: number) => scale * (amount - low)
  const bar = (part: Bar["part"], from: number, to: number): Bar => ({
    part,
    amount: round(to - from),
    from: x(Math.min(from, to)),
    width: scale * Math.abs(to - from),
  })
  const bars = parts.map((part, at) => bar(part, ends[at]!, ends[at + 1]!))
  return { bars: [bar("even_share", 0, 0), ...bars, bar("total", 0, ends.at(-1)!)], zero: x(0) }
}
