import type { Facts } from '../../data/schema.ts'
import type { Trx } from '../platform/database/schema.ts'

/**
 * Corrects what an earlier data/ stored: ex-date bases and pay dates of payments, and closes that repeat the day before.
 * Payments of the operator or a live source, and closes of a live source, stay.
 * @param present returns the current symbol of any symbol
 * @returns current symbols of funds with a correction
 */
export async function correctFacts(
  trx: Trx,
  facts: Pick<Facts, 'dividends' | 'prices'>,
  present: (symbol: string) => string
): Promise<Set<string>> {
  const corrected = new Set<string>()
  const payments = await trx
    .selectFrom('dividend_history')
    .selectAll()
    .where('amount', 'is not', null)
    .execute()
  const paymentOn = new Map(payments.map((row) => [`${row.symbol} ${row.ex_date}`, row]))
  const payDays = new Set(payments.map((row) => `${row.symbol} ${row.payment_date}`))
  for (const fact of facts.dividends) {
    const symbol = present(fact.symbol)
    const row = paymentOn.get(`${symbol} ${fact.ex_date}`)
    const isOfData = row?.sources === fact.sources && row.amount === fact.amount
    if (!isOfData) continue
    const isMoved = row.payment_date !== fact.pay_date
    const isSame =
      !isMoved && row.ex_date_basis === fact.ex_date_basis && row.payment_date_basis === fact.pay_date_basis
    if (isSame || (isMoved && payDays.has(`${symbol} ${fact.pay_date}`))) continue
    await trx
      .updateTable('dividend_history')
      .set({
        ex_date_basis: fact.ex_date_basis,
        payment_date: fact.pay_date,
        payment_date_basis: fact.pay_date_basis
      })
      .where('symbol', '=', symbol)
      .where('payment_date', '=', row.payment_date)
      .execute()
    corrected.add(symbol)
  }
  for (const { symbol, date } of facts.prices.filter(({ basis }) => basis === 'stale')) {
    const result = await trx
      .updateTable('price')
      .set({ basis: 'stale' })
      .where('symbol', '=', present(symbol))
      .where('date', '=', date)
      .where('basis', '!=', 'stale')
      .where('source', 'is', null)
      .executeTakeFirst()
    if (result.numUpdatedRows > 0n) corrected.add(present(symbol))
  }
  return corrected
}
