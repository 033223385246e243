import type { ComingPayment } from '../../contract/open-data.ts'
import { OutlookLeaf } from '../../contract/outlook-record.ts'
import type { OutlookSum } from '../../contract/payout-figures.ts'
import { methodVersion } from '../../estimator/estimator.ts'
import { dailyRepeat } from '../../estimator/outlook/outlook.ts'
import { findNewestPriceDay } from '../../funds/newest-day.db.ts'
import { daysBetween } from '../../market-days/days.ts'
import type { IsoDay } from '../../market-days/types.ts'
import { daysPaidFor, usualPayments } from '../../market-days/usual-payments.ts'
import { roundAmount } from '../../numbers/format-numbers.ts'
import { findSplitRows } from '../../payments/fund-facts.db.ts'
import { findFundHistories } from '../../payments/fund-histories.db.ts'
import type { Trx } from '../../platform/database/schema.ts'
import { lastFrozen } from '../../signed-record/counted-estimates.ts'
import { merkleRoot } from '../../signed-record/merkle-tree.ts'
import { findComingPayments } from '../coming-payments.db.ts'
import { addToRecord, type FrozenEstimate, findNewestLive } from '../estimate-record.db.ts'
import { type FundWithPayments, findPayingFunds } from '../estimates.db.ts'
import { toLiveRow } from '../frozen-rows.ts'
import { findPathSample } from '../outlooks.db.ts'
import { sumComing } from '../outlooks.ts'
import { findSigningDay, signEstimates } from '../sign-estimates.ts'
import {
  addOutlookLeaves,
  addOutlooks,
  type FrozenOutlook,
  findOutlookSessions,
  hasOutlookLeaves
} from './outlook-record.db.ts'
import { isRecent, sessionToFreeze } from './outlook-sessions.ts'

type Fund = FundWithPayments & { coming: readonly ComingPayment[] }

/**
 * Freezes and signs the outlooks of all funds as the site shows them, if the first session of a month is about to open. An
 * estimate that is frozen with them, again if it hasn't changed, carries the root of their tree, so that the chain of the
 * estimates' signatures and its witnesses cover them.
 * @returns number of frozen outlooks
 */
export async function freezeOutlooks(trx: Trx, now: Date): Promise<number> {
  const asOf = await findNewestPriceDay(trx)
  const session = asOf === null ? null : sessionToFreeze(now, asOf)
  if (session === null || (await findOutlookSessions(trx, 'live')).has(session)) return 0
  const day = await findSigningDay(trx, now)
  if (await hasOutlookLeaves(trx, day)) return 0
  const carrier = await findCarrier(trx, now)
  const rows = carrier === null ? [] : await listOutlooks(trx, session, now)
  if (carrier === null || rows.length === 0) return 0
  const leaves = rows.map(toLeaf)
  await addToRecord(trx, [carrier])
  await addOutlooks(
    trx,
    rows.map((row) => ({ ...row, signed_on: day }))
  )
  await addOutlookLeaves(trx, day, leaves)
  await signEstimates(trx, now, await merkleRoot(leaves))
  return rows.length
}

/** A further version of an estimate that can still be frozen; null if there is none. */
async function findCarrier(trx: Trx, now: Date): Promise<FrozenEstimate | null> {
  const newestOf = Map.groupBy(await findNewestLive(trx), ({ symbol }) => symbol)
  const historyOf = new Map(
    (await findFundHistories(trx)).map(({ history }) => [history.symbol, history] as const)
  )
  for (const estimate of await findPayingFunds(trx, null)) {
    const history = historyOf.get(estimate.symbol)
    const row = history && toLiveRow(estimate, history, now)
    const last = lastFrozen(newestOf.get(estimate.symbol) ?? [])
    if (row) return { ...row, version: (last?.version ?? 0) + 1 }
  }
  return null
}

async function listOutlooks(trx: Trx, session: IsoDay, now: Date): Promise<FrozenOutlook[]> {
  const splitsOf = Map.groupBy(await findSplitRows(trx), ({ symbol }) => symbol)
  const rows: FrozenOutlook[] = []
  const comingOf = await findComingPayments(trx, null)
  for (const paying of await findPayingFunds(trx, null)) {
    const fund: Fund = { ...paying, coming: comingOf.get(paying.symbol) ?? [] }
    const { symbol, family, price, price_date, frequency, as_of } = fund
    if (fund.status !== 'estimated' || price === null || price_date === null || frequency === null) continue
    // A fund that its source didn't report lately.
    if (!isRecent(as_of, session)) continue
    const known = {
      session,
      origin: 'live',
      made_at: now.toISOString(),
      method_version: methodVersion
    } as const
    const last_split = (splitsOf.get(symbol) ?? []).findLast(({ date }) => date <= as_of)?.date || null
    const repeatOf = createRepeat(fund)
    for (const sum of await regularSums(trx, fund))
      rows.push({
        ...known,
        symbol,
        family,
        frequency,
        as_of,
        price,
        price_date,
        last_split,
        repeat: repeatOf(sum.to),
        ...toColumns(sum)
      })
  }
  return rows
}

/** The sums that the site shows, without payments in addition, which are not scored. */
async function regularSums(trx: Trx, fund: Fund): Promise<readonly OutlookSum[]> {
  const { sums, coming } = fund
  if (coming.every(({ kind }) => kind === 'regular')) return sums
  const regular = coming.filter(({ kind }) => kind === 'regular')
  return sumComing(regular, await findPathSample(trx, fund.symbol), fund.as_of)
}

/** Returns the sum of coming payments up to a day if each repeats the median of the last four. */
function createRepeat(fund: Fund): (until: IsoDay) => number {
  const past = usualPayments(fund.payments).filter(({ exDate }) => exDate <= fund.as_of)
  const coming = fund.coming.filter(({ kind }) => kind === 'regular')
  const daily = past.length < 2 ? 0 : dailyRepeat(past)
  const days = [past.at(-1)?.exDate ?? fund.as_of, ...coming.map(({ ex_date }) => ex_date)]
  return (until) =>
    roundAmount(
      coming.reduce(
        (sum, { ex_date }, i) =>
          ex_date > until ? sum : sum + daily * daysPaidFor(daysBetween(days[i] ?? ex_date, ex_date)),
        0
      )
    )
}

/** Columns of a sum over some months. */
export function toColumns({ months, to, payments, amount, quantiles }: OutlookSum) {
  const [q05 = null, low = null, q25 = null, , q75 = null, high = null, q95 = null] = quantiles ?? []
  return { months, until: to, payments, amount, q05, low, q25, q75, high, q95 }
}

/** The signed columns of an outlook. */
export function toLeaf(row: FrozenOutlook): OutlookLeaf {
  return OutlookLeaf.parse({ ...row, format: 1 })
}
