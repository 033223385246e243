import { closeAt } from '../market-days/closes.ts'
import { compareText } from '../numbers/compare-text.ts'
import { priceDayOf } from '../market-days/price-day.ts'
import type { FundHistory, IsoDay } from '../market-days/types.ts'
import type { Weighted } from '../numbers/weighted-quantile.ts'
import { type CombinedForecast, combineForecasts, type RuleForecast } from './combine-forecasts.ts'
import { addPayment, type FundState } from './history/fund-state.ts'
import { weekClose, weekReturns } from './history/week-returns.ts'
import { computeFeatures, lastYieldLevel, type PaymentFeatures } from './payment-features.ts'
import { familyErrors, type RangeFactors, rangeFactors } from './range.ts'
import { type ModelState, newModelState } from './rules/model-state.ts'
import { forecastByRule, updateModels } from './rules/rule-forecasts.ts'
import { recordOf, score, type TrackRecord, type TrackRecords } from './track-record.ts'

/** The payment of `exDate` is to be forecast at the close of `cutoff`; `amount` is what was paid, where known. */
export type Question = { fund: FundHistory; exDate: IsoDay; cutoff: IsoDay; amount?: number }

/** A forecast with everything it is based on. */
export type Forecast = {
  question: Question
  features: PaymentFeatures
  ruleForecasts: RuleForecast[]
  combined: CombinedForecast
  factors: RangeFactors
  /** The fund's track record at the cutoff, its family's, and its family's where the last yield was at a like level. */
  own: TrackRecord
  family: TrackRecord
  sameLevel: TrackRecord
}

/** All that the walk has learnt up to a day. */
type State = {
  funds: ReadonlyMap<string, FundState>
  records: TrackRecords
  models: ModelState
}

/**
 * Walks once through time (walk-forward validation). Each payment is forecast at the close two sessions before its
 * ex-date and known from its ex-date on; on one day the payments come first, then the questions. So no forecast uses
 * anything later than its own cutoff, and open questions are answered exactly as past ones were.
 *
 * @param open questions about payments still to come
 * @param onForecast called with each forecast, in order of cutoff. Read what you need at once: its track records are
 * the live ones and go on changing.
 */
export function walkForward(
  funds: readonly FundHistory[],
  open: readonly Question[],
  onForecast: (forecast: Forecast) => void
): void {
  const state: State = {
    funds: new Map(
      funds.map(({ symbol, family, waitingDays = [] }) => [
        symbol,
        { symbol, family, waitingDays, payments: [] }
      ])
    ),
    records: new Map(),
    models: newModelState()
  }
  const unscored = new Map<Question, Forecast>()
  for (const { question, kind } of eventsOf(funds, open)) {
    const fund = state.funds.get(question.fund.symbol)
    if (!fund) continue
    if (kind === 'question') {
      const forecast = makeForecast(state, fund, question)
      if (!forecast) continue
      onForecast(forecast)
      unscored.set(question, forecast)
    } else {
      learnFromPayment(state, fund, question, unscored.get(question))
    }
  }
}

function makeForecast(
  { funds, records, models }: State,
  fund: FundState,
  question: Question
): Forecast | undefined {
  const features = computeFeatures(funds, fund, question.exDate, question.cutoff, question.fund.closes)
  if (!features) return undefined
  const ruleForecasts = forecastByRule(features, models)
  if (ruleForecasts.length === 0) return undefined
  const { symbol, period } = features
  const own = recordOf(records, `${symbol} ${period}`)
  const family = recordOf(records, `${features.family} ${period}`)
  const sameLevel = recordOf(records, `${features.family} ${period} ${lastYieldLevel(features)}`)
  const combined = combineForecasts(ruleForecasts, own.losses, sameLevel.losses, familySize(funds, fund))
  const periodDays = period === 'week' ? 7 : 28
  const shared = sharedErrors(family, question.cutoff, periodDays)
  const factors = rangeFactors(own.errors, shared, own.tail, question.cutoff, periodDays)
  return { question, features, ruleForecasts, combined, factors, own, family, sameLevel }
}

/** The funds of a family mostly ask on the same days, between which nothing more is known of it. */
function sharedErrors(family: TrackRecord, cutoff: IsoDay, periodDays: number): readonly Weighted[] {
  const { errors, shared } = family
  if (shared?.cutoff === cutoff && shared.count === errors.length) return shared.errors
  const fresh = familyErrors(errors, cutoff, periodDays)
  family.shared = { cutoff, count: errors.length, errors: fresh }
  return fresh
}

function familySize(funds: ReadonlyMap<string, FundState>, { family }: FundState): number {
  let size = 0
  for (const fund of funds.values()) if (fund.family === family) size += 1
  return size
}

/** Adds the payment to the fund's state, scores its forecast and updates the models; all in place. */
function learnFromPayment(
  { models }: State,
  fundState: FundState,
  { fund, exDate, cutoff, amount = 0 }: Question,
  forecast: Forecast | undefined
): void {
  const close = closeAt(fund.closes, cutoff)
  const [weekReturn = 0] =
    forecast?.features.weekReturns ?? weekReturns(fund.closes, fundState.payments, cutoff, 1)
  addPayment(fundState, {
    exDate,
    amount,
    price: close?.close,
    weekReturn,
    weekClose: forecast?.features.weekClose ?? weekClose(fund.closes, cutoff)
  })
  if (!forecast) return
  const { ruleForecasts, combined, factors, features } = forecast
  score(forecast, ruleForecasts, { exDate, estimate: combined.amount, actual: amount, factors })
  const latest = fundState.payments.at(-1)
  if (close && latest && !latest.isOneOff) updateModels(models, features, Math.log(amount / close.close))
}

type Event = { day: IsoDay; kind: 'payment' | 'question'; question: Question }

function eventsOf(funds: readonly FundHistory[], open: readonly Question[]): Event[] {
  const past = funds.flatMap((fund) =>
    fund.payments.flatMap(({ exDate, amount }): Event[] => {
      const question = { fund, exDate, amount, cutoff: priceDayOf(exDate) }
      return [
        { day: question.cutoff, kind: 'question', question },
        { day: exDate, kind: 'payment', question }
      ]
    })
  )
  const coming = open.map((question): Event => ({ day: question.cutoff, kind: 'question', question }))
  // 'payment' sorts before 'question'; by symbol, so that the order of the funds cannot matter.
  return [...past, ...coming].sort(
    (a, b) =>
      compareText(a.day, b.day) ||
      compareText(a.kind, b.kind) ||
      compareText(a.question.fund.symbol, b.question.fund.symbol)
  )
}
