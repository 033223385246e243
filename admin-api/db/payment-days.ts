import type { HistoryRow } from './history-rows.db.ts'

const msPerDay = 86_400_000

/** A payment may go ex a few days off the day we expected; a week off it is another one. */
const longestShiftDays = 4
/** Two payments came closer than this only where both days were read in a source: a tiny one at a year's end. */
const shortestGapDays = 4

export type PaymentDays = {
  symbol: string
  exDate: string
  exDateBasis: 'source' | 'derived'
  payDate: string
  payDateBasis: 'source' | 'derived'
}

type Days = Pick<HistoryRow, 'symbol' | 'payment_date' | 'payment_date_basis' | 'ex_date' | 'ex_date_basis'>

/** The ex-dates between which an expectation of this payment may lie. */
export function windowAround(exDate: string): { from: string; to: string } {
  const at = (shift: number) => new Date(Date.parse(exDate) + shift * msPerDay).toISOString().slice(0, 10)
  return { from: at(-longestShiftDays), to: at(longestShiftDays) }
}

/** The row that is this very payment: on its ex-date, on its pay date, or by a derived ex-date close to it. */
export function findKnown<Row extends HistoryRow>(
  rows: readonly Row[],
  { symbol, exDate, exDateBasis, payDate }: PaymentDays
): Row | undefined {
  const isDerivedNear = (row: Row) =>
    distance(row.ex_date, exDate) < shortestGapDays &&
    (row.ex_date_basis === 'derived' || exDateBasis === 'derived')
  return (
    rows.find((row) => row.ex_date === exDate) ??
    rows.find((row) => row.payment_date === payDate) ??
    nearestTo({ symbol, ex_date: exDate, payment_date: payDate }, rows.filter(isDerivedNear))
  )
}

/** The row on the same pay date, else the one whose ex-date is nearest. */
export function nearestTo<Row extends HistoryRow>(
  days: Pick<Days, 'symbol' | 'ex_date' | 'payment_date'>,
  rows: readonly Row[]
): Row | undefined {
  const onPayDate = rows.find((row) => row.payment_date === days.payment_date)
  const byShift = rows.toSorted(
    (a, b) => distance(a.ex_date, days.ex_date) - distance(b.ex_date, days.ex_date)
  )
  return onPayDate ?? byShift[0]
}

/**
 * The days to be stored: what was read in a source stays against what is only derived, and a derived day moves only
 * together with the day it was counted from.
 */
export function settleDays(known: Days | undefined, told: PaymentDays): Days {
  const keepsEx =
    known !== undefined &&
    told.exDateBasis === 'derived' &&
    (known.ex_date_basis === 'source' || known.payment_date === told.payDate)
  const keepsPay =
    known !== undefined &&
    told.payDateBasis === 'derived' &&
    (known.payment_date_basis === 'source' || known.ex_date === told.exDate)
  return {
    symbol: told.symbol,
    ex_date: keepsEx ? known.ex_date : told.exDate,
    ex_date_basis: keepsEx ? known.ex_date_basis : told.exDateBasis,
    payment_date: keepsPay ? known.payment_date : told.payDate,
    payment_date_basis: keepsPay ? known.payment_date_basis : told.payDateBasis
  }
}

function distance(a: string, b: string): number {
  return Math.abs(Date.parse(a) - Date.parse(b)) / msPerDay
}
