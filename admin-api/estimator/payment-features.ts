import { closeAt, countUpTo, priceDayOf } from '../market-days/closes.ts'
import { daysBetween } from '../market-days/days.ts'
import type { Period } from '../market-days/frequency.ts'
import type { Close, FamilyTraits, FundHistory, IsoDay } from '../market-days/types.ts'
import { comingSpan, paidUntil, scaleTo } from '../market-days/usual-payments.ts'
import { mean } from '../numbers/statistics.ts'
import { isRegular, type KnownFund } from './known-fund.ts'
import {
  dailyVolatility,
  lastCompleteFriday,
  sessionVolatility,
  weekClose,
  weekCutoff,
  weekReturns
} from './week-returns.ts'

/** Minimum payments that show how a fund pays. */
export const minPayments = 3

/** About a year of weekly payments, enough for every rule. */
const maxPayments = 60

/**
 * Input of the rules for one forecast, known before the payment of `exDate`. The lists ascend by ex-date, and items at the
 * same index belong to the same past payment. One-offs and payments without a price are left out.
 */
export type PaymentFeatures = {
  symbol: string
  family: string
  traits: FamilyTraits | undefined
  /** Ex-date of the payment to forecast. */
  exDate: IsoDay
  /** Day of the newest fact used. */
  cutoff: IsoDay
  /** Dollars a share: the latest close at or before two sessions before the ex-date. */
  price: number
  priceDate: IsoDay
  period: Period
  /** Days that the payment covers: 7, or those since the last payment. */
  days: number
  /** Past amounts in dollars a share, scaled to the period of the forecast. */
  amounts: number[]
  /** Friday of the last complete calendar week. */
  weekEnd: IsoDay
  /** Log total returns of the last two complete calendar weeks, newest first. */
  weekReturns: number[]
  /** Return of the latest complete week, as known before each past payment. */
  pastWeekReturns: number[]
  /** The last close of the latest complete week, dollars a share; undefined if it has none. */
  weekClose: number | undefined
  /** The same, as known before each past payment. */
  pastWeekCloses: (number | undefined)[]
  /** Root mean square of the daily log total returns of the last two complete weeks. */
  dailyVolatility: number
  /**
   * ln of the fund's volatility over two months up to the price day, less its mean as of the last six payments;
   * undefined for weekly payments and with fewer than three of them.
   */
  volatilityChange: number | undefined
  /** The same figure for the volatility that index options implied over the month up to the price day; for any period. */
  impliedChange: number | undefined
  /** ln(amount / close of its price day), with the scaled amounts. */
  logYields: number[]
  /** All funds by symbol, as known at the cutoff. */
  funds: ReadonlyMap<string, KnownFund>
}

/** Undefined without a price or with too few payments. */
export function computeFeatures(
  funds: ReadonlyMap<string, KnownFund>,
  fund: KnownFund,
  exDate: IsoDay,
  cutoff: IsoDay,
  { closes, marketVolatility = [] }: Pick<FundHistory, 'closes' | 'marketVolatility'>
): PaymentFeatures | undefined {
  const close = closeAt(closes, cutoff)
  const last = fund.payments.findLast(isRegular)
  const usable = fund.payments
    .filter(({ isOneOff, price }) => !isOneOff && price !== undefined)
    .slice(-maxPayments)
  if (!close || !last || fund.payments.length < minPayments || usable.length === 0) return undefined
  const gapDays = daysBetween(paidUntil(last.exDate, fund.quarantinedDays, exDate), exDate)
  const coming = comingSpan(gapDays, last.gapDays)
  const week = weekCutoff(exDate, cutoff, fund.traits)
  const { period, days } = coming
  const exDates = new Set(fund.payments.map((payment) => payment.exDate))
  const amounts = usable.map(({ amount, span }) => amount * scaleTo(span, coming))
  return {
    symbol: fund.symbol,
    family: fund.family,
    traits: fund.traits,
    exDate,
    cutoff,
    price: close.close,
    priceDate: close.date,
    period,
    days,
    amounts,
    weekEnd: lastCompleteFriday(week),
    weekReturns: weekReturns(closes, fund.payments, week, 2),
    pastWeekReturns: usable.map(({ weekReturn }) => weekReturn),
    weekClose: weekClose(closes, week),
    pastWeekCloses: usable.map((payment) => payment.weekClose),
    dailyVolatility: dailyVolatility(closes, fund.payments, week),
    volatilityChange:
      period === 'week'
        ? undefined
        : changeFromUsual(fund, usable, cutoff, (day) => sessionVolatility(closes, exDates, day)),
    impliedChange: changeFromUsual(fund, usable, cutoff, (day) => monthMean(marketVolatility, day)),
    logYields: amounts.map((amount, i) => Math.log(amount / (usable[i]?.price ?? close.close))),
    funds
  }
}

/** Number of past payments whose volatility is averaged as the usual one. */
const usualPayments = 6

/** ln of a volatility at the cutoff, less its mean at the price days of the last six payments. */
function changeFromUsual(
  { traits }: KnownFund,
  usable: readonly KnownFund['payments'][number][],
  cutoff: IsoDay,
  volatilityAt: (day: IsoDay) => number | undefined
): number | undefined {
  const now = volatilityAt(cutoff)
  if (now === undefined) return undefined
  const before = usable
    .slice(-usualPayments)
    .flatMap(({ exDate }) => volatilityAt(priceDayOf(exDate, traits)) ?? [])
  return before.length < minPayments ? undefined : Math.log(now) - mean(before.map(Math.log))
}

const monthSessions = 21

/** Geometric mean of the last month of closes up to `day`; undefined with fewer or only old ones. */
function monthMean(closes: readonly Close[], day: IsoDay): number | undefined {
  const count = countUpTo(closes, day)
  if (count < monthSessions || !closeAt(closes, day)) return undefined
  return Math.exp(mean(closes.slice(count - monthSessions, count).map(({ close }) => Math.log(close))))
}
