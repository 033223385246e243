import { type Actor, type LogEntry, writeLog } from '../admin-log/admin-log.db.ts'
import type { CollectionScope } from '../contract/collection.ts'
import type { Trx } from '../platform/database/schema.ts'
import type { SecondPayment } from './sources/market-data.ts'

export type CollectionContext = {
  sourceName: string
  /** In New York. */
  today: string
  now: Date
  /** Absent for unattended collections. */
  actor?: Actor
  /** Response of the second source; absent if it wasn't queried. */
  second?: Second
}

/** Response of a second source; without payments, and with a sentence in `fault`, if it failed. */
export type Second = { name: string; payments: SecondPayment[]; fault: string | null }

/** Scope of a collection; `wanted` of `openFunds` funds are collected. */
export type Extent = {
  scope: CollectionScope
  title: string
  wanted: number
  openFunds: number
}

/** From this day on reported figures may be on another share basis than stored ones; `reason` ends a sentence. */
export type UnreliableFrom = { from: string; reason: string }

/** Logs what the operator should look at: reported figures that don't fit the stored ones. */
export async function logInconsistency(
  trx: Trx,
  context: CollectionContext,
  entry: Omit<LogEntry, 'level' | 'action'>
): Promise<void> {
  await log(trx, context, { ...entry, level: 'WARNING', action: 'DATA_INCONSISTENCY' })
}

export async function log(trx: Trx, { actor, now }: CollectionContext, entry: LogEntry): Promise<void> {
  await writeLog(trx, actor === undefined ? entry : { ...entry, actor }, now)
}
