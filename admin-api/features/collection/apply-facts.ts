import type { Transaction } from 'kysely'
import {
  addSplit,
  findFacts,
  rebaseFigures,
  type StoredFacts,
  writeCloses,
  writeImpliedVolatility
} from '../../db/fund-facts.db.ts'
import { touchHistory } from '../../db/payment-records.db.ts'
import type { Database } from '../../db/schema.ts'
import type { CollectedFund } from '../../services.ts'
import { applyPayments } from './apply-payments.ts'
import { pickNewCloses } from './checks/new-closes.ts'
import { judgeBasis } from './checks/share-basis.ts'
import { type Doubt, log, type Occasion } from './occasion.ts'

export type Gathered = {
  symbol: string
  /** Whether any stored figure is another one now. */
  isChanged: boolean
  closes: number
  payments: number
  splits: number
  /** Payments that wait for the operator. */
  heldBack: number
}

/** Stores of one fund what can be trusted, and leaves the rest to the operator with its reason. */
export async function applyFacts(
  trx: Transaction<Database>,
  symbol: string,
  told: CollectedFund,
  occasion: Occasion
): Promise<Gathered> {
  const before = await findFacts(trx, symbol)
  if (before === undefined) throw new RangeError(`applyFacts needs one of our funds, got ${symbol}`)
  const basis = judgeBasis(told, before)
  const splits = basis.kind === 'clear' ? basis.newSplits : []
  if (basis.kind === 'clear') await applySplits(trx, symbol, basis, occasion)
  const stored = splits.length === 0 ? before : await reread(trx, symbol)

  const from = basis.kind === 'unclear' ? basis.from : null
  const prices = from === null ? told.prices : told.prices.filter(({ date }) => date < from)
  const closes = pickNewCloses(prices, stored.closes)
  await writeCloses(trx, symbol, closes.accepted)
  const doubt = basis.kind === 'unclear' ? basis : doubtOf(closes.brokenFrom, closes.refused)
  const concerns = [...(basis.kind === 'unclear' ? [basis.reason] : []), ...closes.refused]
  if (concerns.length > 0) await logConcerns(trx, symbol, concerns, occasion)

  const hasNewVolatility =
    told.impliedVolatility !== null &&
    (await writeImpliedVolatility(trx, {
      symbol,
      date: told.prices.at(-1)?.date ?? occasion.today,
      value: told.impliedVolatility
    }))
  const knownCloses = mergeCloses(stored.closes, closes.accepted)
  const { recorded, heldBack } = await applyPayments(
    trx,
    { ...stored, closes: knownCloses },
    told,
    doubt,
    occasion
  )
  return {
    symbol,
    isChanged: splits.length + closes.accepted.length + recorded > 0 || hasNewVolatility,
    closes: closes.accepted.length,
    payments: recorded,
    splits: splits.length,
    heldBack
  }
}

async function applySplits(
  trx: Transaction<Database>,
  symbol: string,
  { newSplits, factor }: { newSplits: CollectedFund['splits']; factor: number },
  occasion: Occasion
): Promise<void> {
  if (factor !== 1) {
    await rebaseFigures(trx, symbol, factor)
    await touchHistory(trx, occasion.now)
  }
  for (const split of newSplits) {
    const basis = `told by ${occasion.sourceName}, confirmed by its closes`
    await addSplit(trx, { symbol, ...split, basis })
    const { date, oldShares, newShares } = split
    await log(trx, occasion, {
      level: 'WARNING',
      category: 'DIVIDEND_HISTORY',
      action: 'UPDATE',
      symbol,
      message: `${oldShares} shares of ${symbol} became ${newShares} on ${date}: every stored price and payment now stands on the new share basis.`,
      metadata: { date, old_shares: oldShares, new_shares: newShares, source: occasion.sourceName }
    })
  }
}

async function logConcerns(
  trx: Transaction<Database>,
  symbol: string,
  concerns: readonly string[],
  occasion: Occasion
): Promise<void> {
  const [first, ...more] = concerns
  await log(trx, occasion, {
    level: 'WARNING',
    category: 'DIVIDEND_HISTORY',
    action: 'DATA_INCONSISTENCY',
    symbol,
    message: `Not everything told of ${symbol} was stored: ${first}${more.length > 0 ? `, and ${more.length} more` : ''}.`,
    metadata: { concerns: concerns.slice(0, 10), source: occasion.sourceName }
  })
}

async function reread(trx: Transaction<Database>, symbol: string): Promise<StoredFacts> {
  const stored = await findFacts(trx, symbol)
  if (stored === undefined) throw new RangeError(`reread needs one of our funds, got ${symbol}`)
  return stored
}

function doubtOf(from: string | null, refused: readonly string[]): Doubt | null {
  return from === null ? null : { from, reason: refused.find((reason) => reason.includes(from)) ?? '' }
}

function mergeCloses(stored: StoredFacts['closes'], accepted: StoredFacts['closes']): StoredFacts['closes'] {
  const byDay = new Map([...stored, ...accepted].map((close) => [close.date, close]))
  return [...byDay.values()].sort((a, b) => (a.date < b.date ? -1 : 1))
}
