import type { Transaction } from 'kysely'
import { findFundHistories } from '../payments/fund-histories.db.ts'
import { findOddPayments, type OddPayment, writeDoubt, writeStatus } from '../payments/manual-entries.db.ts'
import type { Database } from '../platform/database/schema.ts'
import { isSameAmount } from '../payments/same-payment.ts'
import { dollars } from '../numbers/format-numbers.ts'
import type { MarketAnswer } from './ask-market.ts'
import { type Admission, type Confirmation, findAdmissible } from './checks/admit-waiting.ts'
import type { Reported } from './checks/gate-fund.ts'
import { spellDisagreement } from './checks/second-opinion.ts'
import { type CollectionContext, log } from './collection-context.ts'
import { record } from './ingest-payments.ts'
import { askOpinion } from './second-source.ts'

/**
 * Stores the held-back payments that may be let in by now, of whichever fund, each with a line in the log that says
 * why; their entries are settled.
 * @param answers what the source reports in this collection
 * @returns how many
 */
export async function admitPayments(
  trx: Transaction<Database>,
  answers: readonly MarketAnswer[],
  context: CollectionContext
): Promise<number> {
  const { waiting, confirm } = await heedSecond(trx, await findOddPayments(trx), context)
  if (waiting.length === 0) return 0
  const answerOf = new Map(answers.map((answer) => [answer.ticker, answer]))
  const odd = Map.groupBy(waiting, ({ symbol }) => symbol)
  const funds = (await findFundHistories(trx)).map(({ history: { symbol, family, payments, closes } }) => ({
    symbol,
    family,
    payments,
    closes,
    reported: (odd.get(symbol) ?? []).map((entry) => toReported(entry, answerOf.get(symbol)))
  }))
  let admitted = 0
  for (const admission of findAdmissible(funds, context.today, confirm)) {
    const { symbol, payment } = admission
    const entry = odd.get(symbol)?.find(({ ex_date }) => ex_date === payment.exDate)
    if (entry !== undefined && (await admit(trx, entry, admission, context))) admitted += 1
  }
  return admitted
}

/** An entry gives way to another amount, so that one the source still reports was reported the same all the time. */
function toReported(entry: OddPayment, answer: MarketAnswer | undefined): Reported {
  const { ex_date: exDate, amount, collection_date: unchangedSince } = entry
  const isRepeated =
    answer !== undefined &&
    'fetched' in answer &&
    answer.fetched.payments.some((one) => one.exDate === exDate && isSameAmount(one.amount, amount))
  return { exDate, amount, ...(isRepeated && unchangedSince !== null && { unchangedSince }) }
}

/**
 * Those that a second source does not contradict, and which of them it confirms. One that it contradicts says so from
 * then on, and waits until it agrees, also where it is not heard.
 */
async function heedSecond(
  trx: Transaction<Database>,
  payments: readonly OddPayment[],
  context: CollectionContext
): Promise<{ waiting: OddPayment[]; confirm: Confirmation }> {
  const waiting: OddPayment[] = []
  const confirmed = new Map<string, string>()
  for (const entry of payments) {
    const payment = { symbol: entry.symbol, exDate: entry.ex_date, amount: entry.amount }
    const opinion = await askOpinion(trx, context, payment)
    if (opinion?.agrees) confirmed.set(`${payment.symbol} ${payment.exDate}`, opinion.source)
    if (opinion?.agrees ?? entry.contradicted_by === null) waiting.push(entry)
    else if (opinion !== null && entry.contradicted_by === null) {
      const sentence = spellDisagreement(payment, opinion, context.sourceName)
      const reason = entry.reason === null ? sentence : `${sentence} ${entry.reason}`
      await writeDoubt(trx, entry.id, { doubt: 'odd', contradicted_by: opinion.source, reason })
    }
  }
  return { waiting, confirm: (symbol, { exDate }) => confirmed.get(`${symbol} ${exDate}`) ?? null }
}

/** Says whether it could be stored: another payment may have one of its days. */
async function admit(
  trx: Transaction<Database>,
  entry: OddPayment,
  { symbol, payment: { exDate, amount }, why }: Admission,
  context: CollectionContext
): Promise<boolean> {
  const conflict = await record(
    trx,
    symbol,
    {
      exDate,
      exDateBasis: entry.ex_date_basis ?? 'source',
      payDate: entry.payment_date,
      payDateBasis: entry.payment_date_basis ?? 'derived',
      amount,
      sources: context.sourceName
    },
    context
  )
  if (conflict !== null) return false
  await writeStatus(trx, [entry.id], 'superseded')
  await log(trx, context, {
    level: 'INFO',
    category: 'MANUAL_ENTRY',
    action: 'APPROVE',
    symbol,
    entityId: entry.id,
    message: `Let in by itself: the payment of ${symbol} with ex-date ${exDate}, ${dollars(amount)}, that was held back: ${why}.`,
    metadata: { ex_date: exDate, payment_date: entry.payment_date, amount, why }
  })
  return true
}
