import type { ChartPoint } from './chart-points.ts'

/** A place on the time axis: a payment, or the gap before the first payment of another frequency. */
export type ChartSlot = { point: ChartPoint; isTurn: boolean }

/** The payments in their order, with a gap wherever the fund began to pay at another frequency. */
export function slotsOf(points: readonly ChartPoint[]): ChartSlot[] {
  return points.flatMap((point) => [
    ...(point.turn === null ? [] : [{ point, isTurn: true }]),
    { point, isTurn: false }
  ])
}

/** The fractions of the payments of one frequency each, with nothing in the slots of the others. */
export function trendsOf(slots: readonly ChartSlot[]): (number | null)[][] {
  const turns = slots.flatMap(({ isTurn }, i) => (isTurn ? i : []))
  return [0, ...turns].map((start, run) =>
    slots.map(({ point, isTurn }, i) =>
      isTurn || i < start || i >= (turns[run] ?? slots.length) ? null : point.fraction
    )
  )
}

/** Round values from nothing up, and the highest amount itself, which the axis ends with. */
export function ticksUpTo(highest: number): number[] {
  if (highest <= 0) return [0]
  const rough = highest / 5
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = power * ([1, 2, 5, 10].find((leading) => leading * power >= rough) ?? 10)
  const count = Math.ceil(highest / step - 0.45)
  return [...Array.from({ length: count }, (_, i) => i * step), highest]
}
