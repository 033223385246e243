import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { pickFunds } from '../../admin-api/collection/sources/embedded.ts'
import { addDays } from '../../admin-api/market-days/days.ts'
import { addSessions } from '../../admin-api/market-days/market-calendar.ts'
import { toNewYorkTime } from '../../admin-api/market-days/sessions.ts'
import { writeSubscription } from '../../admin-api/notifications/notifications.db.ts'
import { createNotifier } from '../../admin-api/notifications/notifier.ts'
import { median } from '../../admin-api/numbers/statistics.ts'
import { openDatabase } from '../../admin-api/platform/database/open.ts'
import { databaseFileIn } from '../../admin-api/platform/database/private-files.ts'
import { makeRelease, makeReleaseList } from '../../admin-api/testing/announcement-pages.ts'
import { startPushBrowser } from '../../admin-api/testing/push-browser.ts'
import { startYahoo } from '../../admin-api/testing/yahoo-server.ts'
import type { Facts } from '../../data/schema.ts'
import { collectedUntil } from './collected-until.ts'
import { type MovedClock, openSimulatedService } from './simulated-service.ts'
import type { RealPayment, Source } from './source.ts'

/** Median minutes from publication of a release to the push message, and the number of messages. */
export type Minutes = { releases: number; median: number | null; requests: number }

const announcedIssuer = 'YieldMax'
/** Mornings that are simulated: a week has two releases. */
const mornings = 2
/** Enough for a release; more only take time. */
const fundsAnnounced = 5
/** The service looks every half minute what is due, and so do notifications. */
const tickMs = 30_000
const minuteMs = 60_000
const morningFrom = '08:30'
const morningMinutes = 90

type Release = { path: string; exDate: string; publishedAt: Date; payments: RealPayment[] }

/** Runs the service through the mornings of the last releases before `to`, half minute by half minute. */
export async function simulateMinutes(
  facts: Facts,
  { source, to, random }: { source: Source; to: string; random: () => number }
): Promise<Minutes> {
  const releases = listReleases(facts, source, { to, random })
  const [first] = releases
  if (first === undefined) return { releases: 0, median: null, requests: 0 }
  const clock: MovedClock = { now: morningOf(first) }
  const requests: string[] = []
  const site = await startYahoo(({ url = '' }) => {
    requests.push(url)
    const shown = releases.filter(({ publishedAt }) => publishedAt.getTime() <= clock.now)
    if (url.startsWith('/search/')) return makeReleaseList([oldRelease, ...shown.map(({ path }) => path)])
    const release = shown.find(({ path }) => path === url)
    return release === undefined ? 404 : toPage(release)
  })
  const browser = await startPushBrowser()
  const dataDir = await mkdtemp(join(tmpdir(), 'doubloon-minutes-'))
  const announced = new Set(releases.flatMap(({ payments }) => payments.map(({ symbol }) => symbol)))
  const lastDay = addDays(toNewYorkTime(first.publishedAt).day, -1)
  const service = await openSimulatedService(
    {
      dataDir,
      url: site.url,
      facts: collectedUntil(pickFunds(facts, announced), source, lastDay),
      pattern: null
    },
    clock
  )
  const db = openDatabase(databaseFileIn(dataDir))
  try {
    await subscribe(db, browser, announced, new Date(clock.now))
    const log = pino({ level: 'silent' })
    const notifier = createNotifier({
      db,
      clock: () => new Date(clock.now),
      log,
      contactEmail: 'ahoy@doubloon.example'
    })
    const waits: number[] = []
    for (const release of releases) {
      const start = morningOf(release)
      for (let at = start; at < start + morningMinutes * minuteMs; at += tickMs) {
        clock.now = at
        await service.collectAnnouncements()
        const sent = await notifier.runDue()
        if (sent === 0) continue
        waits.push((at - release.publishedAt.getTime()) / minuteMs)
        break
      }
    }
    return {
      releases: releases.length,
      median: waits.length === releases.length ? median(waits) : null,
      requests: requests.length
    }
  } finally {
    await service.close()
    await db.destroy()
    await browser.close()
    await site.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

const oldRelease = '/news-release/2024/01/03/1/0/en/YieldMax-ETFs-Announces-Distributions.html'

/** Releases of the issuer on the sessions before the last ex-dates, between 9:00 and 9:30. */
function listReleases(
  { funds }: Facts,
  source: Source,
  { to, random }: { to: string; random: () => number }
): Release[] {
  const own = new Set(funds.flatMap(({ symbol, issuer }) => (issuer === announcedIssuer ? symbol : [])))
  const payments = source.payments.filter(({ symbol, exDate }) => own.has(symbol) && exDate <= to)
  const exDates = [...new Set(payments.map(({ exDate }) => exDate))].sort().slice(-mornings)
  return exDates.map((exDate, i) => {
    const day = addSessions(exDate, -1)
    const offset = toNewYorkTime(new Date(`${day}T13:00:00Z`)).time === '09:00' ? 13 : 14
    const publishedAt = new Date(Date.parse(`${day}T${offset}:00:00Z`) + random() * 30 * minuteMs)
    const path = `/news-release/${day.replaceAll('-', '/')}/${3_300_000 + i}/0/en/YieldMax-ETFs-Announces-Distributions.html`
    const announced = payments.filter((payment) => payment.exDate === exDate).slice(0, fundsAnnounced)
    return { path, exDate, publishedAt, payments: announced }
  })
}

function morningOf({ publishedAt }: Release): number {
  const { day, time } = toNewYorkTime(publishedAt)
  const minutesOf = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3))
  const start = new Date(`${day}T${publishedAt.toISOString().slice(11, 16)}:00Z`).getTime()
  return start - (minutesOf(time) - minutesOf(morningFrom)) * minuteMs
}

function toPage({ exDate, publishedAt, payments }: Release) {
  return makeRelease(
    { ex: toLongDay(exDate), pay: toLongDay(addSessions(exDate, 1)), publishedAt: publishedAt.toISOString() },
    payments.map(({ symbol, amount }) => [symbol, `$${amount.toFixed(4)}`, '50.00%'])
  )
}

function toLongDay(day: string): string {
  return new Date(`${day}T12:00:00Z`).toLocaleDateString('en-US', {
    timeZone: 'UTC',
    month: 'long',
    day: 'numeric',
    year: 'numeric'
  })
}

async function subscribe(
  db: ReturnType<typeof openDatabase>,
  { endpoint, keys }: Awaited<ReturnType<typeof startPushBrowser>>,
  symbols: ReadonlySet<string>,
  now: Date
): Promise<void> {
  await writeSubscription(db, {
    endpoint,
    ...keys,
    funds: [...symbols].join(','),
    wants_declared: 1,
    wants_own_by: 0,
    wants_notices: 0,
    created_at: now.toISOString()
  })
}
