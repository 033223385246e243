import { onTodaysBasis, toEntry } from '../../accuracy/record-entry.ts'
import { stakeDollars } from '../../contract/calendar.ts'
import type { MissingPayment, WeekEntry, WeekFigures } from '../../contract/weeks.ts'
import type { FrozenRow } from '../../estimates/estimate-record.db.ts'
import { quantilesOfRow } from '../../estimates/frozen-rows.ts'
import { compareText } from '../../market-days/days.ts'
import type { IsoDay } from '../../market-days/types.ts'
import { median } from '../../numbers/statistics.ts'
import {
  compareFrozen,
  isForecast,
  lastFrozen,
  listScoredOnce,
  type Scored
} from '../../signed-record/counted-estimates.ts'

/** Scored estimates by symbol, one per payment; live ones win over backtested ones. */
export function listEntries(rows: readonly FrozenRow[]): WeekEntry[] {
  return listScoredOnce(rows).map(toWeekEntry).sort(bySymbol)
}

/**
 * Estimates whose payment didn't arrive, except those superseded before their ex-date by one for a later week.
 * @param rows frozen estimates of the week and of the week after
 */
export function listMissing(rows: readonly FrozenRow[], until: IsoDay): MissingPayment[] {
  const open = rows.filter(({ actual, ex_date }) => actual === null && ex_date <= until)
  const isSuperseded = (row: FrozenRow) =>
    rows.some(
      (later) =>
        later.symbol === row.symbol &&
        later.ex_date > until &&
        compareFrozen(later, row) > 0 &&
        isForecast(later, row.ex_date)
    )
  return [...Map.groupBy(open, ({ symbol }) => symbol).values()]
    .flatMap((ofFund) => lastFrozen(ofFund) ?? [])
    .filter((row) => !isSuperseded(row))
    .map((row) => {
      const { symbol, amount, low, high, origin, corrected_on } = onTodaysBasis(row)
      return { symbol, exDate: row.ex_date, estimate: amount, low, high, origin, correctedOn: corrected_on }
    })
}

/** Null without entries. */
export function weekFiguresOf(entries: readonly WeekEntry[]): WeekFigures | null {
  if (entries.length === 0) return null
  const totalOfStakes = (amountOf: (entry: WeekEntry) => number) =>
    entries.reduce((sum, entry) => sum + (stakeDollars * amountOf(entry)) / entry.price, 0)
  return {
    payments: entries.length,
    inRange: entries.filter(({ isInRange }) => isInRange).length,
    medianErrorPercent: median(entries.map(({ errorPercent }) => Math.abs(errorPercent))),
    stake: {
      funds: new Set(entries.map(({ symbol }) => symbol)).size,
      expected: totalOfStakes(({ estimate }) => estimate),
      paid: totalOfStakes(({ actual }) => actual)
    }
  }
}

function toWeekEntry(row: Scored<FrozenRow>): WeekEntry {
  const today = onTodaysBasis(row)
  const { family, origin, rule, price } = today
  return { ...toEntry(today), family, origin, rule, price, quantiles: quantilesOfRow(today) }
}

function bySymbol(a: WeekEntry, b: WeekEntry): number {
  return compareText(a.symbol, b.symbol) || compareText(a.exDate, b.exDate)
}
