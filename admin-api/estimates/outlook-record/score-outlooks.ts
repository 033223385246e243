import { writeLog } from '../../admin-log/admin-log.db.ts'
import type { FundState, MissingEstimate } from '../../contract/vocabulary.ts'
import { findNewestPriceDay } from '../../funds/newest-day.db.ts'
import { toNewYorkTime } from '../../market-days/sessions.ts'
import type { IsoDay, Payment } from '../../market-days/types.ts'
import { withKinds } from '../../market-days/usual-payments.ts'
import { countOf, roundTo } from '../../numbers/format-numbers.ts'
import { findPaymentsByFund } from '../../payments/payments.db.ts'
import { basisRatio } from '../../payments/share-basis.ts'
import type { Db, Trx } from '../../platform/database/schema.ts'
import {
  findEndedOutlooks,
  type OutlookRecordRow,
  type OutlookScore,
  writeOutlookScore
} from './outlook-record.db.ts'

/** Facts that decide the outcome of a fund's outlooks. */
type PaidFund = {
  symbol: string
  state: FundState
  /** The last day with data of a fund that isn't open. */
  state_since: IsoDay | null
  status: 'estimated' | MissingEstimate | null
  /** Newest day with a close. */
  lastClose: IsoDay | null
  /** Ascending, with their kinds. */
  payments: ReturnType<typeof withKinds<Payment>>
}

type Window = Pick<OutlookRecordRow, 'as_of' | 'until'>
type Outcome = Pick<OutlookScore, 'outcome' | 'paid' | 'paid_payments' | 'paid_in_addition'>

/**
 * Returns the payments of a fund in the window of an outlook; null while its data doesn't reach past the end. A fund that
 * closed before the end is reported as closed, with its payments until then; one whose payments are missing has no sum.
 * @param ratio dollars of today's share basis per dollar of the outlook
 */
function findOutcome(fund: PaidFund, { as_of, until }: Window, ratio: number): Outcome | null {
  const isClosed = fund.state !== 'open' && (fund.state_since ?? '') <= until
  // Payments are missing since the newest that is known.
  const isMissing = fund.status === 'payments-missing' && until > (fund.payments.at(-1)?.exDate ?? '')
  if (!isClosed && isMissing)
    return { outcome: 'payments-missing', paid: null, paid_payments: null, paid_in_addition: null }
  if (!isClosed && (fund.lastClose ?? '') <= until) return null
  const within = fund.payments.filter(({ exDate }) => exDate > as_of && exDate <= until)
  const regular = within.filter(({ kind }) => kind === 'regular')
  const sumOf = (payments: typeof within) =>
    roundTo(6, payments.reduce((sum, { amount }) => sum + amount, 0) / ratio)
  return {
    outcome: isClosed ? 'closed' : 'scored',
    paid: sumOf(regular),
    paid_payments: regular.length,
    paid_in_addition: sumOf(within.filter(({ kind }) => kind !== 'regular'))
  }
}

/** All funds with their payments, by symbol. */
async function findPaidFunds(db: Db): Promise<Map<string, PaidFund>> {
  const paymentsOf = await findPaymentsByFund(db)
  const rows = await db
    .selectFrom('fund')
    .leftJoin('estimate', 'estimate.symbol', 'fund.symbol')
    .select(['fund.symbol', 'state', 'state_since', 'status'])
    .select((eb) =>
      eb
        .selectFrom('price')
        .select((price) => price.fn.max('date').as('day'))
        .whereRef('price.symbol', '=', 'fund.symbol')
        .as('lastClose')
    )
    .execute()
  return new Map(
    rows.map((row) => [row.symbol, { ...row, payments: withKinds(paymentsOf.get(row.symbol) ?? []) }])
  )
}

/** Relative differences of sums that rebased and rounded amounts make after a split. */
const maxRebased = 0.002

/**
 * Scores outlooks whose end the data has passed, and scores them again if a payment in their window was corrected, moved or
 * deleted since; a split is not a correction.
 * @returns number of changed scores
 */
export async function scoreEndedOutlooks(trx: Trx, now: Date): Promise<number> {
  const asOf = await findNewestPriceDay(trx)
  if (asOf === null) return 0
  const funds = await findPaidFunds(trx)
  const today = toNewYorkTime(now).day
  let changed = 0
  let corrected = 0
  for (const row of await findEndedOutlooks(trx, asOf)) {
    const ratio = basisRatio(row)
    const fund = funds.get(row.symbol)
    const outcome = fund === undefined ? null : findOutcome(fund, row, ratio)
    // A sum that was known stays until there is another one.
    if (outcome === null || isSame(row, outcome, ratio)) continue
    if (row.paid !== null && outcome.paid === null) continue
    const isFirst = row.paid === null
    await writeOutlookScore(trx, row, {
      ...outcome,
      scored_at: now.toISOString(),
      corrected_on: isFirst ? null : today
    })
    changed += 1
    if (!isFirst) corrected += 1
  }
  if (corrected > 0)
    await writeLog(
      trx,
      {
        level: 'WARNING',
        category: 'DIVIDEND_HISTORY',
        action: 'UPDATE',
        message: `${countOf(corrected, 'outlook')} of the record ${corrected === 1 ? 'was' : 'were'} scored again, because payments were corrected.`,
        metadata: { outlooks: corrected }
      },
      now
    )
  return changed
}

function isSame(before: Outcome, after: Outcome, ratio: number): boolean {
  if (before.outcome !== after.outcome || before.paid_payments !== after.paid_payments) return false
  const isClose = (a: number | null, b: number | null) =>
    a === b || (a !== null && b !== null && ratio !== 1 && Math.abs(a - b) <= maxRebased * Math.max(a, b))
  return isClose(before.paid, after.paid) && isClose(before.paid_in_addition, after.paid_in_addition)
}
