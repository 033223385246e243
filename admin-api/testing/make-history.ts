import { readFamilies } from '../../data/read-facts.ts'
import { usesMarketVolatility } from '../estimator/estimator.ts'
import { traitsOf } from '../funds/families.db.ts'
import { addDays, weekdayOf } from '../market-days/days.ts'
import { addSessions, isSession } from '../market-days/market-calendar.ts'
import { moveOffClosedDays } from '../market-days/next-dates.ts'
import type { Close, FamilyTraits, FundHistory, IsoDay, Payment } from '../market-days/types.ts'

const families = new Map(readFamilies().map((family) => [family.family, traitsOf(family)]))

/** Payment traits of a family in data/. */
export function traitsOfFamily(id: string): FamilyTraits {
  const traits = families.get(id)
  if (traits === undefined) throw new RangeError(`traitsOfFamily needs a family of data/, got ${id}`)
  return traits
}

type Wanted = {
  symbol?: string
  family?: string
  /** Any day of the week of the first payment. */
  start?: IsoDay
  weeks?: number
  /** 1 Monday to 5 Friday. */
  weekday?: number
  /** Share of the price paid in week i. */
  yieldOf?: (week: number) => number
  /** Dollars a share on the ith session. */
  closeOf?: (session: number) => number
}

/** A fund that pays weekly: prices start ten weeks before the first payment and end a week after the last. */
export function makeHistory(wanted: Wanted = {}): FundHistory {
  const {
    symbol = 'TEST',
    family = 'yieldmax-single',
    start = '2025-01-06',
    weeks = 30,
    weekday = 4
  } = wanted
  const { yieldOf = () => 0.01, closeOf = (session) => 20 * Math.exp(0.05 * Math.sin(session / 3)) } = wanted
  const traits = traitsOfFamily(family)
  const monday = addDays(start, 1 - weekdayOf(start))
  const closes: Close[] = []
  for (let day = addDays(monday, -70); day <= addDays(monday, 7 * weeks); day = addDays(day, 1)) {
    if (isSession(day)) closes.push({ date: day, close: closeOf(closes.length) })
  }
  const payments = Array.from({ length: weeks }, (_, week): Payment => {
    const exDate = moveOffClosedDays(addDays(monday, 7 * week + weekday - 1), traits.dates)
    const priceDay = addSessions(exDate, -2)
    const close = closes.findLast(({ date }) => date <= priceDay)?.close ?? 20
    return { exDate, payDate: addSessions(exDate, 1), amount: yieldOf(week) * close }
  })
  const marketVolatility = closes.map(({ date }, i) => ({
    date,
    close: 18 * Math.exp(0.3 * Math.sin(i / 30))
  }))
  return {
    symbol,
    family,
    traits,
    payments,
    closes,
    ...(usesMarketVolatility(traits) && { marketVolatility })
  }
}

/** Five different funds of three families, enough to learn and combine rules. */
export function makeHistories(weeks = 40): FundHistory[] {
  const wave = (phase: number) => (week: number) => 0.012 * Math.exp(0.25 * Math.sin(week * 1.7 + phase))
  return [
    makeHistory({ symbol: 'AAA', weeks, yieldOf: wave(0) }),
    makeHistory({ symbol: 'BBB', weeks, yieldOf: wave(1), closeOf: (session) => 50 - session / 10 }),
    makeHistory({ symbol: 'CCC', weeks, family: 'graniteshares', weekday: 5 }),
    makeHistory({ symbol: 'DDD', weeks, family: 'roundhill-weeklypay', weekday: 1, yieldOf: wave(2) }),
    makeHistory({ symbol: 'EEE', weeks, family: 'roundhill-weeklypay', weekday: 1, yieldOf: wave(3) })
  ]
}
