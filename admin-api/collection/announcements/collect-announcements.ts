import { noteChangedFacts } from '../../estimates/changed-facts.ts'
import type { Job, RunJob } from '../../estimates/job.ts'
import { toNewYorkTime } from '../../market-days/sessions.ts'
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
import { allSources, sources } from '../sources/register.ts'
import { mostAnnouncementRequests, type SourceDescription } from '../sources/source.ts'
import type { SourceSwitches } from '../sources/source-switches.ts'
import type { SourceUse } from '../sources/source-use.ts'
import { announcePayments } from './announce-payments.ts'
import { findExpectedPayments, findPublicationTimes } from './expected.db.ts'
import { isPollDue, jitterOf, learnHours, listWindows, type PollWindow, planPolls } from './poll-plan.ts'

type AnnouncementParts = WorkParts & {
  market: Pick<MarketData, 'isLive'>
  announcements: readonly AnnouncementSource[]
  switches: SourceSwitches
  runJob: RunJob
  use: Pick<SourceUse, 'read' | 'flush'>
  /** From 0 to 1; spreads the requests of installations. */
  random?: () => number
}

/** An unchanged answer is compared with what is stored again after this long. */
const savedForMs = 30 * 60_000

/**
 * Reads the sources whose time has come: every three minutes while announcements are expected, otherwise hourly, and at
 * most 60 times a day in all. Without live market data nothing is requested, because then no site can be reached or the
 * operator wants no requests. A fault is logged when it begins.
 */
export async function collectAnnouncements(parts: AnnouncementParts): Promise<void> {
  const { db, clock, log, market, switches, announcements, runJob, use, random = Math.random } = parts
  const now = clock()
  await switches.refresh()
  const on = announcements.filter(({ id }) => switches.isOn(id))
  if (!market.isLive || on.length === 0) return
  const states = (await readSourceState(db, 'announcements')) ?? {}
  const windows = await Promise.all(on.map((site) => findWindows(db, site, now)))
  const plan = planPolls(windows)
  const due = on.filter(({ name }, i) => isPollDue(states[name], windows[i] ?? [], plan, now))
  if (due.length === 0 || (await countRequests(use, announcements)) >= mostAnnouncementRequests) return
  // Before the requests, so that a failure can't repeat them.
  const { day: today } = toNewYorkTime(now)
  for (const { name } of due)
    states[name] = {
      fault: null,
      foundOn: today,
      ...states[name],
      askedAt: now.toISOString(),
      jitter: jitterOf(random())
    }
  await writeTransaction(db, (trx) => writeSourceState(trx, 'announcements', states))
  const answers = await Promise.all(due.map(ask))
  await use.flush()
  for (const { name, fault } of answers)
    if (fault !== null && fault !== states[name]?.fault)
      log.warn({ reason: fault }, 'announcements are missing')
  const news = answers.filter(({ name, fault, isUnchanged }) => {
    const { savedAt = '', fault: lastFault } = states[name] ?? {}
    const isSaved = savedAt > new Date(now.getTime() - savedForMs).toISOString()
    return !isUnchanged || fault !== lastFault || !isSaved
  })
  if (news.length > 0) await runJob(saveAnnouncements, news)
}

/** Makes all sources due at the next check, and their answers new again, because a fund that they announced was added. */
export async function pollAtNextCheck(db: Db): Promise<void> {
  await writeTransaction(db, async (trx) => {
    const states = (await readSourceState(trx, 'announcements')) ?? {}
    const asNeverSaved = Object.entries(states).map(([name, { savedAt: _, ...state }]) => [
      name,
      { ...state, askedAt: new Date(0).toISOString() }
    ])
    await writeSourceState(trx, 'announcements', Object.fromEntries(asNeverSaved))
  })
}

/** Requests of this New York day to all sources of announcements. */
async function countRequests(
  use: AnnouncementParts['use'],
  announcements: readonly AnnouncementSource[]
): Promise<number> {
  const uses = await use.read()
  return announcements.reduce((sum, { id }) => sum + uses[id].requests, 0)
}

/** Today's windows of a site, by the coming payments of its families and the hours at which it announced them before. */
async function findWindows(db: Db, { id, name }: AnnouncementSource, now: Date): Promise<PollWindow[]> {
  const { announces } = sources[id] as SourceDescription
  if (announces === undefined) return []
  const published = await findPublicationTimes(db, name, toNewYorkTime(now).day)
  const hoursOf = (family: string) => learnHours(published.get(family) ?? [], announces.hours)
  return listWindows(await findExpectedPayments(db, announces.families), hoursOf, now)
}

type Answer = Second & { isUnchanged?: boolean }

async function ask({ name, collect }: AnnouncementSource): Promise<Answer> {
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
    await writeTransaction(parts.db, (trx) =>
      queueQuarantined(trx, parts, async () => {
        const states = (await readSourceState(trx, 'announcements')) ?? {}
        let hasNews = false
        const declared = new Set<string>()
        for (const { name, payments, fault } of answers) {
          const context = { sourceName: name, today, now }
          const announced = { name, payments, isListed: false }
          const { isChanged, agreed, unknown } = await announcePayments(trx, announced, context)
          await noteSightings(trx, await toSightings(trx, name, unknown), today)
          if (isChanged) for (const { symbol } of agreed) declared.add(symbol)
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
            states[name] = {
              ...state,
              fault,
              foundOn: payments.length > 0 ? today : state.foundOn,
              savedAt: now.toISOString()
            }
        }
        await writeSourceState(trx, 'announcements', states)
        if (!hasNews) return
        await noteFirstSeen(trx, { now, today, isOfAllFunds: false })
        await noteChangedFacts(trx, { now, closes: false })
        await parts.queueChange(trx, { kind: 'declared', symbols: declared }, now)
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
