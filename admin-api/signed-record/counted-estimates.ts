import { compareText } from '../market-days/days.ts'
import { isBeforeSession } from '../market-days/sessions.ts'

/** Columns that decide which of two live estimates of a fund was frozen later. */
type FrozenEstimate = { version: number; as_of: string; made_at: string }

/** Columns that decide which estimates of the record count; days are YYYY-MM-DD. */
type RecordedEstimate = FrozenEstimate & {
  symbol: string
  /** Expected ex-date; `paid_ex_date` is the actual one. */
  ex_date: string
  paid_ex_date: string | null
  origin: string
  /** Dollars a share; null until the payment is known. */
  actual: number | null
}

/** A counting estimate of the record whose payment is known. */
export type Scored<Row extends RecordedEstimate> = Row & { actual: number; paid_ex_date: string }

/** Positive if `a` was frozen after `b`. Rows without a version, of earlier releases, have one for each as-of day. */
export function compareFrozen(a: FrozenEstimate, b: FrozenEstimate): number {
  return a.version - b.version || compareText(a.as_of, b.as_of) || compareText(a.made_at, b.made_at)
}

/** The last frozen of several estimates of a fund. */
export function lastFrozen<Row extends FrozenEstimate>(rows: readonly Row[]): Row | undefined {
  return rows.toSorted(compareFrozen).at(-1)
}

/** Whether an estimate was made before the session of this ex-date opened. Backtested ones are as if they were. */
export function isForecast(
  { origin, made_at }: Pick<RecordedEstimate, 'origin' | 'made_at'>,
  exDate: string
): boolean {
  return origin === 'replayed' || isBeforeSession(new Date(made_at), exDate)
}

/**
 * Returns the estimates that count: for each payment the last one frozen before the session of its ex-date opened, because
 * visitors saw that one when the payment was made. Earlier ones stay in the record, but would count a payment twice.
 */
export function pickCounting<Row extends RecordedEstimate>(rows: readonly Row[]): Set<Row> {
  const dayOf = ({ paid_ex_date, ex_date }: Row) => paid_ex_date ?? ex_date
  const forecasts = rows.filter((row) => isForecast(row, dayOf(row)))
  const ofPayments = Map.groupBy(forecasts, (row) => `${row.origin} ${row.symbol} ${dayOf(row)}`)
  return new Set([...ofPayments.values()].flatMap((ofPayment) => lastFrozen(ofPayment) ?? []))
}

/** Returns the scored estimates of one origin, oldest first. */
export function listScored<Row extends RecordedEstimate>(
  rows: readonly Row[],
  origin: 'live' | 'replayed'
): Scored<Row>[] {
  return [...pickCounting(rows)]
    .filter(isScored)
    .filter((row) => row.origin === origin)
    .sort(byDayAndSymbol)
}

/** Returns one estimate for each payment, oldest first; a live one takes precedence over a backtested one. */
export function listScoredOnce<Row extends RecordedEstimate>(rows: readonly Row[]): Scored<Row>[] {
  const live = listScored(rows, 'live')
  const isLive = new Set(live.map(keyOfPayment))
  const backtested = listScored(rows, 'replayed').filter((row) => !isLive.has(keyOfPayment(row)))
  return [...backtested, ...live].sort(byDayAndSymbol)
}

function keyOfPayment({ symbol, paid_ex_date }: Scored<RecordedEstimate>): string {
  return `${symbol} ${paid_ex_date}`
}

function byDayAndSymbol(a: Scored<RecordedEstimate>, b: Scored<RecordedEstimate>): number {
  return compareText(a.paid_ex_date, b.paid_ex_date) || compareText(a.symbol, b.symbol)
}

function isScored<Row extends RecordedEstimate>(row: Row): row is Scored<Row> {
  return row.actual !== null && row.paid_ex_date !== null
}
