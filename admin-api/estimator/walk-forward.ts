import { closeAt, priceDayOf } from '../market-days/closes.ts'
import { compareText } from '../market-days/days.ts'
import type { Period } from '../market-days/frequency.ts'
import type { FundHistory, IsoDay } from '../market-days/types.ts'
import type { Weighted } from '../numbers/statistics.ts'
import {
  type CombinedForecast,
  combineForecasts,
  type RuleForecast,
  slowSharpness
} from './combine-forecasts.ts'
import { addPayment, type KnownFund } from './known-fund.ts'
import { computeFeatures, type PaymentFeatures } from './payment-features.ts'
import { familyErrors, limitWidth, quantileFactors, usualErrorSize } from './range.ts'
import { type Models, newModels } from './rules/models.ts'
import { forecastByRule, updateModels } from './rules/rule-forecasts.ts'
import { lastYieldLevel, recordOf, score, type TrackRecord, type TrackRecords } from './track-record.ts'
import { weekClose, weekCutoff, weekReturns } from './week-returns.ts'

/** A payment to forecast: that of `exDate`, at the close of `cutoff`. `amount` is the actual payment, if known. */
export type ForecastTarget = { fund: FundHistory; exDate: IsoDay; cutoff: IsoDay; amount?: number }

/** A forecast with everything it is based on. */
export type Forecast = {
  target: ForecastTarget
  features: PaymentFeatures
  ruleForecasts: RuleForecast[]
  combined: CombinedForecast
  /** Factors on the combined amount for each of quantileLevels. */
  factors: readonly number[]
  /** Records of the fund, of its family, and of the family's payments near the last yield. */
  own: TrackRecord
  family: TrackRecord
  sameLevel: TrackRecord
}

/** A forecast without its target, which each walk creates from its own facts. */
type Unscored = Omit<Forecast, 'target'>

/** Everything learned up to a day of the walk; `unscored` by symbol and ex-date. Plain data that can be copied. */
type WalkState = {
  funds: ReadonlyMap<string, KnownFund>
  records: TrackRecords
  models: Models
  unscored: Map<string, Unscored>
}

/** A walk after all events of a day. */
export type Checkpoint = { day: IsoDay; state: WalkState }

type WalkOptions = {
  /** Continues from this checkpoint of an earlier walk, in which all facts up to its day were the same. */
  start?: Checkpoint | undefined
  /** Saves a checkpoint, unless the walk starts after its day. */
  checkpoint?: { day: IsoDay; save: (checkpoint: Checkpoint) => void }
}

/**
 * Walks once through time (walk-forward validation). Each payment is forecast at the close of its price day, mostly two
 * sessions before its ex-date, and becomes known on its ex-date; on the same day payments come before forecasts. So no
 * forecast uses anything later than its own cutoff, and future payments are forecast exactly like past ones.
 *
 * @param upcoming payments that are still to come
 * @param onForecast called with each forecast, in order of cutoff. It must read what it needs at once, because the track
 * records keep changing.
 */
export function walkForward(
  funds: readonly FundHistory[],
  upcoming: readonly ForecastTarget[],
  onForecast: (forecast: Forecast) => void,
  { start, checkpoint }: WalkOptions = {}
): void {
  const state = start === undefined ? newState(funds) : structuredClone(start.state)
  const { unscored } = state
  let isDue = checkpoint !== undefined && (start === undefined || start.day < checkpoint.day)
  for (const { day, target, kind } of listEvents(funds, upcoming)) {
    if (start !== undefined && day <= start.day) continue
    if (isDue && checkpoint !== undefined && day > checkpoint.day) {
      checkpoint.save({ day: checkpoint.day, state: structuredClone(state) })
      isDue = false
    }
    const fund = state.funds.get(target.fund.symbol)
    if (!fund) continue
    const key = `${fund.symbol} ${target.exDate}`
    if (kind === 'target') {
      const forecast = makeForecast(state, fund, target)
      if (!forecast) continue
      onForecast(forecast)
      // A payment has one forecast that is scored, and may have others of earlier days.
      if (target.amount === undefined) continue
      const { target: _, ...rest } = forecast
      unscored.set(key, rest)
    } else {
      learnFromPayment(state, fund, target, unscored.get(key))
      unscored.delete(key)
    }
  }
}

function newState(funds: readonly FundHistory[]): WalkState {
  return {
    funds: new Map(
      funds.map(({ symbol, family, traits, quarantinedDays = [] }) => [
        symbol,
        { symbol, family, traits, quarantinedDays, payments: [] }
      ])
    ),
    records: new Map(),
    models: newModels(),
    unscored: new Map()
  }
}

/** Days between payments, the unit of half-lives of errors. */
const daysOf: Readonly<Record<Period, number>> = { week: 7, 'half-month': 15, month: 28, quarter: 91 }

/** Undefined if too little is known. */
function makeForecast(
  { funds, records, models }: WalkState,
  fund: KnownFund,
  target: ForecastTarget
): Forecast | undefined {
  const features = computeFeatures(funds, fund, target.exDate, target.cutoff, target.fund)
  if (!features) return undefined
  const ruleForecasts = forecastByRule(features, models)
  if (ruleForecasts.length === 0) return undefined
  const { symbol, period } = features
  const own = recordOf(records, `${symbol} ${period}`)
  const family = recordOf(records, `${features.family} ${period}`)
  const sameLevel = recordOf(records, `${features.family} ${period} ${lastYieldLevel(features)}`)
  const isSlow = period !== 'week' && features.traits?.setting === 'premium'
  const combined = combineForecasts(
    ruleForecasts,
    own.losses,
    sameLevel.losses,
    familySize(funds, fund),
    isSlow ? slowSharpness : undefined
  )
  const periodDays = daysOf[period]
  const shared = sharedErrors(family, target.cutoff, periodDays)
  const size = usualErrorSize(own.errorSizes, family.errorSizes)
  const spread = quantileFactors(own.errors, shared, size, own.tail, target.cutoff, periodDays)
  const factors = limitWidth(spread, features.amounts.length)
  return { target, features, ruleForecasts, combined, factors, own, family, sameLevel }
}

/** Cached, because most funds of a family have the same cutoff, and nothing new is known in between. */
function sharedErrors(family: TrackRecord, cutoff: IsoDay, periodDays: number): readonly Weighted[] {
  const { errors, shared } = family
  if (shared?.cutoff === cutoff && shared.count === errors.length) return shared.errors
  const fresh = familyErrors(errors, cutoff, periodDays)
  family.shared = { cutoff, count: errors.length, errors: fresh }
  return fresh
}

function familySize(funds: ReadonlyMap<string, KnownFund>, { family }: KnownFund): number {
  let size = 0
  for (const fund of funds.values()) if (fund.family === family) size += 1
  return size
}

/** Adds the payment to the known fund, scores its forecast and updates the models; all in place. */
function learnFromPayment(
  { models }: WalkState,
  knownFund: KnownFund,
  { fund, exDate, cutoff, amount = 0 }: ForecastTarget,
  forecast: Unscored | undefined
): void {
  const close = closeAt(fund.closes, cutoff)
  const week = weekCutoff(exDate, cutoff, fund.traits)
  const [weekReturn = 0] =
    forecast?.features.weekReturns ?? weekReturns(fund.closes, knownFund.payments, week, 1)
  addPayment(knownFund, {
    exDate,
    amount,
    price: close?.close,
    weekReturn,
    weekClose: forecast?.features.weekClose ?? weekClose(fund.closes, week)
  })
  const added = knownFund.payments.at(-1)
  // The forecast was for the regular payment, which is still to come.
  if (!forecast || added?.kind !== 'regular') return
  const { ruleForecasts, combined, factors, features } = forecast
  const { isOneOff } = added
  score(forecast, ruleForecasts, { exDate, estimate: combined.amount, actual: amount, factors, isOneOff })
  if (close && !isOneOff) updateModels(models, features, Math.log(amount / close.close))
}

type WalkEvent = { day: IsoDay; kind: 'payment' | 'target'; target: ForecastTarget }

function listEvents(funds: readonly FundHistory[], upcoming: readonly ForecastTarget[]): WalkEvent[] {
  const past = funds.flatMap((fund) =>
    fund.payments.flatMap(({ exDate, amount }): WalkEvent[] => {
      const target = { fund, exDate, amount, cutoff: priceDayOf(exDate, fund.traits) }
      return [
        { day: target.cutoff, kind: 'target', target },
        { day: exDate, kind: 'payment', target }
      ]
    })
  )
  const open = upcoming.map((target): WalkEvent => ({ day: target.cutoff, kind: 'target', target }))
  // 'payment' sorts before 'target'; by symbol, so that the order of the funds does not matter.
  return [...past, ...open].sort(
    (a, b) =>
      compareText(a.day, b.day) ||
      compareText(a.kind, b.kind) ||
      compareText(a.target.fund.symbol, b.target.fund.symbol)
  )
}
