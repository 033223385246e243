import { isDeepStrictEqual } from 'node:util'
import { singleFlight, type WorkParts } from '../../platform/background.ts'
import type { OutageTable } from '../../platform/database/schema/operator.ts'
import type { Db } from '../../platform/database/schema.ts'
import { writeTransaction } from '../../platform/database/write-transaction.ts'

const timeoutMs = 10_000
const firstPauseMs = 60_000
const maxPauseMs = 3_600_000

/** Reports of outages. `subject` is the failing part in lower case with hyphens: 'market-data'. */
export type Alerts = {
  /**
   * Records the state of a part after each check; the operator is notified of changes only.
   * @param reason one or more sentences, or null while the part works
   */
  report: (subject: string, reason: string | null) => Promise<void>
  /**
   * Like `report`, but for a part without which nothing can be stored, such as the database: the state stays in
   * memory, and the notification is sent at once. Never throws.
   */
  reportUnstored: (subject: string, reason: string | null) => Promise<void>
  /** Sends pending notifications. Does not throw if the webhook fails. */
  deliver: () => Promise<void>
}

/**
 * Notifies a webhook once when an outage begins, and once when it ends. Sent notifications are stored, so that a
 * restart repeats none. A failed call is retried after 1, 2, 4 ... 60 minutes.
 * @param url null: outages are only stored
 */
export function createAlerts({ db, clock, log }: WorkParts, url: string | null): Alerts {
  let failures = 0
  let pausedUntil = 0
  /** Outages that are not in the database, by subject. */
  const unstored = new Map<string, OutageTable>()

  async function post(address: string, notification: Notification): Promise<void> {
    const response = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(notification),
      // A followed redirect would lose the body, or send it to a host that nobody configured.
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs)
    })
    await response.body?.cancel()
    if (response.status >= 300 && response.status < 400)
      throw new Error(`the webhook redirects (${response.status}): ALERT_URL must name the address itself`)
    if (!response.ok) throw new Error(`the webhook answered ${response.status}`)
  }

  /** Resolves with false if the webhook failed or may not be called yet. */
  async function notify(outage: OutageTable): Promise<boolean> {
    if (url === null || clock().getTime() < pausedUntil) return false
    try {
      await post(url, describeOutage(outage))
      failures = 0
      return true
    } catch (error) {
      failures += 1
      pausedUntil = clock().getTime() + Math.min(maxPauseMs, firstPauseMs * 2 ** (failures - 1))
      // Without the URL, which may be a secret.
      const reason = error instanceof Error ? error.message : 'unknown'
      log.warn({ subject: outage.subject, reason, failures }, 'an alert could not be delivered')
      return false
    }
  }

  function setUnstored(subject: string, outage: OutageTable | null): void {
    if (outage === null) unstored.delete(subject)
    else unstored.set(subject, outage)
  }

  async function deliverUnstored(): Promise<void> {
    for (const outage of unstored.values()) {
      const { subject, alerted_at, ended_at } = outage
      if (alerted_at !== null && ended_at === null) continue
      if (!(await notify(outage))) return
      setUnstored(subject, afterNotifying(outage, unstored.get(subject), clock()))
    }
  }
  const deliverUnstoredOnce = singleFlight(deliverUnstored).run

  async function deliverAll(): Promise<void> {
    if (url === null || clock().getTime() < pausedUntil) return
    for (const outage of await findUnreported(db)) {
      if (!(await notify(outage))) return
      await writeTransaction(db, async (trx) =>
        save(trx, outage.subject, afterNotifying(outage, await findOutage(trx, outage.subject), clock()))
      )
    }
  }

  return {
    report: async (subject, reason) => {
      const check = { subject, reason, now: clock() }
      const outage = await findOutage(db, subject)
      // Most checks change nothing and need no write transaction.
      if (isDeepStrictEqual(nextOutage(outage, check), outage ?? null)) return
      await writeTransaction(db, async (trx) =>
        save(trx, subject, nextOutage(await findOutage(trx, subject), check))
      )
    },
    reportUnstored: async (subject, reason) => {
      setUnstored(subject, nextOutage(unstored.get(subject), { subject, reason, now: clock() }))
      await deliverUnstoredOnce()
    },
    deliver: singleFlight(deliverAll).run
  }
}

/**
 * Returns the outage after a check, or null if there is none to store. A part that fails again before its recovery was
 * reported continues the same outage. An outage that ends before it was reported is dropped.
 */
export function nextOutage(
  known: OutageTable | undefined,
  { subject, reason, now }: { subject: string; reason: string | null; now: Date }
): OutageTable | null {
  if (reason !== null) {
    const begun = known ?? { subject, began_at: now.toISOString(), alerted_at: null }
    return { ...begun, reason, ended_at: null }
  }
  if (known === undefined || known.alerted_at === null) return null
  return { ...known, ended_at: known.ended_at ?? now.toISOString() }
}

/**
 * Returns the outage after the webhook accepted the notification of `sent`, or null if there is none to store.
 * @param known the stored outage, which may have ended or begun again during the call
 */
export function afterNotifying(
  sent: OutageTable,
  known: OutageTable | undefined,
  now: Date
): OutageTable | null {
  const at = now.toISOString()
  if (sent.alerted_at === null) return { ...(known ?? { ...sent, ended_at: at }), alerted_at: at }
  return known === undefined || known.ended_at !== null ? null : { ...known, began_at: at, alerted_at: null }
}

/** Body of a webhook call: ntfy and others read title and message, Slack reads text, Discord reads content. */
type Notification = { title: string; message: string; text: string; content: string }

function describeOutage({ subject, reason, began_at, alerted_at, ended_at }: OutageTable): Notification {
  const isEnd = alerted_at !== null && ended_at !== null
  const part = subject.replaceAll('-', ' ')
  const title = isEnd ? `Doubloon: ${part} recovered` : `Doubloon: ${part} failing`
  const message = isEnd
    ? `Resolved at ${formatInstant(ended_at)}, began at ${formatInstant(began_at)}: ${reason}`
    : reason
  const both = `${title}\n${message}`
  return { title, message, text: both, content: both }
}

/** '2026-06-04 22:15 UTC' */
function formatInstant(instant: string): string {
  return `${instant.slice(0, 16).replace('T', ' ')} UTC`
}

async function findOutage(db: Db, subject: string): Promise<OutageTable | undefined> {
  return db.selectFrom('outage').selectAll().where('subject', '=', subject).executeTakeFirst()
}

/** Outages whose start or end has not been reported yet, oldest first. */
async function findUnreported(db: Db): Promise<OutageTable[]> {
  return db
    .selectFrom('outage')
    .selectAll()
    .where((eb) => eb.or([eb('alerted_at', 'is', null), eb('ended_at', 'is not', null)]))
    .orderBy('began_at')
    .orderBy('subject')
    .execute()
}

/** Inserts the outage or replaces the one of the same subject; null deletes it. */
async function save(db: Db, subject: string, outage: OutageTable | null): Promise<void> {
  if (outage === null) await db.deleteFrom('outage').where('subject', '=', subject).execute()
  else
    await db
      .insertInto('outage')
      .values(outage)
      .onConflict((conflict) => conflict.column('subject').doUpdateSet(outage))
      .execute()
}
