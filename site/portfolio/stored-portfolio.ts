import * as z from 'zod/mini'
import { storageKeys } from '../lib/storage.ts'
import type { Lot } from './positions/held-fund.ts'

/** Limits of a lot; larger values are typos. */
export const mostShares = 9_999_999
export const highestPrice = 1_000_000
export const highestGoal = 100_000_000
export const highestTaxPercent = 60

const StoredLot = z.object({
  id: z.string().check(z.minLength(1)),
  symbol: z.string().check(z.regex(/^[A-Z]{1,5}$/)),
  shares: z.number().check(z.gt(0), z.lte(mostShares)),
  boughtOn: z.iso.date(),
  price: z.nullable(z.number().check(z.gte(0), z.lte(highestPrice)))
})

/** Stored form, also of backups. A change of the format raises `version`. */
const StoredPortfolio = z.object({
  version: z.literal(1),
  lots: z.array(StoredLot),
  /** Percent of each payment to set aside; null until chosen. */
  taxPercent: z.nullable(z.number().check(z.gte(0), z.lte(highestTaxPercent))),
  /** Total of payments in dollars; null until chosen. */
  goal: z.nullable(z.number().check(z.gt(0), z.lte(highestGoal)))
})
export type Portfolio = Omit<z.infer<typeof StoredPortfolio>, 'lots'> & { lots: Lot[] }

export const emptyPortfolio: Portfolio = { version: 1, lots: [], taxPercent: null, goal: null }

/** `unreadable`: stored text that this version doesn't understand. It is shown and never thrown away. */
export type ReadPortfolio =
  | { status: 'kept'; fleet: Portfolio }
  | { status: 'closed' }
  | { status: 'unreadable'; text: string }

export function readPortfolio(): ReadPortfolio {
  try {
    return parsePortfolio(window.localStorage.getItem(storageKeys.fleet))
  } catch {
    return { status: 'closed' }
  }
}

/** @param text null if nothing is stored */
export function parsePortfolio(text: string | null): Exclude<ReadPortfolio, { status: 'closed' }> {
  if (text === null) return { status: 'kept', fleet: emptyPortfolio }
  try {
    const fleet = StoredPortfolio.safeParse(JSON.parse(text))
    if (fleet.success) return { status: 'kept', fleet: fleet.data }
  } catch {
    // No JSON either.
  }
  return { status: 'unreadable', text }
}

/** Returns whether it was saved: storage may be full or closed. */
export function savePortfolio(fleet: Portfolio): boolean {
  try {
    if (isEmpty(fleet)) window.localStorage.removeItem(storageKeys.fleet)
    else window.localStorage.setItem(storageKeys.fleet, JSON.stringify(fleet))
    return true
  } catch {
    return false
  }
}

function isEmpty({ lots, taxPercent, goal }: Portfolio): boolean {
  return lots.length === 0 && taxPercent === null && goal === null
}
