import { formatLongDay } from '../market-days/days.ts'
import { dollars } from '../numbers/format-numbers.ts'
import { findFundHistories } from '../payments/fund-histories.db.ts'
import { findOddPayments, type OddPayment, writeDoubt, writeStatus } from '../payments/manual-entries.db.ts'
import { isSameAmount } from '../payments/same-payment.ts'
import type { Trx } from '../platform/database/schema.ts'
import { type Admission, type Confirmation, findAdmissible } from './checks/admit-waiting.ts'
import type { Reported } from './checks/payment-rhythm.ts'
import { formatDisagreement } from './checks/second-opinion.ts'
import { type CollectionContext, log } from './collection-context.ts'
import type { MarketAnswer } from './fetch-funds.ts'
import { record } from './ingest-payments.ts'
import type { AddedPayment } from './mark-payments.ts'
import { findSecondOpinion } from './second-source.ts'

/**
 * Stores quarantined payments of any fund that may be accepted by now, each with a log line that says why, and
 * settles their entries.
 * @param answers responses of the source in this collection
 * @returns accepted payments
 */
export async function admitPayments(
  trx: Trx,
  answers: readonly MarketAnswer[],
  context: CollectionContext
): Promise<AddedPayment[]> {
  const { waiting, confirm } = await applySecondOpinions(trx, await findOddPayments(trx), context)
  if (waiting.length === 0) return []
  const answerOf = new Map(answers.map((answer) => [answer.ticker, answer]))
  const odd = Map.groupBy(waiting, ({ symbol }) => symbol)
  const funds = (await findFundHistories(trx)).map(
    ({ history: { symbol, family, traits, payments, closes } }) => ({
      symbol,
      family,
      traits,
      payments,
      closes,
      reported: (odd.get(symbol) ?? []).map((entry) => toReported(entry, answerOf.get(symbol)))
    })
  )
  const admitted: AddedPayment[] = []
  for (const admission of findAdmissible(funds, context.today, confirm)) {
    const { symbol, payment } = admission
    const entry = odd.get(symbol)?.find(({ ex_date }) => ex_date === payment.exDate)
    if (entry !== undefined && (await admit(trx, entry, admission, context)))
      admitted.push({ symbol, exDate: payment.exDate, source: context.sourceName })
  }
  return admitted
}

/**
 * Entries are replaced when the amount changes, so a payment still reported was unchanged since its entry was made.
 */
function toReported(entry: OddPayment, answer: MarketAnswer | undefined): Reported {
  const { ex_date: exDate, amount, collection_date: unchangedSince } = entry
  const isRepeated =
    answer !== undefined &&
    'fetched' in answer &&
    answer.fetched.payments.some((one) => one.exDate === exDate && isSameAmount(one.amount, amount))
  return { exDate, amount, ...(isRepeated && unchangedSince !== null && { unchangedSince }) }
}

/**
 * Removes payments that the second source contradicts and returns which ones it confirms. A contradicted payment is
 * marked and waits for agreement, even if the source doesn't respond later.
 */
async function applySecondOpinions(
  trx: Trx,
  payments: readonly OddPayment[],
  context: CollectionContext
): Promise<{ waiting: OddPayment[]; confirm: Confirmation }> {
  const waiting: OddPayment[] = []
  const confirmed = new Map<string, string>()
  for (const entry of payments) {
    const payment = { symbol: entry.symbol, exDate: entry.ex_date, amount: entry.amount }
    const opinion = await findSecondOpinion(trx, context, payment)
    if (opinion?.agrees) confirmed.set(`${payment.symbol} ${payment.exDate}`, opinion.source)
    if (opinion?.agrees ?? entry.contradicted_by === null) waiting.push(entry)
    else if (opinion !== null && entry.contradicted_by === null) {
      const sentence = formatDisagreement(payment, opinion, context.sourceName)
      const reason = entry.reason === null ? sentence : `${sentence} ${entry.reason}`
      await writeDoubt(trx, entry.id, { doubt: 'odd', contradicted_by: opinion.source, reason })
    }
  }
  return { waiting, confirm: (symbol, { exDate }) => confirmed.get(`${symbol} ${exDate}`) ?? null }
}

/** Returns whether the payment could be stored: another one may have one of its days. */
async function admit(
  trx: Trx,
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
    category: 'MANUAL_ENTRY',
    action: 'APPROVE',
    symbol,
    entityId: entry.id,
    message: `Accepted automatically: the payment of ${symbol} with ex-date ${formatLongDay(exDate)}, ${dollars(amount)}, that was quarantined: ${why}.`,
    metadata: { ex_date: exDate, payment_date: entry.payment_date, amount, why }
  })
  return true
}
