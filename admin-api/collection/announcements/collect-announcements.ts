import { Cron } from 'croner'
import type { Job, RunJob } from '../../estimates/job.ts'
import { refreshEstimates } from '../../estimates/refresh-estimates.ts'
import { newYork, toNewYorkTime } from '../../market-days/sessions.ts'
import { noteFirstSeen } from '../../payments/first-seen.db.ts'
import { queueQuarantined } from '../../payments/quarantined-pages.ts'
import { writeRocFacts } from '../../payments/return-of-capital.db.ts'
import type { WorkParts } from '../../platform/background.ts'
import type { Db } from '../../platform/database/schema.ts'
import { writeTransaction } from '../../platform/database/write-transaction.ts'
import type { Second } from '../collection-context.ts'
import { noteSightings } from '../proposals.db.ts'
import { readSourceState, writeSourceState } from '../source-state.db.ts'
import type { AnnouncementSource } from '../sources/html-page.ts'
import { type MarketData, MarketDataError, type SecondPayment } from '../sources/market-data.ts'
import { allSources } from '../sources/register.ts'
import type { SourceSwitches } from '../sources/source-switches.ts'
import { announcePayments } from './announce-payments.ts'

/** New York times after which sources are read: before and after issuers' releases, at noon, and before the evening's collection. */
const times = '20 7,9,13,17 * * 1-5'

type AnnouncementParts = WorkParts & {
  market: Pick<MarketData, 'isLive'>
  announcements: readonly AnnouncementSource[]
  switches: SourceSwitches
  runJob: RunJob
}

/**
 * Reads the sources whose time has come. Without a live source nothing is requested, because then no site can be
 * reached or the operator wants no requests. A fault is logged when it begins.
 */
export async function collectAnnouncements(parts: AnnouncementParts): Promise<void> {
  const { db, clock, log, market, switches, announcements, runJob } = parts
  const now = clock()
  const states = (await readSourceState(db, 'announcements')) ?? {}
  await switches.refresh()
  const due = announcements.filter(({ id, name }) => switches.isOn(id) && isDue(states[name]?.askedAt, now))
  if (!market.isLive || due.length === 0) return
  // Before the requests, so that a failure can't repeat them.
  const { day: today } = toNewYorkTime(now)
  for (const { name } of due)
    states[name] = { fault: null, foundOn: today, ...states[name], askedAt: now.toISOString() }
  await writeTransaction(db, (trx) => writeSourceState(trx, 'announcements', states))
  const answers = await Promise.all(due.map(ask))
  for (const { name, fault } of answers)
    if (fault !== null && fault !== states[name]?.fault)
      log.warn({ reason: fault }, 'announcements are missing')
  await runJob(saveAnnouncements, answers)
}

function isDue(askedAt: string | undefined, now: Date): boolean {
  if (askedAt === undefined) return true
  const next = new Cron(times, { mode: '5-part', timezone: newYork, paused: true }).nextRun(new Date(askedAt))
  return next !== null && next <= now
}

async function ask({ name, collect }: AnnouncementSource): Promise<Second> {
  try {
    return { name, ...(await collect()) }
  } catch (error) {
    // Only these messages are meant for the operator.
    const fault = error instanceof MarketDataError ? error.message : `${name} could not be read.`
    return { name, payments: [], fault }
  }
}

/** Stores announced payments with the return of capital in their notices, and the state of each source. */
export const saveAnnouncements: Job<readonly Second[], void> = {
  name: 'save-announcements',
  turn: 'last',
  run: async (parts, answers) => {
    const { now } = parts
    const { day: today } = toNewYorkTime(now)
    await parts.write((trx) =>
      queueQuarantined(trx, parts, async () => {
        const states = (await readSourceState(trx, 'announcements')) ?? {}
        let hasNews = false
        for (const { name, payments, fault } of answers) {
          const context = { sourceName: name, today, now }
          const announced = { name, payments, isListed: false }
          const { isChanged, agreed, unknown } = await announcePayments(trx, announced, context)
          await noteSightings(trx, await toSightings(trx, name, unknown), today)
          hasNews ||= isChanged
          const notices = agreed.flatMap(({ symbol, exDate: ex_date_or_year, returnOfCapital }) => {
            if (returnOfCapital == null) return []
            const { percent: roc_percent, source } = returnOfCapital
            return [{ symbol, ex_date_or_year, kind: '19a' as const, roc_percent, source }]
          })
          const changed = await writeRocFacts(trx, notices)
          if (changed.size > 0) await parts.queueChange(trx, { kind: 'funds' }, now)
          const state = states[name]
          if (state !== undefined)
            states[name] = { ...state, fault, foundOn: payments.length > 0 ? today : state.foundOn }
        }
        await writeSourceState(trx, 'announcements', states)
        if (!hasNews) return
        await noteFirstSeen(trx, { now, today, isOfAllFunds: false })
        await refreshEstimates(trx, parts)
      })
    )
  }
}

/** Announced payments of symbols that no fund has or had, as sightings of funds of the source's issuer. */
async function toSightings(db: Db, source_name: string, unknown: readonly SecondPayment[]) {
  const former = new Set(
    (await db.selectFrom('former_symbol').select('symbol').execute()).map(({ symbol }) => symbol)
  )
  const issuer =
    allSources.find(({ announces }) => announces?.sourceName === source_name)?.announces?.issuer ?? ''
  return unknown.flatMap(({ symbol, name, exDate }) =>
    former.has(symbol) ? [] : [{ symbol, source_name, event: exDate, issuer, name: name ?? null }]
  )
}
