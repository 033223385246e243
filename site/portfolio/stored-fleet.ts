import * as z from 'zod/mini'
import type { Lot } from './positions/held-fund.ts'
import '../lib/no-eval.ts'
import { storageKeys } from '../lib/storage-keys.ts'

/** The largest figures of a lot: beyond them is a slip of the finger. */
export const mostShares = 9_999_999
export const highestPrice = 1_000_000
export const highestGoal = 100_000_000
export const highestTaxPercent = 60

const IsoDay = z.string().check(z.refine(isDay))

const StoredLot = z.object({
  id: z.string().check(z.minLength(1)),
  symbol: z.string().check(z.regex(/^[A-Z]{1,5}$/)),
  shares: z.number().check(z.gt(0), z.lte(mostShares)),
  boughtOn: IsoDay,
  price: z.nullable(z.number().check(z.gte(0), z.lte(highestPrice)))
})

/** What a visitor has entered, as it is stored and as a backup holds it. A change of its form raises `version`. */
const StoredFleet = z.object({
  version: z.literal(1),
  lots: z.array(StoredLot),
  /** Percent of each payment to set aside; null before one is chosen. */
  taxPercent: z.nullable(z.number().check(z.gte(0), z.lte(highestTaxPercent))),
  /** Dollars of payments in all; null before one is chosen. */
  goal: z.nullable(z.number().check(z.gt(0), z.lte(highestGoal)))
})
export type Fleet = Omit<z.infer<typeof StoredFleet>, 'lots'> & { lots: Lot[] }

export const emptyFleet: Fleet = { version: 1, lots: [], taxPercent: null, goal: null }

/** `unreadable` is what stands there and is no fleet of this version: it is shown as it is, never thrown away. */
export type ReadFleet =
  | { status: 'kept'; fleet: Fleet }
  | { status: 'closed' }
  | { status: 'unreadable'; text: string }

export function readFleet(): ReadFleet {
  try {
    return parseFleet(window.localStorage.getItem(storageKeys.fleet))
  } catch {
    return { status: 'closed' }
  }
}

/** @param text null where nothing is stored */
export function parseFleet(text: string | null): Exclude<ReadFleet, { status: 'closed' }> {
  if (text === null) return { status: 'kept', fleet: emptyFleet }
  try {
    const fleet = StoredFleet.safeParse(JSON.parse(text))
    if (fleet.success) return { status: 'kept', fleet: fleet.data }
  } catch {
    // No JSON either.
  }
  return { status: 'unreadable', text }
}

/** Whether it is kept now: storage may be full, or closed to us. */
export function keepFleet(fleet: Fleet): boolean {
  try {
    if (isEmpty(fleet)) window.localStorage.removeItem(storageKeys.fleet)
    else window.localStorage.setItem(storageKeys.fleet, JSON.stringify(fleet))
    return true
  } catch {
    return false
  }
}

function isEmpty({ lots, taxPercent, goal }: Fleet): boolean {
  return lots.length === 0 && taxPercent === null && goal === null
}

/** Whether this is a day of the calendar, written YYYY-MM-DD. */
export function isDay(day: string): boolean {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(day) : Number.NaN
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === day
}
