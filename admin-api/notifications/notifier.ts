import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { addDays } from '../market-days/days.ts'
import { toNewYorkTime } from '../market-days/sessions.ts'
import { runEvery, singleFlight } from '../platform/background.ts'
import { type LeaseTimes, takeLease } from '../platform/database/leases/leases.ts'
import type { Database } from '../platform/database/schema.ts'
import { writeTransaction } from '../platform/database/write-transaction.ts'
import { findNews, toMessages } from './due-messages.ts'
import {
  deleteSentBefore,
  deleteSubscription,
  findAnnounced,
  findNextExDates,
  findSent,
  findSubscriptions,
  type Subscription,
  writeFailures,
  writeSent
} from './notifications.db.ts'
import { createPushSender, ensureVapidKeys, type SendPush } from './push-service.ts'

export type Notifier = {
  /** Sends due notifications. @returns number of messages that push services accepted */
  runDue: () => Promise<number>
}

export type NotifierParts = {
  db: Kysely<Database>
  clock: () => Date
  log: Logger
  /** Mail address of the operator, for push services. */
  contactEmail: string
  leaseTimes?: LeaseTimes | undefined
}

const pollMs = 60_000
/** Consecutive failures after which a subscription is deleted. */
const maxFailures = 20
const rememberedDays = 60

/**
 * Sends notifications, one process at a time. An event is stored as soon as the push service has accepted it. If the
 * process is killed in between, the message is sent again with the same tag, and the browser shows it once.
 */
export function createNotifier(parts: NotifierParts): Notifier {
  const { db, clock, log, leaseTimes } = parts

  async function sendTo(subscription: Subscription, send: SendPush, isHeld: () => Promise<boolean>) {
    const now = clock()
    const { day, time } = toNewYorkTime(now)
    const news = findNews(await readNews(db, day), { day, time })
    const { endpoint } = subscription
    let accepted = 0
    for (const { message, events } of toMessages(subscription, news, await findSent(db, endpoint))) {
      if (!(await isHeld())) return accepted
      const outcome = await send(subscription, message)
      await writeTransaction(db, async (trx) => {
        if (outcome === 'accepted') {
          await writeSent(trx, endpoint, events, now)
          await writeFailures(trx, endpoint, 0)
        } else if (outcome === 'gone' || subscription.failures + 1 >= maxFailures)
          await deleteSubscription(trx, endpoint)
        else await writeFailures(trx, endpoint, subscription.failures + 1)
      })
      // Retried on the next run.
      if (outcome !== 'accepted') return accepted
      accepted += 1
    }
    return accepted
  }

  async function runDue(): Promise<number> {
    const keys = await ensureVapidKeys(db)
    const subscriptions = await findSubscriptions(db)
    if (subscriptions.length === 0) return 0
    const lease = await takeLease(db, 'notifications', { times: leaseTimes })
    if (lease === null) return 0
    try {
      const send = createPushSender({ keys, contact: `mailto:${parts.contactEmail}` })
      let accepted = 0
      for (const subscription of subscriptions) accepted += await sendTo(subscription, send, lease.isHeld)
      await deleteSentBefore(db, new Date(clock().getTime() - rememberedDays * 86_400_000))
      if (accepted > 0) log.info({ accepted }, 'notifications sent')
      return accepted
    } finally {
      await lease.release()
    }
  }

  return { runDue: singleFlight(runDue).run }
}

/** Announcements are sent until the ex-date has passed. */
export async function readNews(db: Kysely<Database>, today: string) {
  return {
    announced: await findAnnounced(db, addDays(today, -1)),
    nextExDates: await findNextExDates(db)
  }
}

/** Sends due notifications every minute. @returns a function that stops it */
export function startNotifier(parts: NotifierParts): () => Promise<void> {
  return runEvery(pollMs, createNotifier(parts).runDue, {
    startsNow: true,
    onError: (error) => parts.log.error({ err: error }, 'notifications could not be sent')
  })
}
