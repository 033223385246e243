import type { FundState } from '../contract/vocabulary.ts'
import type { FundOutlook } from '../estimator/outlook/outlook.ts'
import type { FamilyTraits, IsoDay, Payment } from '../market-days/types.ts'
import { type ComingRow, toComingRow } from './coming-payments.db.ts'
import { listComingPayments } from './coming-payments.ts'
import type { AnnouncedPayment, EstimateRow } from './estimate-row.ts'
import type { OutlookChanges, OutlookRow } from './outlooks.db.ts'
import { digestBasis, sumComing, toProjection } from './outlooks.ts'

/** Everything that decides which payments of a fund come, and its outlook if it has an estimate. */
export type OutlookInput = {
  row: EstimateRow
  state: FundState
  outlook: FundOutlook | null
  traits: FamilyTraits | undefined
  payments: readonly Payment[]
  announced: readonly AnnouncedPayment[]
}

/**
 * Outlooks and coming payments of funds with other facts than before.
 * @param basisOf digests of the stored ones
 */
export function calculateOutlooks(
  inputs: readonly OutlookInput[],
  asOf: IsoDay,
  basisOf: ReadonlyMap<string, string>
): OutlookChanges {
  const rows: OutlookRow[] = []
  const coming: ComingRow[] = []
  for (const input of inputs) {
    const { row, outlook, ...facts } = input
    const { symbol } = row
    const basis = digestInput(input, asOf)
    if (basisOf.get(symbol) === basis) continue
    const payments = listComingPayments({
      ...row,
      ...facts,
      projection: outlook && toProjection(outlook, asOf)
    })
    coming.push(...payments.map((payment, position) => toComingRow(symbol, position, payment)))
    const sample = outlook?.sample ?? []
    rows.push({
      symbol,
      sample: sample.length > 0 ? JSON.stringify(sample) : null,
      sums: JSON.stringify(outlook === null ? [] : sumComing(payments, sample, row.as_of)),
      basis
    })
  }
  const kept = new Set(inputs.map(({ row }) => row.symbol))
  const removed = [...basisOf.keys()].filter((symbol) => !kept.has(symbol))
  return { rows, coming, replaced: [...rows.map(({ symbol }) => symbol), ...removed] }
}

/** Payments that decide the schedule of coming ones. */
const recentPayments = 60

function digestInput({ row, outlook, payments, ...facts }: OutlookInput, asOf: IsoDay): string {
  const { made_at, history_digest: _digest, reasons: _reasons, ...estimate } = row
  // A stored payment of the future is listed as seen on the day of the calculation.
  const seenOn = payments.some(({ exDate }) => exDate > row.as_of) ? made_at.slice(0, 10) : null
  return digestBasis([asOf, estimate, outlook, facts, payments.slice(-recentPayments), seenOn])
}
