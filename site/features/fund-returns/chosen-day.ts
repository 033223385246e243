import * as z from 'zod/mini'
import { readStored, removeStored, writeStored } from '../../lib/storage.ts'
import { storageKeys } from '../../lib/storage-keys.ts'

const Day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))
const Days = z.record(z.string(), Day)

/** As much of the fleet as is needed here; whatever else stands there belongs to it. */
const Lots = z.object({ lots: z.array(z.object({ symbol: z.string(), boughtOn: Day })) })

export type KnownDay = { day: string; from: 'choice' | 'fleet' }

/** The day this visitor chose for the fund, else the first one of its lots in the fleet; null where neither is known. */
export function readKnownDay(symbol: string): KnownDay | null {
  const chosen = readStored('localStorage', storageKeys.returnDays, Days)?.[symbol]
  if (chosen !== undefined) return { day: chosen, from: 'choice' }
  const bought = readFleetDays(symbol).sort()[0]
  return bought === undefined ? null : { day: bought, from: 'fleet' }
}

/** @param day null forgets it */
export function keepChosenDay(symbol: string, day: string | null): void {
  const { [symbol]: _, ...others } = readStored('localStorage', storageKeys.returnDays, Days) ?? {}
  const days = day === null ? others : { ...others, [symbol]: day }
  if (Object.keys(days).length === 0) removeStored('localStorage', storageKeys.returnDays)
  else writeStored('localStorage', storageKeys.returnDays, days)
}

/** Not by readStored, which throws away what does not fit: the fleet is not ours to throw away. */
function readFleetDays(symbol: string): string[] {
  try {
    const fleet = Lots.safeParse(JSON.parse(window.localStorage.getItem(storageKeys.fleet) ?? 'null'))
    return fleet.success
      ? fleet.data.lots.filter((lot) => lot.symbol === symbol).map((lot) => lot.boughtOn)
      : []
  } catch {
    return []
  }
}
