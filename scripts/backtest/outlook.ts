import {
  createSampler,
  type ForecastPath,
  forecastPath,
  quantilesOfSum
} from '../../admin-api/estimator/outlook/outlook.ts'
import { addDays } from '../../admin-api/market-days/days.ts'
import type { FundHistory, IsoDay } from '../../admin-api/market-days/types.ts'
import { quantileLevels } from '../../admin-api/numbers/interval-scores.ts'
import { bootstrapInterval, mean, median } from '../../admin-api/numbers/statistics.ts'
import { alignColumns } from '../command.ts'

/** Horizons in weeks. */
const horizons = [13, 26, 52] as const
/** First origin, a Friday, and the days from one to the next. */
const firstOrigin = '2023-01-06'
const step = 28
const weeklyPayments = 52

/** Payments of a fund within a horizon as expected at an origin, and as paid, in dollars a share. */
export type ScoredOutlook = {
  symbol: string
  family: string
  origin: IsoDay
  weeks: number
  isWeekly: boolean
  /** All payments with an ex-date within the horizon, those of the year's end included. */
  actual: number
  amount: number
  /** At quantileLevels; null without past paths. */
  quantiles: number[] | null
  /** Sum if each payment repeats the median of the last four. */
  repeated: number
}

/**
 * Forecasts each fund's payments of the following 13, 26 and 52 weeks every four weeks, from what was known then, and
 * compares the sums with what was paid. Quarterly payers are left out.
 * @param span first and last origin
 */
export function scoreOutlooks(
  funds: readonly FundHistory[],
  {
    from = firstOrigin,
    to = '9999',
    symbol
  }: { from?: string | undefined; to?: string | undefined; symbol?: string | undefined }
): ScoredOutlook[] {
  const end =
    funds
      .flatMap(({ closes }) => closes.at(-1)?.date ?? [])
      .sort()
      .at(-1) ?? firstOrigin
  const origins: IsoDay[] = []
  for (let day = firstOrigin; day <= addDays(end, -7 * horizons[0]); day = addDays(day, step))
    if (day >= from && day <= to) origins.push(day)
  const sampleAt = createSampler(funds, origins, end)
  return origins.flatMap((origin) => {
    const samples = sampleAt(origin)
    return funds.flatMap((fund) => {
      if (symbol !== undefined && fund.symbol !== symbol) return []
      const path = forecastPath(fund, origin, addDays(origin, 7 * horizons[2]))
      if (path === null || path.frequency === 4) return []
      return horizons.flatMap((horizon) =>
        addDays(origin, 7 * horizon) > end
          ? []
          : scoreHorizon(fund, path, { origin, horizon, sample: samples.get(fund.symbol) ?? [] })
      )
    })
  })
}

function scoreHorizon(
  { symbol, family, payments }: FundHistory,
  path: ForecastPath,
  { origin, horizon, sample }: { origin: IsoDay; horizon: number; sample: readonly (readonly number[])[] }
): ScoredOutlook[] {
  const until = addDays(origin, 7 * horizon)
  const isWithin = ({ exDate }: { exDate: IsoDay }) => exDate > origin && exDate <= until
  const sumOf = (list: readonly { exDate: IsoDay; amount: number }[]) =>
    list.filter(isWithin).reduce((sum, { amount }) => sum + amount, 0)
  const [actual, amount] = [sumOf(payments), sumOf(path.payments)]
  if (actual <= 0 || amount <= 0) return []
  return [
    {
      symbol,
      family,
      origin,
      weeks: horizon,
      isWeekly: path.frequency === weeklyPayments,
      actual,
      amount,
      quantiles: quantilesOfSum(path.payments.filter(isWithin), sample, origin),
      repeated: sumOf(path.repeated)
    }
  ]
}

const minRows = 30
const [low, high] = [quantileLevels.indexOf(0.1), quantileLevels.indexOf(0.9)]

/** Tables for a terminal: by horizon and kind of payer, then by family, then by year of the origin. */
export function toOutlookTables(rows: readonly ScoredOutlook[]): string[] {
  const head = [
    'weeks',
    'group',
    'n',
    'bias',
    'bias of repeating',
    'error',
    'of repeating',
    'ratio',
    'inside',
    'width'
  ]
  const tables: [string, (row: ScoredOutlook) => string][] = [
    ['By kind of payer', ({ isWeekly }) => (isWeekly ? 'weekly' : 'monthly')],
    ['By family', ({ family }) => family],
    [
      'By year of the origin',
      ({ origin, isWeekly }) => `${origin.slice(0, 4)} ${isWeekly ? 'weekly' : 'monthly'}`
    ]
  ]
  return tables.flatMap(([title, groupOf]) => {
    const lines = horizons.flatMap((horizon) =>
      [
        ...Map.groupBy(
          rows.filter(({ weeks }) => weeks === horizon),
          groupOf
        )
      ]
        .filter(([, group]) => group.length >= minRows)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, group]) => [String(horizon), name, ...toCells(group)])
    )
    return ['', `${title}, groups of ${minRows} or more:`, '', ...alignColumns([head, ...lines])]
  })
}

/** Bias of the summed dollars with its 90 % interval by resampling origins, mean errors, ratio, coverage and width. */
function toCells(rows: readonly ScoredOutlook[]): string[] {
  const signed = (value: number) => `${value < 0 ? '' : '+'}${value.toFixed(1)}`
  const biasOf = (totals: readonly number[]) => 100 * ((totals[0] ?? 0) / (totals[1] ?? 1) - 1)
  const blocks = [...Map.groupBy(rows, ({ origin }) => origin).values()].map((group) => [
    group.reduce((sum, { amount }) => sum + amount, 0),
    group.reduce((sum, { actual }) => sum + actual, 0)
  ])
  const total = (of: (row: ScoredOutlook) => number) => rows.reduce((sum, row) => sum + of(row), 0)
  const actual = total((row) => row.actual)
  const interval = bootstrapInterval(blocks, biasOf)
  const error = 100 * mean(rows.map((row) => Math.abs(row.amount / row.actual - 1)))
  const repeated = 100 * mean(rows.map((row) => Math.abs(row.repeated / row.actual - 1)))
  const ranges = rows.flatMap((row) => {
    const [from, to] = [row.quantiles?.[low], row.quantiles?.[high]]
    return from === undefined || to === undefined ? [] : [{ ...row, from, to }]
  })
  const inside = ranges.filter((row) => row.actual >= row.from && row.actual <= row.to).length
  return [
    String(rows.length),
    `${signed(biasOf([total((row) => row.amount), actual]))}${interval ? ` [${signed(interval.low)}, ${signed(interval.high)}]` : ''}`,
    signed(biasOf([total((row) => row.repeated), actual])),
    error.toFixed(1),
    repeated.toFixed(1),
    (error / repeated).toFixed(2),
    ranges.length === 0 ? '-' : ((100 * inside) / ranges.length).toFixed(0),
    ranges.length === 0
      ? '-'
      : (100 * median(ranges.map((row) => (row.to - row.from) / row.amount))).toFixed(0)
  ]
}

/** Each scored outlook as a line of CSV, so that others can score it; dollars a share on today's basis. */
export function toOutlookLines(rows: readonly ScoredOutlook[]): string[] {
  const quantileColumns = quantileLevels.map(
    (level) => `q${String(Math.round(100 * level)).padStart(2, '0')}`
  )
  return [
    ['symbol', 'family', 'payer', 'origin', 'weeks', 'actual', 'amount', ...quantileColumns, 'repeat'].join(
      ','
    ),
    ...rows.map(({ symbol, family, isWeekly, origin, weeks, actual, amount, quantiles, repeated }) =>
      [
        symbol,
        family,
        isWeekly ? 'weekly' : 'monthly',
        origin,
        weeks,
        ...[actual, amount].map((value) => value.toFixed(6)),
        ...quantileLevels.map((_, i) => quantiles?.[i]?.toFixed(6) ?? ''),
        repeated.toFixed(6)
      ].join(',')
    )
  ]
}
