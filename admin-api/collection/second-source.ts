import type { Logger } from 'pino'
import { addDays } from '../market-days/days.ts'
import { findDeclared } from '../payments/declared-payments.db.ts'
import { findOddPayments } from '../payments/manual-entries.db.ts'
import { findSplitHistory } from '../payments/payments.db.ts'
import type { Db, Trx } from '../platform/database/schema.ts'
import { announcePayments } from './announcements/announce-payments.ts'
import type { Reported } from './checks/payment-rhythm.ts'
import { findOpinion, type Opinion } from './checks/second-opinion.ts'
import { findTickers } from './collection.db.ts'
import type { CollectionContext, Second } from './collection-context.ts'
import { writeSourceState } from './source-state.db.ts'
import type { SecondSource } from './sources/market-data.ts'
import { MarketDataError } from './sources/market-data.ts'

export type SecondParts = { db: Db; secondSource: SecondSource | null; log: Logger }

/** Longer than the span that collections fetch repeatedly. */
const daysBack = 45

/**
 * Queries payments of all open funds, back to the oldest quarantined one. Never throws: the collection continues
 * without it.
 */
export async function fetchSecondSource(
  { db, secondSource, log }: SecondParts,
  today: string
): Promise<Second | null> {
  if (secondSource === null || secondSource.isOn?.() === false) return null
  const { name } = secondSource
  const [oldest] = await findOddPayments(db)
  const since =
    [oldest?.ex_date, addDays(today, -daysBack)].filter((day) => day !== undefined).sort()[0] ?? today
  try {
    const symbols = (await findTickers(db)).map(({ symbol }) => symbol)
    return { name, payments: await secondSource.collect(symbols, since), fault: null }
  } catch (error) {
    // Only these messages are meant for the operator.
    const fault = error instanceof MarketDataError ? error.message : `${name} could not be read.`
    log.warn({ reason: fault }, 'the second source did not respond')
    return { name, payments: [], fault }
  }
}

/** The opinion of a payment of the second source, else of the source that announced it, on today's share basis. */
export async function findSecondOpinion(
  db: Db,
  { second, today, sourceName }: CollectionContext,
  payment: Reported & { symbol: string }
): Promise<(Opinion & { source: string }) | null> {
  const history = await findSplitHistory(db, payment.symbol)
  const declared = (await findDeclared(db)).map(({ source_name: name, symbol, ex_date, amount }) => ({
    name,
    payments: [{ symbol, exDate: ex_date, payDate: null, declaredOn: null, amountAsPaid: amount }]
  }))
  for (const { name, payments } of [...(second === undefined ? [] : [second]), ...declared]) {
    // A source that stands in for another one can't confirm itself.
    const opinion = sourceName.startsWith(name) ? null : findOpinion(payments, payment, history, today)
    if (opinion !== null) return { ...opinion, source: name }
  }
  return null
}

/**
 * Stores the second source's state and its declared payments; a failure keeps the old ones.
 * @returns whether declared payments changed
 */
export async function saveSecondSource(trx: Trx, context: CollectionContext): Promise<boolean> {
  const { second, today } = context
  if (second === undefined) return false
  await writeSourceState(trx, 'second-source', { askedOn: today, fault: second.fault })
  if (second.fault !== null) return false
  const { isChanged } = await announcePayments(trx, { ...second, isListed: true }, context)
  return isChanged
}
