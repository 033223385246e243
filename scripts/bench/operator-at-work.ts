import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { historyExportPath, importHistory } from '../../admin-api/contract/admin-history.ts'
import { collectGroup } from '../../admin-api/contract/collection.ts'
import { logIn } from '../../admin-api/testing/operator.ts'
import { type Figure, milliseconds } from './report.ts'

const pages = ['/', '/msty', '/ulty', '/weekly-battle', '/calendar', '/accuracy', '/blog', '/compare']
const requestsPerSecond = 100
const restores = 3
/** Time in which the last queued pages are rendered. */
const afterwardsMs = 3000

/**
 * Measures the slowest page request of visitors during the operator's heaviest work: the complete history is restored
 * three times, all groups are collected, and the pages of both are rendered.
 * @param origin of a server that trusts one proxy, so that requests count as those of many visitors
 */
export async function measureOperatorAtWork(origin: string): Promise<Figure> {
  const headers = await logIn(origin)
  const backup = await (await fetch(origin + historyExportPath, { headers })).text()
  // Prepared first, because it would slow down the measurement.
  const altered = Array.from({ length: restores }, (_, restore) => shiftAmounts(backup, restore))
  const visitors = fork(new URL('./paced-visitors.ts', import.meta.url), [
    origin,
    String(requestsPerSecond),
    ...pages
  ])
  const work = async () => {
    for (const each of altered) await call(importHistory.path, headers, each)
    await call(collectGroup.path.replace(':group', 'all'), headers, '{}')
    await setTimeout(afterwardsMs)
  }
  // Otherwise the child process would run forever.
  await work().catch((error: unknown) => {
    visitors.kill()
    throw error
  })
  visitors.send('stop')
  const [{ requests, refused, median, p99, slowest }] = await once(visitors, 'message')
  return {
    what: `slowest page request at ${requestsPerSecond} a second while ${restores} restores and a collection run`,
    measured: `${Math.round(slowest)} ms of ${requests} (median ${Math.round(median)} ms, p99 ${Math.round(p99)} ms, ${refused} refused)`,
    budget: '50 ms'
  }

  async function call(path: string, caller: Record<string, string>, body: string): Promise<void> {
    const response = await fetch(origin + path, { method: 'POST', headers: caller, body })
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  }
}

const wrongMegabytes = 60
const sampleMs = 20

/** Measures how long a file that is no backup is read before it is refused, and the memory of the service meanwhile. */
export async function measureWrongBackup(origin: string, readMegabytes: () => number): Promise<Figure[]> {
  const headers = await logIn(origin)
  const body = Buffer.alloc(wrongMegabytes * 1_000_000, '[]')
  const before = readMegabytes()
  let most = before
  const sampling = setInterval(() => {
    most = Math.max(most, readMegabytes())
  }, sampleMs)
  const startedAt = performance.now()
  const response = await fetch(origin + importHistory.path, { method: 'POST', headers, body })
  const time = performance.now() - startedAt
  clearInterval(sampling)
  const what = `a wrong file of ${wrongMegabytes} MB under Restore history`
  return [
    milliseconds(`${what} is refused`, time, 2000, `with status ${response.status}`),
    { what: `memory that ${what} takes`, measured: `${most - before} MB`, budget: '50 MB' }
  ]
}

/** Changes all payments of a backup, because restoring an unchanged one renders no page. */
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
