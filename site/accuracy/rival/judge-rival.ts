import {
  type HubModel,
  type HubOrigin,
  hubAmountId,
  hubForecastPath,
  hubOrigins,
  oracleOutputPath
} from '../../../admin-api/contract/record-hub.ts'
import { quantileLevels } from '../../../admin-api/numbers/interval-scores.ts'
import {
  compareRival,
  type HubTables,
  keyOfPayment,
  type QuantileForecast,
  type RivalComparison
} from './compare-rival.ts'
import { largestFile, type RivalForecast, type RivalReading, readRival, tooLarge } from './read-rival.ts'

/** Scores of a visitor's file, or a sentence that says why there are none. */
export type RivalVerdict =
  | { ok: true; comparisons: readonly RivalComparison[]; unmatched: number }
  | { ok: false; fault: string }

/** Reads a visitor's file, downloads our forecasts of the same years, and compares. Nothing is sent. */
export async function judgeRival(file: File): Promise<RivalVerdict> {
  // Before the text takes memory.
  if (file.size > largestFile) return { ok: false, fault: tooLarge }
  const reading: RivalReading = readRival(await file.text())
  if (!reading.ok) return reading
  const hub = await loadHub(reading.forecasts)
  if (hub === null)
    return {
      ok: false,
      fault: 'Our forecasts couldn’t be loaded. Check your connection and choose the file again.'
    }
  const { comparisons, unmatched } = compareRival(reading.forecasts, hub)
  if (comparisons.length === 0)
    return {
      ok: false,
      fault:
        'No payment in this file is in our record. Check the symbols and the actual ex-dates against our own file.'
    }
  return { ok: true, comparisons, unmatched }
}

/** The hub's files for the years of these forecasts; null if one can't be loaded. */
async function loadHub(forecasts: readonly RivalForecast[]): Promise<HubTables | null> {
  const oracle = await fetchText(oracleOutputPath)
  if (oracle === null) return null
  const paid = new Map(
    readCells(oracle).flatMap(([origin, symbol = '', exDate = '', value]) =>
      isOrigin(origin) ? [[keyOfPayment(origin, symbol, exDate), Number(value)] as const] : []
    )
  )
  const years = [
    ...new Set(
      forecasts.flatMap(({ symbol, exDate }) =>
        hubOrigins.some((origin) => paid.has(keyOfPayment(origin, symbol, exDate)))
          ? [exDate.slice(0, 4)]
          : []
      )
    )
  ]
  const [ours, lastAmount] = await Promise.all([
    loadForecasts('doubloon-estimate', years),
    loadForecasts('rule-lastamount', years)
  ])
  return ours && lastAmount && { paid, ours, lastAmount }
}

async function loadForecasts(
  model: HubModel,
  years: readonly string[]
): Promise<ReadonlyMap<string, QuantileForecast> | null> {
  const texts = await Promise.all(years.map((year) => fetchText(hubForecastPath(model, year))))
  const forecasts = new Map<string, { amount: number; quantiles: number[] }>()
  for (const text of texts) {
    if (text === null) return null
    for (const [origin, symbol = '', exDate = '', , level, value] of readCells(text)) {
      if (!isOrigin(origin)) continue
      const key = keyOfPayment(origin, symbol, exDate)
      const forecast = forecasts.get(key) ?? { amount: Number.NaN, quantiles: [] }
      // Quantiles are ascending in the file.
      if (level === hubAmountId) forecast.amount = Number(value)
      else if (quantileLevels.some((wanted) => wanted === Number(level)))
        forecast.quantiles.push(Number(value))
      forecasts.set(key, forecast)
    }
  }
  return forecasts
}

/** Cells below the head of a file of the hub, which has no quotes. */
function readCells(text: string): string[][] {
  return text
    .split('\n')
    .slice(1)
    .map((line) => line.split(','))
}

function isOrigin(text: string | undefined): text is HubOrigin {
  return hubOrigins.some((origin) => origin === text)
}

async function fetchText(path: string): Promise<string | null> {
  try {
    const response = await fetch(path)
    return response.ok ? await response.text() : null
  } catch {
    return null
  }
}
