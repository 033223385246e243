import { isDay } from '../../../admin-api/contract/days.ts'
import { formatCount, formatDay } from '../../lib/format.ts'
import type { Lot } from '../positions/held-fund.ts'
import { highestPrice, mostShares } from '../stored-portfolio.ts'

/** A lot as typed or read from a file. */
export type LotText = { symbol: string; shares: string; boughtOn: string; price: string }
export type LotField = keyof LotText
export type NewLot = Omit<Lot, 'id'>

/** Context for validating a lot. */
export type LotRules = {
  /** Current symbol by every symbol, former ones included. */
  symbols: ReadonlyMap<string, string>
  /** In New York. */
  today: string
}

export type ReadLot = { ok: true; lot: NewLot } | { ok: false; faults: Partial<Record<LotField, string>> }

/** The first such fund started in 2022; much earlier days are typos. */
const earliestDay = '2010-01-01'

/** Fractional shares are allowed; an empty price means the close of the day. */
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

/** Reads '1,234.5', '$12.30' and '0.25'; NaN for anything else. */
function readNumber(text: string): number {
  const plain = text.trim().replace(/^\$\s*/, '')
  const isGrouped = /^\d{1,3}(,\d{3})+(\.\d+)?$/.test(plain)
  const isPlain = /^(\d+\.?\d*|\.\d+)$/.test(plain)
  return isGrouped || isPlain ? Number(plain.replaceAll(',', '')) : Number.NaN
}

/** ISO day; null if there is no such day. */
function readDay(text: string): string | null {
  const parts = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text.trim())
  const [, month = '', date = '', year = ''] = parts ?? []
  const day = parts === null ? text.trim() : `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  return isDay(day) ? day : null
}
