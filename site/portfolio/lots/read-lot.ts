import type { Lot } from '../positions/held-fund.ts'
import { formatCount, formatDay } from '../../lib/format.ts'
import { highestPrice, isDay, mostShares } from '../stored-fleet.ts'

/** A lot as it was typed or stands in a file. */
export type LotText = { symbol: string; shares: string; boughtOn: string; price: string }
export type LotField = keyof LotText
export type NewLot = Omit<Lot, 'id'>

/** What a text may name. */
export type LotRules = {
  /** From each symbol, former ones too, to that of today. */
  symbols: ReadonlyMap<string, string>
  /** In New York. */
  today: string
}

export type ReadLot = { ok: true; lot: NewLot } | { ok: false; faults: Partial<Record<LotField, string>> }

/** The first fund of this kind began in 2022; a day long before is a slip. */
const earliestDay = '2010-01-01'

/** Fractions of a share are welcome; an empty price is that of the day's close. */
export function readLot(text: LotText, { symbols, today }: LotRules): ReadLot {
  const typed = text.symbol.trim().toUpperCase()
  const symbol = symbols.get(typed)
  const shares = readNumber(text.shares)
  const boughtOn = readDay(text.boughtOn)
  const price = text.price.trim() === '' ? null : readNumber(text.price)
  const faults = {
    ...(symbol === undefined && {
      symbol: typed === '' ? 'A fund is missing.' : `No fund here has the symbol “${typed.slice(0, 20)}”.`
    }),
    ...shareFault(shares),
    ...dayFault(text.boughtOn, boughtOn, today),
    ...(price !== null &&
      !(price >= 0 && price <= highestPrice) && {
        price: `The price must be a number of dollars up to ${formatCount(highestPrice)}, or empty.`
      })
  }
  if (symbol === undefined || boughtOn === null || Object.keys(faults).length > 0)
    return { ok: false, faults }
  return { ok: true, lot: { symbol, shares, boughtOn, price } }
}

function shareFault(shares: number): { shares?: string } {
  if (shares > 0 && shares <= mostShares) return {}
  return { shares: `The shares must be a number above 0, up to ${formatCount(mostShares)}.` }
}

function dayFault(text: string, day: string | null, today: string): { boughtOn?: string } {
  if (text.trim() === '') return { boughtOn: 'The day is missing.' }
  if (day === null) return { boughtOn: 'The day must be written as YYYY-MM-DD or MM/DD/YYYY.' }
  if (day > today) return { boughtOn: `The day ${formatDay(day)} is still to come.` }
  if (day < earliestDay) return { boughtOn: `The day ${formatDay(day)} is before any of these funds.` }
  return {}
}

/** '1,234.5', '$12.30' and '0.25'; NaN for all else. */
function readNumber(text: string): number {
  const plain = text.trim().replace(/^\$\s*/, '')
  const isGrouped = /^\d{1,3}(,\d{3})+(\.\d+)?$/.test(plain)
  const isPlain = /^(\d+\.?\d*|\.\d+)$/.test(plain)
  return isGrouped || isPlain ? Number(plain.replaceAll(',', '')) : Number.NaN
}

/** As an ISO day; null for no day of the calendar. */
function readDay(text: string): string | null {
  const parts = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text.trim())
  const [, month = '', date = '', year = ''] = parts ?? []
  const day = parts === null ? text.trim() : `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  return isDay(day) ? day : null
}
