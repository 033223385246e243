import * as z from 'zod/mini'
import { readStored, removeStored, writeStored } from '../../lib/storage.ts'
import { storageKeys } from '../../lib/storage-keys.ts'
import { readFleet } from '../../portfolio/stored-fleet.ts'

const Day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))
const Days = z.record(z.string(), Day)

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

function readFleetDays(symbol: string): string[] {
  const read = readFleet()
  const lots = read.status === 'kept' ? read.fleet.lots : []
  return lots.filter((lot) => lot.symbol === symbol).map(({ boughtOn }) => boughtOn)
}
