import { endSubscription, readPushKey, readSubscription, subscribe } from '../contract/notifications.ts'
import { requirePresentSymbols } from '../funds/symbols.ts'
import { toNewYorkTime } from '../market-days/sessions.ts'
import { writeTransaction } from '../platform/database/write-transaction.ts'
import { wideNetworkOf } from '../platform/http/client-address.ts'
import { ApiError } from '../platform/http/errors.ts'
import { createFairQueue } from '../platform/http/fair-queue.ts'
import { limitHourly, limitRequests, type RequestLimits } from '../platform/http/rate-limit.ts'
import type { RouteParts, Routes } from '../platform/http/route.ts'
import { findNews } from './due-messages.ts'
import {
  countSubscriptions,
  deleteSubscription,
  findByEndpoint,
  findSubscription,
  writeSent,
  writeSubscription
} from './notifications.db.ts'
import { readNews } from './notifier.ts'
import { ensureVapidKeys, isPushKey, isPushService } from './push-service.ts'

/** Enough requests for the changes of a household, too few for a script to fill the table. */
export const notificationLimits: RequestLimits = { perSecond: 1, burst: 5, perHour: 40 }
/** Checking all of them takes 0.6 s of processor time a minute. */
const maxSubscriptions = 10_000
/**
 * Changes of all networks together: an attacker can have any number of networks, and each change is a transaction that
 * others wait for. Wide networks take turns, so that a visitor is served within seconds during a flood.
 */
const changesPerSecond = 4
const maxWaitingChanges = 80
/** New ones of a wide network, so that none fills the table. */
const maxNewAnHour = 100
const hourSeconds = 3600

export function addNotificationRoutes(
  { router, route }: Routes,
  { db, clock, pushHosts }: Pick<RouteParts, 'db' | 'clock'> & { pushHosts: readonly string[] },
  limits: RequestLimits
): void {
  router.use(subscribe.path, limitRequests(limits))
  const countNew = limitHourly(maxNewAnHour)
  const takeTurn = createFairQueue({
    perSecond: changesPerSecond,
    maxWaiting: maxWaitingChanges,
    message: 'Many browsers are changing their notifications right now. Please try again in a minute.'
  })

  route(readPushKey, async () => ({ public_key: (await ensureVapidKeys(db)).publicKey }))

  route(subscribe, async ({ endpoint, auth, p256dh, declared, own_by, notices, ...requested }, { ip }) => {
    if (!isPushService(endpoint, pushHosts))
      throw new ApiError('invalid-input', 'Notifications are sent to the push services of browsers only.')
    if (!isPushKey(p256dh))
      throw new ApiError(
        'invalid-input',
        "The key of this browser isn't valid: p256dh must be a point on the P-256 curve. Please turn notifications on again."
      )
    if (!declared && !own_by && !notices)
      throw new ApiError('invalid-input', 'Choose at least one kind of notification.')
    const funds = await requirePresentSymbols(db, requested.funds)
    const wideNetwork = wideNetworkOf(ip ?? '')
    await takeTurn(wideNetwork)
    if ((await findByEndpoint(db, endpoint)) === undefined) countNew(wideNetwork)
    const now = clock()
    await writeTransaction(db, async (trx) => {
      const existing = await findByEndpoint(trx, endpoint)
      if (existing !== undefined && existing.auth !== auth)
        throw new ApiError('conflict', 'This browser is subscribed with another key. Please end that first.')
      if (existing === undefined && (await countSubscriptions(trx)) >= maxSubscriptions)
        throw new ApiError(
          'unavailable',
          'No more notifications can be turned on for now. Please try again in an hour.',
          hourSeconds
        )
      await writeSubscription(trx, {
        endpoint,
        p256dh,
        auth,
        funds: funds.join(','),
        wants_declared: Number(declared),
        wants_own_by: Number(own_by),
        wants_notices: Number(notices),
        created_at: now.toISOString()
      })
      // Events that are already public are not sent to a new subscriber or for funds that were just added.
      const before = new Set(existing?.funds.split(','))
      const { day, time } = toNewYorkTime(now)
      const old = findNews(await readNews(trx, now), { day, time }).flatMap(({ kind, symbol, event }) =>
        kind !== 'own-by' && funds.includes(symbol) && !before.has(symbol) ? [event] : []
      )
      await writeSent(trx, endpoint, old, now)
    })
    return { message: 'Your notifications are saved.', funds }
  })

  route(readSubscription, async (identity) => {
    const subscription = await findSubscription(db, identity)
    if (subscription === undefined) return { subscription: null }
    return {
      subscription: {
        funds: subscription.funds.split(','),
        declared: subscription.wants_declared === 1,
        own_by: subscription.wants_own_by === 1,
        notices: subscription.wants_notices === 1
      }
    }
  })

  route(endSubscription, async (identity, { ip }) => {
    const subscription = await findSubscription(db, identity)
    if (subscription !== undefined) await takeTurn(wideNetworkOf(ip ?? ''))
    if (subscription !== undefined)
      await writeTransaction(db, (trx) => deleteSubscription(trx, subscription.endpoint))
    return { message: 'Your notifications have ended, and nothing about them is stored anymore.' }
  })
}
