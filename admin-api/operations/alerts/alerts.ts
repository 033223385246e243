import { isDeepStrictEqual } from 'node:util'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { OutageTable } from '../../platform/database/schema/operator.ts'
import type { Database } from '../../platform/database/schema.ts'
import { writeTransaction } from '../../platform/database/write-transaction.ts'
import type { Alerts } from '../../services.ts'
import { deleteOutage, findOutage, findUntold, putOutage } from './alerts.db.ts'
import { afterTelling, nextOutage, type Told, tellOf } from './outage.ts'

export type AlertParts = { db: Kysely<Database>; clock: () => Date; log: Logger }

const timeoutMs = 10_000
const firstPauseMs = 60_000
const longestPauseMs = 3_600_000

/**
 * Tells the operator's webhook once that a part is out of order, and once that it is well again. What was told is a
 * row, so that a restart in an outage tells nothing twice. A webhook that fails is tried again after 1, 2, 4 ... 60
 * minutes for as long as there is something to tell.
 * @param url null: outages are only kept
 */
export function createAlerts(parts: AlertParts, url: string | null): Alerts {
  const { db, clock, log } = parts
  let failures = 0
  let pausedUntil = 0
  let delivery: Promise<void> | null = null

  async function post(told: Told): Promise<void> {
    if (url === null) return
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(told),
      signal: AbortSignal.timeout(timeoutMs)
    })
    await response.body?.cancel()
    if (!response.ok) throw new Error(`the webhook answered ${response.status}`)
  }

  async function deliverAll(): Promise<void> {
    if (url === null || clock().getTime() < pausedUntil) return
    for (const outage of await findUntold(db)) {
      try {
        await post(tellOf(outage))
        failures = 0
      } catch (error) {
        failures += 1
        pausedUntil = clock().getTime() + Math.min(longestPauseMs, firstPauseMs * 2 ** (failures - 1))
        // The address itself may be a secret.
        const reason = error instanceof Error ? error.message : 'unknown'
        log.warn({ subject: outage.subject, reason, failures }, 'an alert could not be delivered')
        return
      }
      await writeTransaction(db, async (trx) =>
        keep(trx, outage.subject, afterTelling(outage, await findOutage(trx, outage.subject), clock()))
      )
    }
  }

  return {
    report: async (subject, reason) => {
      const news = { subject, reason, now: clock() }
      const known = await findOutage(db, subject)
      // Looked at every minute, and hardly ever another one.
      if (isDeepStrictEqual(nextOutage(known, news), known ?? null)) return
      await writeTransaction(db, async (trx) =>
        keep(trx, subject, nextOutage(await findOutage(trx, subject), news))
      )
    },
    deliver: async () => {
      delivery ??= deliverAll().finally(() => {
        delivery = null
      })
      await delivery
    }
  }
}

async function keep(db: Kysely<Database>, subject: string, outage: OutageTable | null): Promise<void> {
  if (outage === null) await deleteOutage(db, subject)
  else await putOutage(db, outage)
}
