import { once } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import type { Express } from 'express'
import { createEmbeddedMarketData } from '../../admin-api/collection/sources/embedded.ts'
import { adminMarker } from '../../admin-api/contract/headers.ts'
import { openService, type Service } from '../../admin-api/open-service.ts'
import { closeServer, listen } from '../../admin-api/platform/http/listen.ts'
import { sendTo } from '../../admin-api/testing/yahoo-server.ts'
import type { Facts } from '../../data/schema.ts'

/** Simulated time in epoch milliseconds; a sleep of the service advances it and returns at once. */
export type MovedClock = { now: number }

const operatorPassword = 'a year without an operator'

/** `pattern` is a COLLECT_CRON; null for the usual schedule. */
type SimulationSettings = {
  dataDir: string
  url: string
  facts: Facts
  pattern: string | null
  marketData?: string
}

/** Opens the real service with the fake source at `url` and the simulated clock; it publishes nothing. */
export async function openSimulatedService(
  settings: SimulationSettings,
  clock: MovedClock
): Promise<Service> {
  const environment = {
    DATA_DIR: settings.dataDir,
    SITE_DIR: `${settings.dataDir}/site`,
    // Faults of Yahoo would be invisible with a stand-in.
    MARKET_DATA: settings.marketData ?? 'yahoo',
    COLLECT_CRON: settings.pattern ?? '',
    ALERT_URL: `${settings.url}/alert`,
    LOG_LEVEL: 'silent',
    ADMIN_PASSWORD: operatorPassword
  }
  const service = await openService(environment, {
    publishes: false,
    clock: () => new Date(clock.now),
    network: {
      fetch: sendTo(settings.url),
      sleep: async (milliseconds) => {
        clock.now += milliseconds
        // Lets other tasks run, like a real pause.
        await setImmediate()
      },
      random: () => 0.5
    },
    facts: createEmbeddedMarketData(
      () => settings.facts,
      () => 'as known before the span'
    )
  })
  await service.sourceWatch.connect?.()
  return service
}

type Approvals = { approved: number; refused: string[] }

/** Approves all quarantined payments over the real API, except those collected on a day of garbage. */
export async function approveAllQuarantined(
  url: string,
  isGarbage: (day: string) => boolean
): Promise<Approvals> {
  const headers = await logIn(url)
  const { entries } = await call<{
    entries: { id: number; kind: string; status: string; collection_date: string }[]
  }>(`${url}/api/admin/manual-entries`, { headers })
  const refused: string[] = []
  const quarantined = entries.filter(
    ({ kind, status, collection_date }) =>
      kind === 'payment' && status === 'pending' && !isGarbage(collection_date)
  )
  for (const { id } of quarantined) {
    const body = JSON.stringify({ confirm_unusual: true })
    const path = `${url}/api/admin/manual-entries/${id}/approve`
    const { message = '', ok } = await call<{ message?: string; ok: boolean }>(path, {
      method: 'POST',
      headers,
      body
    })
    if (!ok) refused.push(message)
  }
  return { approved: quarantined.length - refused.length, refused }
}

/** Reads the reasons for degraded health from `/api/health`. */
export async function readReasons(url: string): Promise<string[]> {
  const { reasons } = await call<{ reasons: string[] }>(`${url}/api/health`, {})
  // The simulation publishes nothing, so it has no renderer.
  return reasons.filter((reason) => !/page/i.test(reason))
}

/** Serves the app on a free port. */
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
