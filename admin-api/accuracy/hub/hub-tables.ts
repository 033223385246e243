import {
  type HubModel,
  hubAmountId,
  hubForecastColumns,
  oracleOutputColumns
} from '../../contract/record-hub.ts'
import { compareText } from '../../market-days/days.ts'
import { quantileLevels } from '../../numbers/interval-scores.ts'
import type { HubForecast, HubTask } from './hub-forecasts.ts'

/* Tables of the hub. Symbols, days and numbers need no quotes. */

/** Forecasts of a model for payments of one year. */
export function writeForecasts(tasks: readonly HubTask[], model: HubModel): string {
  const lines = tasks.flatMap((task) => {
    const forecast = task.forecasts[model]
    if (forecast === undefined) return []
    const place = `${task.origin},${task.symbol},${task.exDate}`
    return listValues(forecast).map((values) => `${place},${values}`)
  })
  return toTable(hubForecastColumns, lines)
}

/** Output type, its id and the value, of each row of a forecast. */
function listValues({ amount, quantiles }: HubForecast): string[] {
  const levels = (quantiles ?? []).map((value, i) => `quantile,${quantileLevels[i]},${value}`)
  return [`median,${hubAmountId},${amount}`, ...levels]
}

export function writeOracleOutput(tasks: readonly HubTask[]): string {
  return toTable(
    oracleOutputColumns,
    tasks.map(({ origin, symbol, exDate, actual }) => `${origin},${symbol},${exDate},${actual}`)
  )
}

/** Payments on today's share basis, once each, by ex-date and fund. */
export function writeTimeSeries(tasks: readonly HubTask[]): string {
  const lines = new Set(tasks.map(({ symbol, exDate, paidToday }) => `${exDate},${symbol},${paidToday}`))
  return toTable(['target_end_date', 'location', 'observation'], [...lines].sort(compareText))
}

function toTable(columns: readonly string[], lines: readonly string[]): string {
  return `${[columns.join(','), ...lines].join('\n')}\n`
}
