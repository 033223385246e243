import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Cron } from 'croner'
import { addDays } from '../../admin-api/market-days/days.ts'
import { newYork, toNewYorkTime } from '../../admin-api/market-days/sessions.ts'
import { randomNumbers } from '../../admin-api/numbers/statistics.ts'
import { openDatabase } from '../../admin-api/platform/database/open.ts'
import { databaseFileIn } from '../../admin-api/platform/database/private-files.ts'
import { answerEdgar, confirmFiling } from '../../admin-api/testing/filing-scenario.ts'
import { answerHoldings, checkHoldings } from '../../admin-api/testing/holdings-scenario.ts'
import type { Facts } from '../../data/schema.ts'
import { checkOutlooks } from './check-outlooks.ts'
import { collectedUntil } from './collected-until.ts'
import { compareWithBacktest } from './compare-with-backtest.ts'
import { type FakeSource, startFakeSource } from './fake-source.ts'
import { planFaults, planOutage } from './faults.ts'
import { simulateMinutes } from './minutes.ts'
import { createNightWatch, createObserver } from './observer.ts'
import {
  daysWhen,
  limitWrites,
  pauseWithoutWritesMs,
  renameAfterDays,
  renameFund,
  workWithoutWrites
} from './rare-events.ts'
import { type MovedClock, openSimulatedService } from './simulated-service.ts'
import { type SimulationOptions, type SimulationResult, toResult } from './simulation-result.ts'
import { createSource } from './source.ts'

/** Cron patterns in New York time, for faults and for weekly collections. */
const patterns = { daily: '15 18 * * 1-5', weekly: '15 18 * * 5' }

/**
 * Runs the service through the days of `options` in a temporary folder. Time jumps from one scheduled task to the
 * next; `onMonth` is called with each month (YYYY-MM) that begins.
 */
export async function runSimulation(
  options: SimulationOptions,
  facts: Facts,
  onMonth: (month: string) => void = () => undefined
): Promise<SimulationResult> {
  const { from, to, every, calm, seed } = options
  const random = randomNumbers(seed)
  const source = createSource(facts, { from, to, isCalm: calm, random })
  const faults = options.outage
    ? planOutage(from)
    : planFaults(listRuns(patterns[every], from, to), { isCalm: calm, random })
  const clock: MovedClock = { now: Date.parse(`${from}T13:00:00Z`) }
  const end = endOf(to)
  const dataDir = await mkdtemp(join(tmpdir(), 'doubloon-simulation-'))
  const [fund = { symbol: '', name: '' }] = facts.funds
  const fakeSource = await startFakeSource(
    source,
    faults,
    () => new Date(clock.now),
    (path) =>
      path.startsWith('/assets/')
        ? answerHoldings(path, { ...facts, ...source }, new Date(clock.now))
        : answerEdgar(path, fund, from)
  )
  const lastDay = addDays(from, -1)
  const settings = {
    dataDir,
    url: fakeSource.url,
    facts: collectedUntil(facts, source, lastDay),
    pattern: every === 'daily' ? null : patterns[every],
    marketData: options.outage ? 'auto' : 'yahoo'
  }
  let service = await openSimulatedService(settings, clock)
  const db = openDatabase(databaseFileIn(dataDir))
  const observer = createObserver(db, source, to)
  const nights = createNightWatch(db, dataDir, new Date(clock.now))
  const requests: number[] = []
  let lastRun = from
  let month = ''
  const toRename = source.renamed
    .map((one) => ({
      ...one,
      at: Date.parse(`${addDays(one.on, renameAfterDays)}T14:00:00Z`)
    }))
    .toSorted((a, b) => a.at - b.at)
  const storageFaults: string[] = []
  const kills = [...faults.kills]
  const restarts = [...faults.restarts]
  try {
    await observer.observe(new Date(clock.now))
    await service.collectAnnouncements()
    await service.schedule.runDue()
    await service.keepOutlookRecord()
    await service.backups.runDue()
    for (;;) {
      const next = await service.schedule.findNextRun()
      if (next === null || next >= end) break
      clock.now = Math.max(clock.now + 1000, nights.earlierOf(next, clock.now).getTime())
      const now = toNewYorkTime(new Date(clock.now)).day.slice(0, 7)
      if (now !== month) onMonth(now)
      month = now
      const isUnwritable = faults.isUnwritable(new Date(clock.now))
      limitWrites(isUnwritable)
      if (isUnwritable) {
        storageFaults.push(...(await workWithoutWrites(service)))
        nights.excuse(new Date(clock.now))
        clock.now += pauseWithoutWritesMs
        continue
      }
      const kill = takeDue(kills, clock.now, ({ at }) => at)
      const restart = takeDue(restarts, clock.now, (at) => at)
      const renamed = takeDue(toRename, clock.now, ({ at }) => new Date(at))
      if (kill !== undefined || restart !== undefined) {
        await service.close()
        const moment = new Date(clock.now).toISOString()
        if (kill !== undefined)
          await collectAndKill(
            fakeSource,
            [dataDir, fakeSource.url, moment, lastDay, settings.pattern ?? ''],
            kill.requests
          )
        service = await openSimulatedService(settings, clock)
      }
      if (renamed !== undefined) await renameFund(db, service, renamed, new Date(clock.now))
      await service.keepOutlookRecord()
      await service.collectAnnouncements()
      const before = countRequests(fakeSource)
      const refusedBefore = fakeSource.refused
      const checksBefore = fakeSource.requests.checks
      await service.schedule.runDue()
      await service.readDocuments()
      await service.backups.runDue()
      await nights.check(new Date(clock.now))
      await service.runHealthChecks()
      await service.maintenance.runDue()
      const sent = countRequests(fakeSource) - before
      if (sent === 0) continue
      const checks = fakeSource.requests.checks - checksBefore
      requests.push(sent - checks - (fakeSource.refused - refusedBefore))
      lastRun = toNewYorkTime(new Date(clock.now)).day
      await observer.observe(new Date(clock.now))
    }
    const observed = observer.read()
    const unseen = await confirmFiling(db, service, { symbol: fund.symbol, now: new Date(clock.now) })
    return await toResult(db, {
      source,
      observed,
      from,
      lastRun,
      comparison: await compareWithBacktest(db, { facts, source, to, observed }),
      funds: facts.funds.length,
      requests,
      requestsByKind: fakeSource.requests,
      alerts: fakeSource.alerts,
      storageFaults,
      exchange: { gone: daysWhen(faults.isExchangeGone, from, to), ...observed.exchange },
      renamed: source.renamed,
      outlooks: await checkOutlooks(db, { facts, source, from, lastRun }),
      nights: nights.read(),
      minutes: await simulateMinutes(facts, { source, to, random }),
      archived: await checkHoldings(db, { ...facts, ...source }, service),
      unseen
    })
  } finally {
    limitWrites(false)
    await service.close()
    await db.destroy()
    await fakeSource.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Times of the cron pattern on the days from `from` to `to`. */
function listRuns(pattern: string, from: string, to: string): Date[] {
  const job = new Cron(pattern, { mode: '5-part', timezone: newYork, paused: true })
  const runs: Date[] = []
  for (
    let run = job.nextRun(endOf(addDays(from, -1)));
    run !== null && run < endOf(to);
    run = job.nextRun(run)
  )
    runs.push(run)
  return runs
}

/** An instant in the night after the day, in New York. */
function endOf(day: string): Date {
  return new Date(`${addDays(day, 1)}T05:00:00Z`)
}

/** Removes and returns the first item of the list if it is due. */
function takeDue<Fault>(list: Fault[], now: number, timeOf: (fault: Fault) => Date): Fault | undefined {
  const [first] = list
  return first !== undefined && timeOf(first).getTime() <= now ? list.shift() : undefined
}

function countRequests({ requests }: FakeSource): number {
  return Object.values(requests).reduce((sum, count) => sum + count, 0)
}

/** Collects in a child process and kills it with SIGKILL after `requests` requests. */
async function collectAndKill(
  fakeSource: FakeSource,
  args: readonly string[],
  requests: number
): Promise<void> {
  const script = new URL('./collect-until-killed.ts', import.meta.url).pathname
  const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'ignore', 'pipe'] })
  let complaints = ''
  child.stderr.on('data', (chunk: Buffer) => (complaints += chunk.toString()))
  const last = countRequests(fakeSource) + requests
  fakeSource.onRequest = (count) => {
    if (count === last) child.kill('SIGKILL')
  }
  const [code] = await once(child, 'close')
  fakeSource.onRequest = () => undefined
  if (code !== null && code !== 0) throw new Error(`The collection ended before it was killed: ${complaints}`)
}
