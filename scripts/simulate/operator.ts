import { once } from 'node:events'
import type { Express } from 'express'
import { adminMarker } from '../../admin-api/contract/admin-marker.ts'
import { closeServer, listen } from '../../admin-api/platform/http/listen.ts'
import { operatorPassword } from './rehearsed-service.ts'

export type Approved = { approved: number; refused: string[] }

/** What a person does who approves all that is held back, over the real API, but for what `isGarbage` says came that day. */
export async function approveAllHeld(url: string, isGarbage: (day: string) => boolean): Promise<Approved> {
  const headers = await logIn(url)
  const { entries } = await call<{
    entries: { id: number; kind: string; status: string; collection_date: string }[]
  }>(`${url}/api/admin/manual-entries`, { headers })
  const refused: string[] = []
  const held = entries.filter(
    ({ kind, status, collection_date }) =>
      kind === 'payment' && status === 'pending' && !isGarbage(collection_date)
  )
  for (const { id } of held) {
    const body = JSON.stringify({ confirm_unusual: true })
    const path = `${url}/api/admin/manual-entries/${id}/approve`
    const { message = '', ok } = await call<{ message?: string; ok: boolean }>(path, {
      method: 'POST',
      headers,
      body
    })
    if (!ok) refused.push(message)
  }
  return { approved: held.length - refused.length, refused }
}

/** The service's answer of `/api/health`: the reasons why not all is well. */
export async function readReasons(url: string): Promise<string[]> {
  const { reasons } = await call<{ reasons: string[] }>(`${url}/api/health`, {})
  // Nothing is published here, so nothing draws.
  return reasons.filter((reason) => !/page renderer|drawn|page/i.test(reason))
}

/** Opens the app on a free port. */
export async function serve(app: Express): Promise<{ url: string; stop: () => Promise<void> }> {
  const { server, url } = await listen(app, { host: '127.0.0.1', port: 0, maxConnections: 100 })
  return {
    url,
    stop: async () => {
      const closed = once(server, 'close')
      await closeServer(server)
      await closed
    }
  }
}

async function logIn(url: string): Promise<Record<string, string>> {
  const response = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ password: operatorPassword })
  })
  const cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  return { cookie, [adminMarker.name]: adminMarker.value, 'content-type': 'application/json' }
}

async function call<Body>(url: string, init: RequestInit): Promise<Body & { ok: boolean }> {
  const response = await fetch(url, init)
  return { ...(await response.json()), ok: response.ok }
}
