import type { Kysely, Transaction } from 'kysely'
import { replaceDeclared } from '../payments/declared-payments.db.ts'
import { findOddPayments } from '../payments/manual-entries.db.ts'
import type { DeclaredPaymentTable } from '../platform/database/schema/facts.ts'
import type { Database } from '../platform/database/schema.ts'
import { writeSecondSource } from './source-state.db.ts'
import { findSplitHistory } from '../payments/split-history.db.ts'
import { addDays } from '../market-days/days.ts'
import type { Services } from '../services.ts'
import type { Reported } from './checks/gate-fund.ts'
import { findOpinion, knowsNoOtherSplits, type Opinion } from './checks/second-opinion.ts'
import { findTickers } from './collection.db.ts'
import type { CollectionContext, Second } from './collection-context.ts'

export type SecondParts = Pick<Services, 'db' | 'secondSource' | 'log'>

/** Longer than the source itself is asked for again and again. */
const daysBack = 45

/** Asks about all open funds, back to the oldest payment that waits. Never throws: the collection goes on without it. */
export async function askSecondSource(
  { db, secondSource, log }: SecondParts,
  today: string
): Promise<Second | null> {
  if (secondSource === null) return null
  const { name } = secondSource
  const [oldest] = await findOddPayments(db)
  const since =
    [oldest?.ex_date, addDays(today, -daysBack)].filter((day) => day !== undefined).sort()[0] ?? today
  try {
    const symbols = (await findTickers(db)).map(({ symbol }) => symbol)
    return { name, since, answer: await secondSource.collect(symbols, since), fault: null }
  } catch (error) {
    // Only these are written for the operator; any other message could show the key.
    const isForOperator = error instanceof Error && error.name === 'MarketDataError'
    const fault = isForOperator ? error.message : `${name} could not be read.`
    log.warn({ reason: fault }, 'the second source gave no answer')
    return { name, since, answer: { payments: [], splits: [] }, fault }
  }
}

/** What the second source says of a reported payment that stands on the share basis of the stored figures. */
export async function askOpinion(
  db: Kysely<Database>,
  { second, today }: CollectionContext,
  payment: Reported & { symbol: string }
): Promise<(Opinion & { source: string }) | null> {
  if (second === undefined || second.answer.payments.length === 0) return null
  const history = await findSplitHistory(db, payment.symbol)
  const opinion = findOpinion(second.answer, payment, history, today)
  return opinion && { ...opinion, source: second.name }
}

/**
 * Keeps how the second source answered, and what it knows to be declared; a failure leaves that as it was.
 * @returns whether what is declared is something else now
 */
export async function keepSecond(trx: Transaction<Database>, context: CollectionContext): Promise<boolean> {
  const { second, today } = context
  if (second === undefined) return false
  await writeSecondSource(trx, { askedOn: today, fault: second.fault })
  if (second.fault !== null) return false
  const declared: DeclaredPaymentTable[] = []
  const funds = new Set((await findTickers(trx)).map(({ symbol }) => symbol))
  for (const { symbol, exDate, payDate, declaredOn, amountAsPaid } of second.answer.payments) {
    // A zero is more often a slip than an announcement.
    if (!funds.has(symbol) || exDate < today || amountAsPaid === 0) continue
    const history = await findSplitHistory(trx, symbol)
    if (!knowsNoOtherSplits(second.answer, symbol, history, second.since)) continue
    declared.push({
      symbol,
      ex_date: exDate,
      payment_date: payDate !== null && payDate >= exDate ? payDate : null,
      amount: amountAsPaid,
      declared_on: declaredOn,
      source_name: second.name,
      seen_on: today
    })
  }
  return replaceDeclared(trx, declared)
}
