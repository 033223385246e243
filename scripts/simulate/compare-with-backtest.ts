import { findRecord } from '../../admin-api/estimates/estimate-record.db.ts'
import {
  backtest,
  type EstimateResult,
  estimateFunds,
  usesMarketVolatility
} from '../../admin-api/estimator/estimator.ts'
import { traitsOf } from '../../admin-api/funds/families.db.ts'
import { priceDayOf } from '../../admin-api/market-days/closes.ts'
import type { FundHistory } from '../../admin-api/market-days/types.ts'
import { isWithinShift } from '../../admin-api/payments/expected-payment.ts'
import { findMarketVolatility } from '../../admin-api/payments/fund-histories.db.ts'
import type { Db } from '../../admin-api/platform/database/schema.ts'
import { listScored } from '../../admin-api/signed-record/counted-estimates.ts'
import type { Facts } from '../../data/schema.ts'
import { keyOf, type Observed } from './observer.ts'
import type { Source } from './source.ts'

export type RecordComparison = {
  /** Number of payments with a live and a backtested estimate. */
  both: number
  /** Number of pairs whose live estimate knew every fact that the backtest knows, and those of them that differ. */
  complete: number
  completeButDifferent: string[]
  /** Live estimates that the estimator doesn't reproduce from the facts stored at the time; none, without a bug. */
  notReproduced: string[]
}

/** Compares the live track record with a backtest of all real payments until `to`. */
export async function compareWithBacktest(
  db: Db,
  parts: { facts: Facts; source: Source; to: string; observed: Observed }
): Promise<RecordComparison> {
  const { facts, source, to, observed } = parts
  const histories = await toHistories(db, facts, source, to)
  const backtestOf = new Map(backtest(histories).map((estimate) => [keyOf(estimate), estimate]))
  const { isComplete, isReproduced } = createRepeat(histories, source, observed)
  const pairs = listScored(await findRecord(db), 'live').flatMap((row) => {
    const estimate = backtestOf.get(keyOf({ symbol: row.symbol, exDate: row.paid_ex_date }))
    if (estimate === undefined || estimate.actual <= 0 || row.actual <= 0) return []
    const ratios = { live: row.amount / row.actual, backtest: estimate.estimate / estimate.actual }
    return { row, paid: estimate.actual, ...ratios }
  })
  const complete = pairs.filter(({ row }) => isComplete(row))
  const describe = ({ row, live, backtest }: (typeof pairs)[number]): string =>
    `${row.symbol} ${row.paid_ex_date}, as of ${row.as_of}: live ${live.toFixed(3)} of the payment, backtest ${backtest.toFixed(3)}`
  return {
    both: pairs.length,
    complete: complete.length,
    completeButDifferent: complete
      .filter(({ row, live, backtest }) => !isEqual(live, backtest, row.actual))
      .map(describe),
    notReproduced: pairs.filter(({ row, paid }) => !isReproduced(row, paid)).map(describe)
  }
}

/**
 * Histories of the real payments with the figures and pay dates that the service stored: dates are estimated from both, and
 * rounding a close to four decimals may change which of several payments is the middle one.
 */
async function toHistories(db: Db, facts: Facts, source: Source, to: string) {
  const payments = db.selectFrom('payment').select(['symbol', 'ex_date as exDate', 'payment_date', 'amount'])
  const stored = new Map((await payments.execute()).map((row) => [keyOf(row), row]))
  const closes = await db.selectFrom('price').select(['symbol', 'date', 'close']).execute()
  const closeOn = new Map(closes.map(({ symbol, date, close }) => [`${symbol} ${date}`, close]))
  const traitsOfFamily = new Map(facts.families.map((family) => [family.family, traitsOf(family)]))
  const marketVolatility = await findMarketVolatility(db)
  return facts.funds.map(({ symbol, family }) => ({
    symbol,
    family,
    traits: traitsOfFamily.get(family),
    ...(usesMarketVolatility(traitsOfFamily.get(family)) && { marketVolatility }),
    payments: source.payments
      .filter((payment) => payment.symbol === symbol && payment.exDate <= to)
      .map((payment) => ({
        ...payment,
        amount: asStored(payment.amount, stored.get(keyOf(payment))?.amount, source.basesOf(symbol)),
        payDate: stored.get(keyOf(payment))?.payment_date ?? payment.exDate
      })),
    closes: (source.closesOf.get(symbol) ?? []).map(({ date, close }) => ({
      date,
      close: asStored(close, closeOn.get(`${symbol} ${date}`), source.basesOf(symbol))
    }))
  }))
}

/** The stored figure, on today's share basis, if it is the real one but for rounding. */
function asStored(figure: number, stored: number | undefined, bases: readonly number[]): number {
  if (stored === undefined) return figure
  const onBases = bases.map((factor) => stored * factor)
  return onBases.find((rounded) => Math.abs(rounded / figure - 1) < 1e-4) ?? figure
}

type LiveEstimate = {
  symbol: string
  family: string
  ex_date: string
  paid_ex_date: string
  as_of: string
  made_at: string
  amount: number
  actual: number
}

/** Tolerance of equal estimates, as a fraction of the payment and in dollars: figures have four decimals. */
const equalShare = 0.001
const equalDollars = 0.0001

/** Families whose estimates also use another's payments: portfolio funds hold the single-stock funds. */
const holdingsOf: Readonly<Record<string, string>> = { 'yieldmax-portfolio': 'yieldmax-single' }

/** True if two estimates, as fractions of the payment, are equal apart from rounding. */
function isEqual(a: number, b: number, paid: number): boolean {
  const difference = Math.abs(a - b)
  return difference < equalShare || difference * paid <= equalDollars
}

/** Repeats live estimates from the facts stored at the time, and finds what they lacked. */
function createRepeat(
  funds: readonly FundHistory[],
  { payments }: Pick<Source, 'payments'>,
  {
    isKnownAt,
    isCloseKnownAt,
    quarantinedDaysAt
  }: Pick<Observed, 'isKnownAt' | 'isCloseKnownAt' | 'quarantinedDaysAt'>
) {
  const familyOf = new Map<string, string>(funds.map(({ symbol, family }) => [symbol, family]))
  const traitsOfFund = new Map(funds.map(({ symbol, traits }) => [symbol, traits]))
  const estimated = new Map<string, ReadonlyMap<string, EstimateResult>>()

  function estimateAgain({ made_at, as_of }: LiveEstimate): ReadonlyMap<string, EstimateResult> {
    const key = `${made_at} ${as_of}`
    const found = estimated.get(key)
    if (found !== undefined) return found
    const quarantinedDays = quarantinedDaysAt(made_at)
    const known = funds.map((fund) => ({
      ...fund,
      payments: fund.payments.filter(({ exDate }) =>
        isKnownAt(keyOf({ symbol: fund.symbol, exDate }), made_at)
      ),
      closes: fund.closes.filter(({ date }) => date <= as_of && isCloseKnownAt(fund.symbol, date, made_at)),
      quarantinedDays: quarantinedDays.get(fund.symbol) ?? []
    }))
    const results = new Map(estimateFunds(known, as_of).map((result) => [result.symbol, result]))
    estimated.set(key, results)
    return results
  }

  /** True if the estimate knew every fact that the backtest of its payment knows. */
  function isComplete({ symbol, family, ex_date, paid_ex_date, as_of, made_at }: LiveEstimate): boolean {
    const cutoff = priceDayOf(paid_ex_date, traitsOfFund.get(symbol))
    if (ex_date !== paid_ex_date || as_of < cutoff) return false
    return payments.every((payment) => {
      const other = familyOf.get(payment.symbol)
      const isUsed = other === family || other === holdingsOf[family]
      return !isUsed || payment.exDate > cutoff || isKnownAt(keyOf(payment), made_at)
    })
  }

  /**
   * True if the stored facts give the same estimate again, so that only missing facts explain a difference from the
   * backtest.
   * @param paid the payment on today's share basis
   */
  function isReproduced(live: LiveEstimate, paid: number): boolean {
    const again = estimateAgain(live).get(live.symbol)
    return (
      again?.status === 'estimated' &&
      // The site shows the declared ex-date if there is one.
      isWithinShift(again.nextExDate, live.ex_date) &&
      isEqual(again.amount / paid, live.amount / live.actual, live.actual)
    )
  }

  return { isComplete, isReproduced }
}
