import type { LogEntry } from '../admin-log/admin-log.db.ts'
import { formatLongDay } from '../market-days/days.ts'
import {
  addSplits,
  findFacts,
  rebaseFigures,
  type StoredFacts,
  writeCloses,
  writeImpliedVolatility
} from '../payments/fund-facts.db.ts'
import { touchHistory } from '../payments/payment-records.db.ts'
import type { Trx } from '../platform/database/schema.ts'
import type { CheckedFund } from './checks/check-collected.ts'
import { pickNewCloses, sessionsToConfirm } from './checks/new-closes.ts'
import { judgeBasis, type ShareBasis } from './checks/share-basis.ts'
import { type CollectionContext, log, type UnreliableFrom } from './collection-context.ts'
import { ingestPayments } from './ingest-payments.ts'
import type { AddedPayment } from './mark-payments.ts'

/** The stored part of a fund's data. */
export type IngestResult = {
  symbol: string
  sourceName: string
  /** Whether any stored figure changed. */
  isChanged: boolean
  /** Numbers of stored closes, payments and splits. */
  closes: number
  payments: number
  splits: number
  /** Closes that jumped and wait for confirmation. */
  heldCloses: number
  /** Payments waiting for the operator. */
  quarantined: number
  /** Payments that are stored now for the first time. */
  added: AddedPayment[]
}

/** Stores the trustworthy part of a fund's data and quarantines the rest with reasons. */
export async function ingestFund(
  trx: Trx,
  symbol: string,
  fetched: CheckedFund,
  collection: CollectionContext
): Promise<IngestResult> {
  const context = { ...collection, sourceName: fetched.sourceName ?? collection.sourceName }
  const before = await findFacts(trx, symbol)
  const basis = judgeBasis(fetched, before)
  const splits = basis.kind === 'clear' ? basis.newSplits : []
  if (basis.kind === 'clear') await applySplits(trx, symbol, basis, context)
  const current = splits.length === 0 ? before : await findFacts(trx, symbol)

  const from = basis.kind === 'unclear' ? basis.from : null
  const prices = from === null ? fetched.prices : fetched.prices.filter(({ date }) => date < from)
  const closes = pickNewCloses(prices, current.closes)
  const isOwn = closes.accepted.some(({ basis }) => basis !== undefined)
  await writeCloses(trx, symbol, closes.accepted, isOwn ? null : context.sourceName)
  const unreliable = basis.kind === 'unclear' ? basis : unreliableFrom(closes.brokenFrom, closes.refused)
  const concerns = [
    ...fetched.concerns,
    ...(basis.kind === 'unclear' ? [basis.reason] : []),
    ...closes.refused
  ]
  if (concerns.length > 0) await logConcerns(trx, symbol, { concerns, held: closes.held }, context)
  for (const sentence of closes.confirmed)
    await warn(trx, symbol, context, {
      message: `A price jump of ${symbol} was accepted: ${sentence}. Please check whether its shares were split.`
    })

  const hasNewVolatility =
    fetched.impliedVolatility !== null &&
    (await writeImpliedVolatility(trx, {
      symbol,
      date: fetched.prices.at(-1)?.date ?? context.today,
      value: fetched.impliedVolatility
    }))
  const knownCloses = mergeCloses(current.closes, closes.accepted)
  const { recorded, quarantined, added } = await ingestPayments(
    trx,
    { ...current, closes: knownCloses },
    fetched,
    unreliable,
    context
  )
  return {
    symbol,
    sourceName: context.sourceName,
    isChanged: splits.length + closes.accepted.length + recorded > 0 || hasNewVolatility,
    closes: closes.accepted.length,
    heldCloses: closes.held,
    payments: recorded,
    splits: splits.length,
    quarantined,
    added
  }
}

async function applySplits(
  trx: Trx,
  symbol: string,
  { newSplits, factor, until }: Extract<ShareBasis, { kind: 'clear' }>,
  context: CollectionContext
): Promise<void> {
  if (factor !== 1) {
    await rebaseFigures(trx, symbol, { factor, until })
    await touchHistory(trx, context.now)
  }
  await addSplits(trx, symbol, newSplits, `reported by ${context.sourceName}, confirmed by its closes`)
  for (const { date, oldShares, newShares } of newSplits)
    await warn(trx, symbol, context, {
      message: `${oldShares} shares of ${symbol} became ${newShares} on ${formatLongDay(date)}: every stored price and payment is now on the new share basis.`,
      metadata: { date, old_shares: oldShares, new_shares: newShares }
    })
}

const advice = ` Please compare the price with another source. If it is right, there is nothing to do: it is accepted automatically once ${sessionsToConfirm} sessions have closed at the new level, or with the split when one is reported. Until then the fund's estimate uses the close before.`

async function logConcerns(
  trx: Trx,
  symbol: string,
  { concerns, held }: { concerns: readonly string[]; held: number },
  context: CollectionContext
): Promise<void> {
  const [first, ...more] = concerns
  await warn(trx, symbol, context, {
    action: 'DATA_INCONSISTENCY',
    message: `Not all data reported for ${symbol} was stored: ${first}${more.length > 0 ? `, and ${more.length} more` : ''}.${held > 0 ? advice : ''}`,
    metadata: { concerns: concerns.slice(0, 10) }
  })
}

async function warn(
  trx: Trx,
  symbol: string,
  context: CollectionContext,
  {
    message,
    action = 'UPDATE',
    metadata
  }: Pick<LogEntry, 'message' | 'metadata'> & { action?: LogEntry['action'] }
): Promise<void> {
  await log(trx, context, {
    level: 'WARNING',
    category: 'DIVIDEND_HISTORY',
    action,
    symbol,
    message,
    metadata: { ...metadata, source: context.sourceName }
  })
}

function unreliableFrom(from: string | null, refused: readonly string[]): UnreliableFrom | null {
  return from === null ? null : { from, reason: refused.find((reason) => reason.includes(from)) ?? '' }
}

function mergeCloses(stored: StoredFacts['closes'], accepted: StoredFacts['closes']): StoredFacts['closes'] {
  const byDay = new Map([...stored, ...accepted].map((close) => [close.date, close]))
  return [...byDay.values()].sort((a, b) => (a.date < b.date ? -1 : 1))
}
