import { call } from '../lib/call.ts'

type PushChoice = { funds: string[]; declared: boolean; own_by: boolean; notices: boolean }

type Keys = { endpoint: string; p256dh: string; auth: string }

/** Whether this browser can show notifications of a site. Safari on iPhones can once the site is on the home screen. */
export function canNotify(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
}

/** Subscription of this browser; null if it has none, or if the server can't be reached. */
export async function readPushChoice(): Promise<PushChoice | null> {
  const keys = await findKeys()
  if (keys === null) return null
  const { endpoint, auth } = keys
  const result = await call('POST /api/notifications/read', { endpoint, auth })
  return result.ok ? result.value.subscription : null
}

/** Asks the visitor for permission if needed. @returns an error in one sentence, or null */
export async function saveChoice(choice: PushChoice): Promise<string | null> {
  const key = await call('GET /api/notifications/key', {})
  if (!key.ok) return key.message
  if ((await Notification.requestPermission()) !== 'granted')
    return 'Notifications are blocked for this site. Please allow them in the settings of your browser.'
  const keys = await subscribeBrowser(key.value.public_key).catch(() => null)
  if (keys === null) return 'The push service of your browser did not answer. Please try again later.'
  const saved = await call('POST /api/notifications/subscribe', { ...keys, ...choice })
  return saved.ok ? null : saved.message
}

/** @returns an error in one sentence, or null */
export async function endNotifications(): Promise<string | null> {
  const keys = await findKeys()
  if (keys === null) return null
  const { endpoint, auth } = keys
  const ended = await call('POST /api/notifications/end', { endpoint, auth })
  if (!ended.ok) return ended.message
  await (await findSubscription())?.unsubscribe()
  return null
}

async function subscribeBrowser(publicKey: string): Promise<Keys | null> {
  await navigator.serviceWorker.register('/sw.js')
  const { pushManager } = await navigator.serviceWorker.ready
  const options = { userVisibleOnly: true, applicationServerKey: publicKey }
  const subscription = await pushManager.subscribe(options).catch(async () => {
    // Fails if the browser has a subscription with an earlier key of this site.
    await (await pushManager.getSubscription())?.unsubscribe()
    return pushManager.subscribe(options)
  })
  return toKeys(subscription)
}

async function findSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? null
}

async function findKeys(): Promise<Keys | null> {
  const subscription = await findSubscription()
  return subscription === null ? null : toKeys(subscription)
}

function toKeys(subscription: PushSubscription): Keys | null {
  const { endpoint, keys: { p256dh, auth } = {} } = subscription.toJSON()
  return endpoint && p256dh && auth ? { endpoint, p256dh, auth } : null
}
