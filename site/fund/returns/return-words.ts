import { daysBetween } from '../../../admin-api/market-days/days.ts'
import { countOf } from '../../../admin-api/numbers/format-numbers.ts'
import { shortestYearlySpanDays } from '../../../admin-api/returns/yearly-rate.ts'
import { formatChange, formatDay, formatDollars, formatMoney, formatPercent } from '../../lib/format.ts'
import { type ReturnView, stake } from './return-view.ts'

/** A year between two sessions may be some days longer or shorter, because of weekends and holidays. */
const maxYearOffset = 5

/** The section in one sentence; the underlying's result comes last. */
export function sentenceOf({ symbol, summary: { from, to }, ways }: ReturnView): string {
  const [reinvested, , , underlying] = ways
  if (!reinvested) return ''
  const yearly =
    reinvested.yearlyPercent === null ? '' : `, or ${formatChange(reinvested.yearlyPercent, 1)} a year`
  const beside = underlying ? ` In ${underlying.name} itself: ${formatDollars(underlying.dollars)}.` : ''
  return (
    `${formatDollars(stake)} in ${symbol} at the close on ${formatDay(from)} became ` +
    `${formatDollars(reinvested.dollars)} by ${formatDay(to)} with distributions reinvested: ` +
    `${formatChange(reinvested.percent, 1)}${yearly}.${beside}`
  )
}

/** What had to be reinvested of the payments, and what was free to spend. */
export function reinvestmentSentence({ symbol, needed }: ReturnView): string {
  if (needed === null)
    return `${symbol} has prices of less than a year: not enough history to say how much of its payments could be spent.`
  const { share, from, to, paid, cost } = needed
  const dollars = (ofShare: number) => formatDollars((stake * paid * ofShare) / cost)
  const isLastYear = Math.abs(daysBetween(from, to) - 365) <= maxYearOffset
  const span = isLastYear ? 'In the last year' : `From ${formatDay(from)} to ${formatDay(to)}`
  if (share === null)
    return `${span}, ${symbol} lost more than it paid: reinvesting every payment was not enough to keep the value.`
  if (share === 0)
    return `${span}, the price kept its value: all of ${dollars(1)} paid on ${formatDollars(stake)} was free to spend.`
  return `${span}, ${symbol} paid ${dollars(1)} on ${formatDollars(stake)}. Reinvesting ${formatPercent(100 * share, 0)} of each payment, ${dollars(share)}, kept the value; ${dollars(1 - share)} was free to spend.`
}

/** Change of the price alone; closes are used as NAV. */
export function priceChangeOf({ summary: { price }, holding: { bought, last } }: ReturnView) {
  return {
    figure: formatChange(100 * price, 1),
    note: `from ${formatMoney(bought.close)} to ${formatMoney(last.close)}; closing prices; we have no NAV`
  }
}

/** '1st', '22nd', '13th'. */
export function ordinal(place: number): string {
  const isTeen = Math.floor(place / 10) % 10 === 1
  const ending = isTeen ? 'th' : (['th', 'st', 'nd', 'rd'][place % 10] ?? 'th')
  return `${place}${ending}`
}

/** Caveats about weak evidence and days other than the chosen one. */
export function notesOf(view: ReturnView): string[] {
  const { since, summary, holding, residuals, splits } = view
  const { from, to } = summary
  const { missingCloses, laterPayments } = holding
  const notes: string[] = []
  if (since !== from)
    notes.push(`There is no closing price for ${formatDay(since)}, so the purchase uses ${formatDay(from)}.`)
  if (summary.yearly === null) notes.push(`A yearly rate needs at least ${shortestYearlySpanDays} days.`)
  if (laterPayments > 0)
    notes.push(
      `Our closing prices end on ${formatDay(to)}; ${countOf(laterPayments, 'payment')} with a later ex-date ${are(laterPayments)} not counted.`
    )
  if (missingCloses > 0)
    notes.push(
      `${countOf(missingCloses, 'trading day')} in between ${have(missingCloses)} no closing price; payments on those days buy shares at the next one.`
    )
  for (const { date, oldShares, newShares } of splits)
    notes.push(
      `${oldShares} ${oldShares === 1 ? 'share' : 'shares'} became ${newShares} ` +
        `${date === null ? 'on an unknown day' : `on ${formatDay(date)}`}; earlier prices and distributions are adjusted for this split.`
    )
  if (residuals > 0)
    notes.push(
      `Includes ${residuals === 1 ? 'one' : residuals} small year-end ${residuals === 1 ? 'payment' : 'payments'}.`
    )
  return notes
}

function are(number: number): string {
  return number === 1 ? 'is' : 'are'
}

function have(number: number): string {
  return number === 1 ? 'has' : 'have'
}
