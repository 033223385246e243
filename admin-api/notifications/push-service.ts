import { ECDH } from 'node:crypto'
import webPush from 'web-push'
import { ensureMeta } from '../platform/database/meta.db.ts'
import type { Db } from '../platform/database/schema.ts'
import type { Subscription } from './notifications.db.ts'

/** Hosts of the push services of Chrome, Firefox, Edge and Safari; no other address gets messages. */
const knownHosts = [
  /^fcm\.googleapis\.com$/,
  /^(?:[\w-]+\.)*push\.services\.mozilla\.com$/,
  /^(?:[\w-]+\.)*notify\.windows\.com$/,
  /^(?:[\w-]+\.)*push\.apple\.com$/
]

export type VapidKeys = { publicKey: string; privateKey: string }

/** Keys that identify this installation at push services, created on first use. */
export async function ensureVapidKeys(db: Db): Promise<VapidKeys> {
  return JSON.parse(await ensureMeta(db, 'vapid-keys', () => JSON.stringify(webPush.generateVAPIDKeys())))
}

/** @param ownHosts further hosts with ports that the operator trusts; http is allowed there */
export function isPushService(endpoint: string, ownHosts: readonly string[]): boolean {
  const url = URL.parse(endpoint)
  if (url === null || url.username !== '' || url.password !== '') return false
  if (ownHosts.includes(url.host)) return true
  return url.protocol === 'https:' && url.port === '' && knownHosts.some((host) => host.test(url.hostname))
}

/** Whether messages can be encrypted for this key: base64url of a point on the curve P-256 (RFC 8291). */
export function isPushKey(p256dh: string): boolean {
  try {
    ECDH.convertKey(p256dh, 'prime256v1', 'base64url')
    return true
  } catch {
    return false
  }
}

/** `tag`: a browser shows only one notification with it. `path`: page to open. */
export type PushMessage = { title: string; body: string; tag: string; path: string }

/** `gone`: the browser ended its subscription. */
type PushOutcome = 'accepted' | 'gone' | 'failed'

export type SendPush = (subscription: Subscription, message: PushMessage) => Promise<PushOutcome>

const timeoutMs = 10_000
/** A notification that is a day late is useless. */
const secondsToLive = 24 * 3600

/**
 * Sends encrypted messages (RFC 8291) that only the browser can read.
 * @param contact mail or web address of the operator, which push services require
 */
export function createPushSender({ keys, contact }: { keys: VapidKeys; contact: string }): SendPush {
  return async ({ endpoint, p256dh, auth }, message) => {
    try {
      const request = webPush.generateRequestDetails(
        { endpoint, keys: { p256dh, auth } },
        JSON.stringify(message),
        { TTL: secondsToLive, vapidDetails: { subject: contact, ...keys }, contentEncoding: 'aes128gcm' }
      )
      const response = await fetch(endpoint, {
        method: 'POST',
        headers: toHeaders(request.headers),
        body: new Uint8Array(request.body ?? Buffer.alloc(0)),
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs)
      })
      await response.body?.cancel()
      if (response.ok) return 'accepted'
      return response.status === 404 || response.status === 410 ? 'gone' : 'failed'
    } catch {
      return 'failed'
    }
  }
}

function toHeaders(headers: webPush.Headers): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      /^(?:content-length|host)$/i.test(name) ? [] : [[name, String(value)]]
    )
  )
}
