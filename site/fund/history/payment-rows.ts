import type { FundPage } from '../../../admin-api/contract/fund-page.ts'
import type { PaymentRoc, RocOfFund } from '../../../admin-api/contract/return-of-capital.ts'
import type { DividendHistory } from '../../../admin-api/contract/stock.ts'
import { returnOfCapitalOf } from '../../../admin-api/returns/return-of-capital.ts'
import { parseDayMonthYear } from '../../lib/format.ts'

/** A payment with what is known about it. */
export type PaymentTableRow = {
  exDate: string
  payDate: string
  /** Dollars a share, on today's share basis. */
  amount: number
  /** On the share basis of its day; null if it doesn't differ. */
  amountAsPaid: number | null
  isResidual: boolean
  /** The new frequency ('weekly') where it changed, else null. */
  turn: string | null
  /** The last estimate before it; null without one. */
  estimate: FundPage['expectedAndPaid'][number] | null
  /** Null if unknown. */
  returnOfCapital: PaymentRoc | null
}

/** Payments with what is known about each, newest first. */
export function paymentRowsOf(
  { dividend_history: payments }: DividendHistory,
  estimates: FundPage['expectedAndPaid'] = [],
  roc: RocOfFund = { notices: [], finals: [] }
): PaymentTableRow[] {
  const estimateOf = new Map(estimates.map((estimate) => [estimate.exDate, estimate]))
  return payments.map((payment, i) => {
    const { ex_date: exDate, amount, amount_as_paid: asPaid, frequency_label: frequency } = payment
    const before = payments[i + 1]?.frequency_label
    const payDate = parseDayMonthYear(payment.payment_date) ?? payment.payment_date
    return {
      exDate,
      payDate,
      amount,
      amountAsPaid: asPaid !== null && Math.abs(asPaid - amount) >= 0.00005 ? asPaid : null,
      isResidual: payment.is_residual,
      turn: before !== undefined && before !== frequency ? frequency.toLowerCase() : null,
      estimate: estimateOf.get(exDate) ?? null,
      returnOfCapital: returnOfCapitalOf({ exDate, payDate }, roc)
    }
  })
}

/** Sources of live data, matched by the source text of stored payments. */
const liveSources: readonly (readonly [RegExp, mark: string, name: string])[] = [
  [/^Yahoo/, 'Y', 'Yahoo Finance'],
  [/^Nasdaq/, 'N', 'Nasdaq'],
  [/^Massive/, 'M', 'Massive'],
  [/operator|by hand/i, 'H', 'entered by hand']
]
const released = { mark: 'R', name: 'compared from public data sets and released with the site' }

export type PaymentSource = { mark: string; name: string }

/** Sources of a payment: the first reported it, the others confirmed it. */
export function sourceOfPayment(sources: string): PaymentSource {
  const [first = '', ...others] = sources.split('; ')
  const reported = liveSources.find(([pattern]) => pattern.test(first))
  if (reported === undefined) return released
  const [, mark, name] = reported
  const confirmed = others.map((other) => liveSources.find(([pattern]) => pattern.test(other))?.[2] ?? other)
  return confirmed.length === 0
    ? { mark, name }
    : { mark: `${mark}+`, name: `${name}, confirmed by ${confirmed.join(' and ')}` }
}

/** The usual source of the payments, and the mark of each other one by ex-date. */
export function sourcesOf(sources: FundPage['paymentSources']) {
  const all = Object.entries(sources).map(([exDate, text]) => ({ exDate, ...sourceOfPayment(text) }))
  const groups = [...Map.groupBy(all, ({ mark }) => mark).values()].sort((a, b) => b.length - a.length)
  const [usual, ...others] = groups.flatMap(([first]) => first ?? [])
  const names = others.map(({ mark, name }) => ` ${mark}: ${name}.`).join('')
  return {
    line: usual ? `Source: ${usual.name}${names && ', unless a row names another'}.${names}` : '',
    unusual: new Map(all.flatMap(({ exDate, mark }) => (mark === usual?.mark ? [] : [[exDate, mark]])))
  }
}
