import { groupThousands, listOf, withMinus } from '../../admin-api/numbers/format-numbers.ts'
import { formatChange, formatDay, formatMoney, formatPercent } from '../lib/format.ts'
import type { PortfolioFigures } from './calculate-portfolio.ts'
import { type Transaction, typeWords } from './ledger/transaction.ts'
import { shownPortfolio } from './portfolio-state.ts'
import { $portfolio } from './portfolio-store.ts'
import type { PaymentState, PortfolioPayment } from './positions/portfolio-payments.ts'
import { paymentsWithin, type Span, type SpanFigures, spansOf, sumOf } from './positions/spans.ts'

/** '1,250.5': up to four decimals without trailing zeros. */
export function formatShares(shares: number): string {
  return withMinus(shares, groupThousands(Math.abs(shares), 4).replace(/\.?0+$/, ''))
}

export function describeShares(shares: number): string {
  return `${formatShares(shares)} ${shares === 1 ? 'share' : 'shares'}`
}

/**
 * Dollars in the visitor's currency: '$12.30', or '€11.32'. Taxes, transactions and exports are in dollars, which
 * `formatMoney` formats.
 */
export function formatAmount(dollars: number): string {
  const { currency } = shownPortfolio($portfolio.get())
  return formatMoney(dollars * (currency?.perDollar ?? 1), currency?.code)
}

/** Whole dollars in the visitor's currency, for sums whose cents say nothing: '$10,278'. */
export function formatRounded(dollars: number): string {
  const { currency } = shownPortfolio($portfolio.get())
  return formatMoney(Math.round(dollars * (currency?.perDollar ?? 1)), currency?.code).replace(/\.00$/, '')
}

/** '+$12.30' or '−$4.00'. */
export function formatGain(dollars: number, format = formatMoney): string {
  const text = format(dollars)
  return dollars > 0 && /[1-9]/.test(text) ? `+${text}` : text
}

/** Larger rates are shown as 'over', because the exact figure means nothing. */
const highestShare = 10

/** A fraction as a change: '+12.3%', '+267%', or 'over +1,000%'. */
export function formatReturn(fraction: number): string {
  return fraction > highestShare
    ? `over ${formatChange(highestShare * 100, 0)}`
    : formatChange(fraction * 100, Math.abs(fraction) < 1 ? 1 : 0)
}

/** Day of the last closes of the shares held: 'May 4, 2026', or 'May 1, 2026 to May 4, 2026' if funds differ. */
export function describeCloseDays(figures: PortfolioFigures): string {
  const days = closeDays(figures)
  return [...new Set([days[0] ?? '', days.at(-1) ?? ''])].map(formatDay).join(' to ')
}

/** Days of the last closes of covered funds that are held, ascending. */
export function closeDays({ funds }: PortfolioFigures): string[] {
  return funds
    .flatMap(({ fund, shares }) =>
      shares > 0 && fund.own === undefined ? (fund.closes.at(-1)?.date ?? []) : []
    )
    .sort()
}

/** Sentence on the prices of holdings that the site doesn't cover; none without any. */
export function describeOwn({ funds }: PortfolioFigures): string[] {
  const own = funds.filter(({ fund, shares }) => fund.own !== undefined && shares > 0)
  if (own.length === 0) return []
  const names = listOf(own.map(({ fund }) => fund.symbol))
  return [`Holdings we don’t cover count at the last price in your transactions: ${names}.`]
}

/** Style of a gain or loss; none for zero. */
export function toneOf(gain: number): 'positive' | 'negative' | undefined {
  return gain > 0 ? 'positive' : gain < 0 ? 'negative' : undefined
}

/** '80% range $12.30 to $15.10', or why there is none. */
export function describeRange({ sum, range }: SpanFigures): string {
  if (range !== null) return `80% range ${formatAmount(range.low)} to ${formatAmount(range.high)}`
  if (sum.coming > sum.declared) return 'no range: too few past estimates'
  return sum.coming > 0 ? 'all declared' : 'nothing due'
}

/** '$100.00 paid, $300.00 still to come, 80% range $280.00 to $320.00' */
export function describeIncome(figures: SpanFigures): string {
  const { paid, coming } = figures.sum
  if (paid > 0 && coming > 0)
    return `${formatAmount(paid)} paid, ${formatAmount(coming)} still to come, ${describeRange(figures)}`
  return paid > 0 ? 'all of it paid' : describeRange(figures)
}

/** Mark of payments that are expected by the person's own payments. */
export const ownPaymentWords = 'from your own payments'

/** 'estimated', or 'estimated, from your own payments'. */
export function describeState({ state, isOwn }: PortfolioPayment): string {
  return isOwn && state !== 'paid' ? `${stateNames[state]}, ${ownPaymentWords}` : stateNames[state]
}

export const stateNames: Record<PaymentState, string> = {
  paid: 'paid',
  declared: 'declared',
  estimated: 'estimated',
  projected: 'projected',
  expected: 'not confirmed'
}

/** '12.5 shares bought on March 2, 2026' */
export function describeTransaction(transaction: Transaction): string {
  const { type, date } = transaction
  const { name } = typeWords[type]
  const day = formatDay(date)
  if ('amount' in transaction) return `${name}: ${formatMoney(transaction.amount)} on ${day}`
  const shares = describeShares(transaction.shares)
  if (type === 'split' || type === 'correction') {
    const sign = transaction.shares > 0 ? '+' : ''
    return `${name}: ${sign}${shares} on ${day}`
  }
  return `${shares} ${name.toLowerCase()} on ${day}`
}

/**
 * Holdings and coming payments in dollars, with their date and sources. Tabs separate the columns, so that a spreadsheet
 * gets cells and a letter or chat stays readable.
 * @param origin of the site, which is named as a source
 */
export function figuresAsText(figures: PortfolioFigures, origin: string): string {
  const { holdings, payments, year, today } = figures
  const { week, nextWeek, month } = spansOf(today)
  const held = figures.funds.filter(({ shares }) => shares > 0)
  const money = (amount: number | null | undefined) => (amount == null ? '' : formatMoney(amount))
  const comingIn = (span: Span) => formatMoney(sumOf(paymentsWithin(payments, span)).coming)
  const rows = held.map(({ fund, shares, value, received, next, yieldOnCost }) => [
    fund.symbol,
    formatShares(shares),
    money(value),
    money(received),
    money(next?.amount),
    next === null ? '' : formatDay(next.payDate),
    yieldOnCost === null ? '' : formatPercent(yieldOnCost, 1)
  ])
  return [
    [`My Fleet on ${formatDay(today)}, in US dollars`],
    [],
    ['Fund', 'Shares', 'Value', 'Received', 'Next payment', 'Pay date', 'Yield on cost'],
    ...rows,
    [],
    ['Cost', money(holdings.cost)],
    ['Value', money(holdings.value)],
    ['Paid in', money(holdings.cashIn)],
    ['Distributions received', money(holdings.received)],
    ['Still to come this week', comingIn(week)],
    ['Next week', comingIn(nextWeek)],
    ['Still to come this month', comingIn(month)],
    ['Next 12 months', money(year.sum.coming)],
    [],
    [`Prices: close of ${describeCloseDays(figures)}.`],
    ...describeOwn(figures).map((sentence) => [sentence]),
    [`Payments: as announced by the funds, later ones estimated by Doubloon (${origin}).`]
  ]
    .map((cells) => cells.join('\t'))
    .join('\n')
}
