import { compareText } from '../market-days/days.ts'

/** Columns that decide which estimates of the record count; days are YYYY-MM-DD. */
type RecordedEstimate = {
  symbol: string
  /** Expected ex-date; `paid_ex_date` is the actual one. */
  ex_date: string
  paid_ex_date: string | null
  origin: 'replayed' | 'live'
  as_of: string
  /** Dollars a share; null until the payment is known. */
  actual: number | null
}

/** A counting estimate of the record whose payment is known. */
export type Scored<Row extends RecordedEstimate> = Row & { actual: number; paid_ex_date: string }

/**
 * Returns the estimates that count: for each payment the last one frozen before its ex-date, because visitors saw that
 * one when the payment was made. Earlier ones stay in the record, but would count a payment twice.
 */
export function pickCounting<Row extends RecordedEstimate>(rows: readonly Row[]): Set<Row> {
  const last = new Map<string, Row>()
  for (const row of rows) {
    const key = `${row.origin} ${row.symbol} ${row.paid_ex_date ?? row.ex_date}`
    const known = last.get(key)
    if (known === undefined || known.as_of < row.as_of) last.set(key, row)
  }
  return new Set(last.values())
}

/** Returns the scored estimates of one origin, oldest first. */
export function listScored<Row extends RecordedEstimate>(
  rows: readonly Row[],
  origin: RecordedEstimate['origin']
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
