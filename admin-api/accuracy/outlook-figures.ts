import type {
  OutlookAccuracy,
  OutlookExample,
  OutlookFigures,
  OutlookSection
} from '../contract/outlook-record.ts'
import type { OutlookRecordRow } from '../estimates/outlook-record/outlook-record.db.ts'
import { compareText } from '../market-days/days.ts'
import { paysWeekly } from '../market-days/frequency.ts'
import type { IsoDay } from '../market-days/types.ts'
import { errorPercent } from '../numbers/forecast-errors.ts'
import { mean } from '../numbers/statistics.ts'

type Scored = OutlookRecordRow & { paid: number }

/** How outlooks for 3, 6 and 12 months compare with what was paid; live and backtested ones are never mixed. */
export function summarizeOutlooks(rows: readonly OutlookRecordRow[], asOf: IsoDay): OutlookAccuracy {
  const waiting = rows.filter(
    ({ origin, outcome, until }) => origin === 'live' && outcome === null && until >= asOf
  )
  const [first] = waiting.map(({ until }) => until).sort()
  return {
    live: toSection(rows.filter(({ origin }) => origin === 'live')),
    backtested: toSection(rows.filter(({ origin }) => origin === 'replayed')),
    waiting: first === undefined ? null : { n: waiting.length, first }
  }
}

function toSection(rows: readonly OutlookRecordRow[]): OutlookSection | null {
  const scored = rows.filter((row): row is Scored => row.outcome === 'scored' && row.paid !== null)
  const sessions = scored.map(({ session }) => session).sort()
  const [from, to] = [sessions[0], sessions.at(-1)]
  if (from === undefined || to === undefined) return null
  const groups = Map.groupBy(scored, ({ months, frequency }) => `${months} ${payerOf(frequency)}`)
  const figures = [...groups.values()].flatMap((group) => figuresOf(group) ?? [])
  return {
    from,
    to,
    figures: figures.sort((a, b) => a.months - b.months || payers.indexOf(a.payer) - payers.indexOf(b.payer)),
    examples: pickExamples(scored),
    closed: rows.filter(({ outcome }) => outcome === 'closed').length,
    missing: rows.filter(({ outcome }) => outcome === 'payments-missing').length
  }
}

const payers: readonly OutlookFigures['payer'][] = ['weekly', 'monthly', 'quarterly']

/** Twice a month counts as monthly, twice a week as weekly. */
function payerOf(paymentsAYear: number): OutlookFigures['payer'] {
  return paysWeekly(paymentsAYear) ? 'weekly' : paymentsAYear > 4 ? 'monthly' : 'quarterly'
}

/** Fewer outlooks say little, and are only in the file. */
const minOutlooks = 30

function figuresOf(rows: readonly Scored[]): OutlookFigures | null {
  const [first] = rows
  if (first === undefined || rows.length < minOutlooks) return null
  const total = (of: (row: Scored) => number) => rows.reduce((sum, row) => sum + of(row), 0)
  const paid = total((row) => row.paid)
  const biasOf = (of: (row: Scored) => number) => 100 * (total(of) / paid - 1)
  const errorOf = (of: (row: Scored) => number) =>
    mean(rows.map((row) => Math.abs(errorPercent(of(row), row.paid))))
  const inside = rows.flatMap(({ low, high, paid: sum }) =>
    low === null || high === null ? [] : [sum >= low && sum <= high ? 1 : 0]
  )
  return {
    months: first.months,
    payer: payerOf(first.frequency),
    n: rows.length,
    biasPercent: biasOf(({ amount }) => amount),
    repeatBiasPercent: biasOf(({ repeat }) => repeat),
    errorPercent: errorOf(({ amount }) => amount),
    repeatErrorPercent: errorOf(({ repeat }) => repeat),
    coveragePercent: inside.length === 0 ? null : 100 * mean(inside)
  }
}

/** Well-known funds, shown without choosing those that went well. */
const shownSymbols = ['MSTY', 'TSLY', 'NVDY', 'JEPI', 'QYLD']

/** The newest outlook of each with the longest horizon that any has; without any of these, of the first funds. */
function pickExamples(rows: readonly Scored[]): OutlookExample[] {
  const longest = Math.max(...rows.map(({ months }) => months))
  const newestOf = new Map(
    rows
      .filter(({ months }) => months === longest)
      .toSorted((a, b) => compareText(a.session, b.session))
      .map((row) => [row.symbol, row])
  )
  const shown = shownSymbols.filter((symbol) => newestOf.has(symbol))
  const symbols = shown.length > 0 ? shown : [...newestOf.keys()].sort().slice(0, shownSymbols.length)
  return symbols.flatMap((symbol) => {
    const row = newestOf.get(symbol)
    if (row === undefined) return []
    const { months, session, amount, paid, repeat } = row
    return [{ symbol, months, session, amount, paid, repeat }]
  })
}
