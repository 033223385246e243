import { shortestYearlySpanDays } from '../../../admin-api/returns/yearly-rate.ts'
import { formatChange, formatCount, formatDay, formatMoney, formatPercent } from '../../lib/format.ts'
import { type ReturnView, stake } from './return-view.ts'

/** '$10,000': whole dollars. */
export function formatDollars(amount: number): string {
  return `$${formatCount(Math.round(amount))}`
}

/** The section in one or two sentences. */
export function sentenceOf({ symbol, summary: { from, to }, ways }: ReturnView): string {
  const [reinvested, cash, price] = ways
  if (!reinvested || !cash || !price) return ''
  const yearly =
    reinvested.yearlyPercent === null ? '' : `, or ${formatChange(reinvested.yearlyPercent, 1)} a year`
  return (
    `${formatDollars(stake)} put into ${symbol} at the close of ${formatDay(from)} had become ` +
    `${formatDollars(reinvested.dollars)} by ${formatDay(to)} with every distribution reinvested on its pay date: ` +
    `${formatChange(reinvested.percent, 1)}${yearly}. With the distributions kept as cash it was ` +
    `${formatDollars(cash.dollars)}; the price alone left ${formatDollars(price.dollars)}.`
  )
}

/** Price erosion; closes stand in for NAV. */
export function erosionOf({ summary: { price }, holding: { bought, last } }: ReturnView): {
  figure: string
  note: string
} {
  const isGone = price < 0
  return {
    figure: isGone ? formatPercent(-100 * price, 1) : 'None',
    note: isGone
      ? `from ${formatMoney(bought.close)} to ${formatMoney(last.close)}; closes, as we have no NAV`
      : `the close is up by ${formatPercent(100 * price, 1)}; we have closes, no NAV`
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
  const { symbol, since, summary, holding, residuals, splits, rank, latest, isFromFirst } = view
  const { from, to } = summary
  const { missingCloses, laterPayments } = holding
  const notes: string[] = []
  if (isFromFirst) notes.push(`${formatDay(from)} has the first close of ${symbol} that we know.`)
  else if (since !== from)
    notes.push(`${formatDay(since)} has no close, so the shares are bought at that of ${formatDay(from)}.`)
  if (summary.yearly === null)
    notes.push(`Fewer than ${shortestYearlySpanDays} days are too few for a yearly rate.`)
  if (laterPayments > 0)
    notes.push(
      `The closes we know end on ${formatDay(to)}; ${count(laterPayments, 'payment')} with a later ex-date ${are(laterPayments)} not counted.`
    )
  if (missingCloses > 0)
    notes.push(
      `${count(missingCloses, 'trading day')} in between ${have(missingCloses)} no close; what was paid then buys shares at the next one.`
    )
  for (const { date, oldShares, newShares } of splits)
    notes.push(
      `${oldShares} ${oldShares === 1 ? 'share' : 'shares'} became ${newShares} ` +
        `${date === null ? 'on a day that we do not know' : `on ${formatDay(date)}`}: prices and distributions before it are those of today’s shares.`
    )
  if (residuals > 0)
    notes.push(
      `${count(residuals, 'small payment')} beside the regular ones, the rest of a year’s income, ${are(residuals)} counted too.`
    )
  if (latest === null) notes.push('No next payment is estimated, so there is no yield on own cost.')
  if (rank === null)
    notes.push('There is no rank: fewer than ten funds have prices from the same day to the newest.')
  return notes
}

function count(number: number, what: string): string {
  return `${formatCount(number)} ${what}${number === 1 ? '' : 's'}`
}

function are(number: number): string {
  return number === 1 ? 'is' : 'are'
}

function have(number: number): string {
  return number === 1 ? 'has' : 'have'
}
