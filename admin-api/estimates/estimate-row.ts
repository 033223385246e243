import type { Selectable } from 'kysely'
import type { EstimateTable } from '../platform/database/schema/estimates.ts'
import type { EstimateResult } from '../estimator/estimator.ts'

export type EstimateRow = Selectable<EstimateTable>

export type Provenance = Pick<EstimateRow, 'source_name' | 'history_digest' | 'method_version' | 'made_at'>

/** Every column of an estimate that a fund without one leaves empty. */
const noFigures = {
  amount: null,
  low: null,
  high: null,
  rule: null,
  frequency: null,
  next_ex_date: null,
  next_pay_date: null,
  dates_confirmed_on: null,
  price: null,
  price_date: null,
  latest_amount: null,
  latest_ex_date: null,
  average_amount: null,
  volatility: null,
  volatility_source: null,
  k_factor: null,
  weight: null,
  reasons: null,
  declared: null
} as const

/** The answer for a fund that is no longer open. */
export type NotFollowed = { status: 'closed' | 'retired'; symbol: string; asOf: string; message: string }

export function toEstimateRow(result: EstimateResult | NotFollowed, provenance: Provenance): EstimateRow {
  const { symbol, status, asOf: as_of } = result
  if (status !== 'estimated') {
    return { symbol, status, as_of, message: result.message, ...noFigures, ...provenance }
  }
  return {
    symbol,
    status,
    as_of,
    message: null,
    amount: result.amount,
    low: result.low,
    high: result.high,
    rule: result.rule,
    frequency: result.frequency,
    next_ex_date: result.nextExDate,
    next_pay_date: result.nextPayDate,
    dates_confirmed_on: null,
    price: result.price,
    price_date: result.priceDate,
    latest_amount: result.latestAmount,
    latest_ex_date: result.latestExDate,
    average_amount: result.averageAmount,
    volatility: result.volatility,
    volatility_source: result.volatilitySource,
    k_factor: result.kFactor,
    weight: result.weight,
    reasons: JSON.stringify(result.reasons),
    declared: null,
    ...provenance
  }
}

/** Whether pages would show two rows of a fund differently; when and by which version they were made isn't shown. */
export function isShownDifferently(before: EstimateRow | undefined, after: EstimateRow): boolean {
  if (before === undefined) return true
  const notShown = { made_at: '', method_version: '' }
  const columns = Object.keys(after) as (keyof EstimateRow)[]
  const [old, fresh] = [
    { ...before, ...notShown },
    { ...after, ...notShown }
  ]
  return columns.some((column) => old[column] !== fresh[column])
}
