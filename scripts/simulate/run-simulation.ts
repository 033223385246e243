import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Cron } from 'croner'
import { openDatabase } from '../../admin-api/platform/database/open.ts'
import { databaseFileIn } from '../../admin-api/platform/database/private-files.ts'
import { addDays } from '../../admin-api/market-days/days.ts'
import { newYork, toNewYorkTime } from '../../admin-api/market-days/new-york.ts'
import type { Service } from '../../admin-api/open-service.ts'
import type { Facts } from '../../data/schema.ts'
import { compareWithReplay } from './compare-with-replay.ts'
import { factsKnownAt } from './known-facts.ts'
import { createNightWatch } from './nights.ts'
import { createObserver } from './observer.ts'
import { approveAllHeld, readReasons, serve } from './operator.ts'
import type { Options } from './options.ts'
import { createRandom } from './random.ts'
import { type MovedClock, openRehearsed } from './rehearsed-service.ts'
import { type SimulationResult, toResult } from './simulation-result.ts'
import { createSource, type Source } from './source.ts'
import { type StandIn, startStandIn } from './stand-in.ts'
import { planTroubles } from './troubles.ts'

/** In New York time: when troubles come, and, where it is not the usual time, when the service collects. */
const patterns = { daily: '15 18 * * 1-5', weekly: '15 18 * * 5' }

/**
 * Runs the service through the days of `options`, in a folder of its own that is removed at the end. Time goes from
 * one moment at which the schedule has something to do to the next; `onMonth` hears which month (YYYY-MM) begins.
 */
export async function runSimulation(
  options: Options,
  facts: Facts,
  onMonth: (month: string) => void = () => undefined
): Promise<SimulationResult> {
  const { from, to, every, approves, isCalm, seed } = options
  const random = createRandom(seed)
  const source = createSource(facts, { from, to, isCalm, random })
  const troubles = planTroubles(listRuns(patterns[every], from, to), { isCalm, random })
  const clock: MovedClock = { now: Date.parse(`${from}T13:00:00Z`) }
  const end = endOf(to)
  const dataDir = await mkdtemp(join(tmpdir(), 'doubloon-simulation-'))
  const standIn = await startStandIn(source, troubles, () => new Date(clock.now))
  const lastDay = addDays(from, -1)
  const place = {
    dataDir,
    url: standIn.url,
    // Who has collected so far has no gaps in the prices that the source has not.
    facts: factsKnownAt({ ...facts, prices: toPrices(source, symbolsWithPrice(facts, lastDay)) }, lastDay),
    pattern: every === 'daily' ? null : patterns[every]
  }
  let service = await openRehearsed(place, clock)
  const db = openDatabase(databaseFileIn(dataDir))
  const atFirst = sizeOf(databaseFileIn(dataDir))
  const observer = createObserver(db, source, to)
  const nights = createNightWatch(db, dataDir)
  const requests: number[] = []
  let lastRun = from
  let month = ''
  const reasons = new Map<string, number>()
  const approvals = { approved: 0, refused: [] as string[] }
  const kills = [...troubles.kills]
  const restarts = [...troubles.restarts]
  try {
    await observer.look(new Date(clock.now))
    await service.schedule.runDue()
    await service.backups.runDue()
    for (;;) {
      const next = await service.schedule.findNextRun()
      if (next === null || next >= end) break
      clock.now = Math.max(clock.now + 1000, nights.earlierOf(next, clock.now).getTime())
      const now = toNewYorkTime(new Date(clock.now)).day.slice(0, 7)
      if (now !== month) onMonth(now)
      month = now
      const kill = takeDue(kills, clock.now, ({ at }) => at)
      const restart = takeDue(restarts, clock.now, (at) => at)
      if (kill !== undefined || restart !== undefined) {
        await service.close()
        const moment = new Date(clock.now).toISOString()
        if (kill !== undefined)
          await collectAndKill(
            standIn,
            [dataDir, standIn.url, moment, lastDay, place.pattern ?? ''],
            kill.requests
          )
        service = await openRehearsed(place, clock)
      }
      const before = countRequests(standIn)
      await service.schedule.runDue()
      await service.backups.runDue()
      await nights.look(new Date(clock.now))
      await service.lookAround()
      await service.upkeep.runDue()
      const sent = countRequests(standIn) - before
      if (sent === 0) continue
      requests.push(sent)
      lastRun = toNewYorkTime(new Date(clock.now)).day
      await ask(service)
      await observer.look(new Date(clock.now))
    }
    const comparison = await compareWithReplay(db, { facts, source, from, to, observed: observer.read() })
    return await toResult(db, {
      options,
      source,
      troubles,
      observed: observer.read(),
      comparison,
      requests,
      lastRun,
      asked: standIn.asked,
      alerts: standIn.alerts,
      reasons,
      approvals,
      nights: nights.read(),
      databaseBytes: { atFirst, atLast: sizeOf(databaseFileIn(dataDir)) }
    })
  } finally {
    await service.close()
    await db.destroy()
    await standIn.stop()
    await rm(dataDir, { recursive: true, force: true })
  }

  /** Health, as whoever watches it would see it, and the operator where there is one. */
  async function ask(running: Service): Promise<void> {
    if (approves) await running.ensurePassword()
    const { url, stop } = await serve(running.app)
    try {
      for (const reason of await readReasons(url)) reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
      if (!approves) return
      const { approved, refused } = await approveAllHeld(url, troubles.isGarbageDay)
      approvals.approved += approved
      approvals.refused.push(...refused)
    } finally {
      await stop()
    }
  }
}

function symbolsWithPrice({ prices }: Facts, lastDay: string): string[] {
  return [...new Set(prices.flatMap(({ symbol, date }) => (date <= lastDay ? symbol : [])))]
}

function toPrices({ closesOf }: Source, symbols: readonly string[]): Facts['prices'] {
  return symbols.flatMap((symbol) =>
    (closesOf.get(symbol) ?? []).map((close) => ({ symbol, ...close, basis: 'stored' as const }))
  )
}

/** The moments of the pattern on the days from `from` to `to`. */
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

/** With its write-ahead log. */
function sizeOf(file: string): number {
  return [file, `${file}-wal`].reduce(
    (sum, name) => sum + (statSync(name, { throwIfNoEntry: false })?.size ?? 0),
    0
  )
}

/** Some time in the night after the day. */
function endOf(day: string): Date {
  return new Date(`${addDays(day, 1)}T05:00:00Z`)
}

/** Takes the first one whose time has come out of the list. */
function takeDue<Trouble>(
  list: Trouble[],
  now: number,
  momentOf: (trouble: Trouble) => Date
): Trouble | undefined {
  const [first] = list
  return first !== undefined && momentOf(first).getTime() <= now ? list.shift() : undefined
}

function countRequests({ asked }: StandIn): number {
  return asked.charts + asked.options + asked.others
}

/** Collects in a process of its own, and ends it with SIGKILL when it has sent so many requests. */
async function collectAndKill(standIn: StandIn, args: readonly string[], requests: number): Promise<void> {
  const script = new URL('./collect-until-killed.ts', import.meta.url).pathname
  const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'ignore', 'pipe'] })
  let complaints = ''
  child.stderr.on('data', (chunk: Buffer) => (complaints += chunk.toString()))
  const last = countRequests(standIn) + requests
  standIn.onRequest = (count) => {
    if (count === last) child.kill('SIGKILL')
  }
  const [code] = await once(child, 'close')
  standIn.onRequest = () => undefined
  if (code !== null && code !== 0)
    throw new Error(`The collection to be killed ended by itself: ${complaints}`)
}
