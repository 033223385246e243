import { setTimeout } from 'node:timers/promises'
import autocannon from 'autocannon'
import { historyExportPath, importHistory } from '../../admin-api/contract/admin-history.ts'
import { collectGroup } from '../../admin-api/contract/collection.ts'
import { logIn } from '../../admin-api/testing/real-server.ts'
import type { Figure } from './report.ts'

const pages = ['/', '/msty', '/ulty', '/weekly-battle', '/calendar', '/accuracy', '/blog', '/compare']
const requestsPerSecond = 100
const restores = 3
/** What is queued last is drawn meanwhile too. */
const afterwardsMs = 3000

/**
 * What visitors wait for at most while the operator's heaviest work is done, as the bridge does it: the whole history is
 * restored three times, all groups are collected, and the pages of both are drawn.
 * @param origin of a server that trusts one proxy, so that requests count as those of many visitors
 */
export async function measureOperatorAtWork(origin: string): Promise<Figure> {
  const headers = await logIn(origin)
  const loaded = Promise.withResolvers<autocannon.Result>()
  const load = autocannon(
    {
      url: origin,
      connections: 20,
      duration: 600, // Until it is stopped.
      overallRate: requestsPerSecond,
      requests: pages.map((path) => ({ method: 'GET', path, headers: { 'accept-encoding': 'br' } }))
    },
    (error, result) => (error ? loaded.reject(error) : loaded.resolve(result))
  )
  const startedAt = performance.now()
  const backup = await (await fetch(origin + historyExportPath, { headers })).text()
  for (let restore = 0; restore < restores; restore += 1)
    await call(importHistory.path, headers, shiftAmounts(backup, restore))
  await call(collectGroup.path.replace(':group', 'all'), headers, '{}')
  await setTimeout(afterwardsMs)
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  load.stop()
  const { latency, requests, non2xx } = await loaded.promise
  return {
    what: `slowest page request at ${requestsPerSecond} a second while ${restores} restores and a collection run`,
    measured: `${latency.max} ms of ${requests.total} in ${seconds} s (p99 ${latency.p99} ms, ${non2xx} refused)`,
    budget: '50 ms'
  }

  async function call(path: string, caller: Record<string, string>, body: string): Promise<void> {
    const response = await fetch(origin + path, { method: 'POST', headers: caller, body })
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  }
}

/** A backup that changes nothing would have no page drawn anew. */
function shiftAmounts(backup: string, cents: number): string {
  const { data, ...rest }: { data: { actual_dividend: number | null }[] } = JSON.parse(backup)
  const shifted = data.map((record) =>
    record.actual_dividend === null
      ? record
      : {
          ...record,
          actual_dividend: Math.round((record.actual_dividend + cents / 10_000) * 10_000) / 10_000
        }
  )
  return JSON.stringify({ ...rest, data: shifted })
}
