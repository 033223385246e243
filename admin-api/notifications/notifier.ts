import { setImmediate } from 'node:timers/promises'
import { retention } from '../contract/system.ts'
import { nextPayment } from '../estimates/coming-payments.ts'
import { findEstimates } from '../estimates/estimates.db.ts'
import { findConfirmedNotices } from '../funds/fund-notices.db.ts'
import { addDays, compareText } from '../market-days/days.ts'
import { ownByAhead } from '../market-days/market-calendar.ts'
import { nextClose, toNewYorkTime } from '../market-days/sessions.ts'
import { withKinds } from '../market-days/usual-payments.ts'
import { findPaymentsByFund } from '../payments/payments.db.ts'
import { runEvery, singleFlight, type WorkParts } from '../platform/background.ts'
import { type LeaseTimes, takeLease } from '../platform/database/leases/leases.ts'
import { chunksOf } from '../platform/database/rows.ts'
import type { Db } from '../platform/database/schema.ts'
import { writeTransaction } from '../platform/database/write-transaction.ts'
import { findNews, toMessages } from './due-messages.ts'
import {
  countSubscriptions,
  deleteSentBefore,
  deleteSubscription,
  findAnnounced,
  findDue,
  findSent,
  type Subscription,
  writeFailures,
  writeSent
} from './notifications.db.ts'
import { createPushSender, ensureVapidKeys, type SendPush } from './push-service.ts'

export type NotifierParts = WorkParts & {
  /** Mail address of the operator, for push services. */
  contactEmail: string
  leaseTimes?: LeaseTimes | undefined
}

/** A payment is announced within a minute, delivery included. */
const pollMs = 30_000
/** Requests of visitors are served in between. Encrypting a message takes half a millisecond. */
const subscriptionsAtOnce = 10
const retryMs = 15 * 60_000
/** Failures after which a push service that accepted nothing in this run gets no more messages in it. */
const failuresOfOutage = 10
const rememberedMs = 60 * 86_400_000

/**
 * Sends notifications, one process at a time. An event is stored as soon as the push service has accepted it. If the
 * process is killed in between, the message is sent again with the same tag, and the browser shows it once.
 */
export function createNotifier(parts: NotifierParts) {
  const { db, clock, log, leaseTimes } = parts

  async function sendDue(send: SendPush, isHeld: () => Promise<boolean>, now: Date): Promise<number> {
    const { day, time } = toNewYorkTime(now)
    const news = findNews(await readNews(db, now), { day, time })
    const countsOf = new Map<string, { accepted: number; failed: number; gone: number }>()

    async function deliver(subscription: Subscription, sent: ReadonlySet<string>): Promise<void> {
      const { endpoint, failures, failed_at } = subscription
      const { host } = new URL(endpoint)
      const counts = countsOf.get(host) ?? { accepted: 0, failed: 0, gone: 0 }
      countsOf.set(host, counts)
      let failedDays = failures + Number(failed_at === null || toNewYorkTime(new Date(failed_at)).day < day)
      for (const { message, events } of toMessages(subscription, news, sent)) {
        const isOut = counts.accepted === 0 && counts.failed >= failuresOfOutage
        if (isOut || !(await isHeld())) return
        const outcome = await send(subscription, message)
        counts[outcome] += 1
        const most =
          counts.accepted > 0 ? retention.failedSubscriptionDays : retention.subscriptionDaysInOutage
        await writeTransaction(db, async (trx) => {
          if (outcome === 'accepted') await writeSent(trx, endpoint, events, now)
          else if (outcome === 'gone' || failedDays >= most) await deleteSubscription(trx, endpoint)
          else await writeFailures(trx, { endpoint, failures: failedDays, failed_at: now.toISOString() })
        })
        // Retried after a pause.
        if (outcome !== 'accepted') return
        failedDays = 1
      }
    }

    const due = news.length === 0 ? [] : await findDue(db, new Date(now.getTime() - retryMs))
    for (const some of chunksOf(due, subscriptionsAtOnce)) {
      const sentTo = Map.groupBy(await findSent(db, some), ({ endpoint }) => endpoint)
      const eventsOf = (endpoint: string) => new Set(sentTo.get(endpoint)?.map(({ event }) => event))
      await Promise.all(some.map((one) => deliver(one, eventsOf(one.endpoint))))
      await setImmediate()
    }
    return [...countsOf.values()].reduce((sum, { accepted }) => sum + accepted, 0)
  }

  async function runDue(): Promise<number> {
    if ((await countSubscriptions(db)) === 0) return 0
    const keys = await ensureVapidKeys(db)
    const lease = await takeLease(db, 'notifications', { times: leaseTimes })
    if (lease === null) return 0
    try {
      const now = clock()
      const send = createPushSender({ keys, contact: `mailto:${parts.contactEmail}` })
      const accepted = await sendDue(send, lease.isHeld, now)
      if (accepted === 0) return 0
      await deleteSentBefore(db, new Date(now.getTime() - rememberedMs))
      log.info({ accepted }, 'notifications sent')
      return accepted
    } finally {
      await lease.release()
    }
  }

  /** Sends due notifications. @returns number of messages that push services accepted */
  return { runDue: singleFlight(runDue).run }
}

/** Announcements are sent until the ex-date has passed. */
export async function readNews(db: Db, now: Date) {
  const { day: today } = toNewYorkTime(now)

  const announced = await findAnnounced(db, addDays(today, -1))
  const paymentsOf = await findPaymentsByFund(db)
  return {
    announced: [...Map.groupBy(announced, ({ symbol }) => symbol)].flatMap(([symbol, ofFund]) => {
      const days = new Set(ofFund.map(({ exDate }) => exDate))
      const stored = (paymentsOf.get(symbol) ?? []).filter(({ exDate }) => !days.has(exDate))
      const all = withKinds([...stored, ...ofFund].sort((a, b) => compareText(a.exDate, b.exDate)))
      return all.flatMap(({ exDate, amount, kind }) => {
        const last = all.findLast((one) => one.kind === 'regular' && one.exDate < exDate)
        // A fraction of a cent is no news.
        if (!days.has(exDate) || kind === 'residual') return []
        return [{ symbol, exDate, amount, kind, last: last?.amount ?? null }]
      })
    }),
    next: (await findEstimates(db)).flatMap((row) => {
      const next = nextPayment(row)
      if (next === null) return []
      const ownBy = ownByAhead(next.own_by, next.ex_date_range, nextClose(now))
      return [{ symbol: row.symbol, exDate: next.ex_date, ownBy }]
    }),
    notices: await findConfirmedNotices(db, today)
  }
}

export function startNotifier(parts: NotifierParts): () => Promise<void> {
  return runEvery(pollMs, createNotifier(parts).runDue, {
    startsNow: true,
    onError: (error) => parts.log.error({ err: error }, 'notifications could not be sent')
  })
}
