import { addDays } from '../market-days/days.ts'
import { isTurnOfYear } from '../market-days/ex-date-range.ts'
import type { IsoDay } from '../market-days/types.ts'
import { dollars } from '../numbers/format-numbers.ts'
import { median } from '../numbers/statistics.ts'
import type { KnownFund } from './known-fund.ts'

/** First day of the season, early enough to inform visitors before its first payment. */
const seasonStart = '12-01'

/**
 * Sentences on how often and how large one-off payments of the fund and of its family were at past turns of the year.
 * Null outside of the season, December 1 to January 5, and if there were none. The range is for a regular payment,
 * because nothing known in time distinguishes one-offs from regular payments.
 */
export function describeOneOffs(
  { symbol, family, funds }: { symbol: string; family: string; funds: ReadonlyMap<string, KnownFund> },
  day: IsoDay
): string | null {
  const monthDay = day.slice(5)
  if (monthDay < seasonStart && monthDay > '01-05') return null
  const fund = funds.get(symbol)
  if (!fund) return null
  const own = seasonsOf(fund, day)
  const others = [...funds.values()]
    .filter((other) => other.family === family && other.symbol !== symbol)
    .map((other) => seasonsOf(other, day))
    .filter(({ years }) => years > 0)
  const paying = others.filter(({ yearsWithOneOff }) => yearsWithOneOff > 0)
  if (own.yearsWithOneOff === 0 && paying.length === 0) return null
  return `${describeOwn(symbol, own)}${describeFamily(others.length, paying)} The range above is for a regular payment.`
}

/** One-off payments at past turns of the year. `years` is the number of turns with known payments. */
function seasonsOf({ payments }: KnownFund, day: IsoDay) {
  const years = new Set<string>()
  const withOneOff = new Set<string>()
  const [amounts, multiples]: [number[], number[]] = [[], []]
  payments.forEach(({ exDate, amount, isOneOff, kind }, i) => {
    // January belongs to the year before; the current season does not count as a past one.
    const year = addDays(exDate, -31).slice(0, 4)
    if (!isTurnOfYear(exDate) || year === addDays(day, -31).slice(0, 4)) return
    years.add(year)
    const regular = payments.slice(Math.max(0, i - 8), i).filter((past) => !past.isOneOff)
    if (!isOneOff || kind === 'residual' || regular.length === 0) return
    const multiple = amount / median(regular.map((past) => past.amount))
    if (multiple <= 1) return
    withOneOff.add(year)
    amounts.push(amount)
    multiples.push(multiple)
  })
  return { years: years.size, yearsWithOneOff: withOneOff.size, amounts, multiples }
}

type PastSeasons = ReturnType<typeof seasonsOf>

function describeOwn(symbol: string, { years, yearsWithOneOff, amounts, multiples }: PastSeasons): string {
  if (years === 0) return `Whether ${symbol} pays one-off amounts around New Year is not known yet.`
  const known = years === 1 ? 'the one year we know' : `the ${years} years we know`
  if (yearsWithOneOff === 0) return `${symbol} paid no one-off amount around New Year in ${known}.`
  const times = years === 1 ? 'in the one year we know' : `in ${yearsWithOneOff} of ${years} years`
  const listed = amounts.slice(-3).map((amount) => dollars(amount))
  return `Around New Year ${symbol} paid one-off amounts ${times}: ${listed.join(', ')}, up to ${Math.round(Math.max(...multiples))} times a regular payment.`
}

function describeFamily(others: number, paying: readonly PastSeasons[]): string {
  if (paying.length === 0) return ''
  const largest = Math.round(Math.max(...paying.flatMap(({ multiples }) => multiples)))
  const who = others === 1 ? 'The one similar fund' : `${paying.length} of ${others} similar funds`
  return ` ${who} did, up to ${largest} times a regular payment.`
}
