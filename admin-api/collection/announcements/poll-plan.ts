import { addSessions } from '../../market-days/market-calendar.ts'
import { toNewYorkTime } from '../../market-days/sessions.ts'
import type { IsoDay } from '../../market-days/types.ts'
import { mostAnnouncementRequests } from '../sources/source.ts'

/** Payments of a family for an ex-date: how many are expected, and how many of them are not declared yet. */
export type Expected = { family: string; exDate: IsoDay; funds: number; undeclared: number }

/** Hours of a day in New York, 'HH:MM'. */
type Hours = { from: string; to: string }

/** Window in which a source is expected to announce, in minutes of the New York day. */
export type PollWindow = { from: number; to: number; isOpen: boolean }

const windowMinutes = 3
const usualMinutes = 60
/** A window ends when at most this share of a family's payments is undeclared: some funds may pay nothing. */
const undeclaredShare = 0.2
/** Requests for the announcements themselves, and for robots.txt, besides those for lists. */
const besidePolls = 6
/** Share of the limit that windows may use, so that some is left for announcements at other hours. */
const windowShare = 0.8
/** A window learned from past announcements begins earlier and ends later than they came, and lasts at most this long. */
const margin = { before: 10, after: 30, longest: 120 }
const fewestTimes = 3
/** Announcements that decide about a family's hours. */
const latestTimes = 24

/**
 * Hours in which a family's payments are announced: those of its past announcements, as the source dates them, without
 * the earliest and the latest tenth; `usual` while there are too few.
 * @param publishedAt instants, oldest first
 */
export function learnHours(publishedAt: readonly string[], usual: Hours): Hours {
  const minutes = publishedAt
    .slice(-latestTimes)
    .map((instant) => toMinutes(toNewYorkTime(new Date(instant)).time))
    .sort((a, b) => a - b)
  if (minutes.length < fewestTimes) return usual
  const skipped = Math.floor(minutes.length / 10)
  const first = (minutes[skipped] ?? 0) - margin.before
  const last = (minutes.at(-1 - skipped) ?? 0) + margin.after
  const from = Math.max(0, first)
  return { from: toTime(from), to: toTime(Math.min(last, from + margin.longest, 24 * 60 - 1)) }
}

/** Today's windows of a source: each family announces on the session before its ex-date. */
export function listWindows(
  expected: readonly Expected[],
  hoursOf: (family: string) => Hours,
  now: Date
): PollWindow[] {
  const { day, time } = toNewYorkTime(now)
  const minute = toMinutes(time)
  return expected
    .filter(({ exDate }) => addSessions(exDate, -1) === day)
    .map(({ family, funds, undeclared }) => {
      const hours = hoursOf(family)
      const [from, to] = [toMinutes(hours.from), toMinutes(hours.to)]
      const isMissing = undeclared > undeclaredShare * funds
      return { from, to, isOpen: isMissing && from <= minute && minute < to }
    })
}

/** Minutes between two polls of a source: in its windows, and otherwise. */
export type PollPlan = { inWindow: number; otherwise: number }

/**
 * Spreads the day's requests over all sources of announcements that are on: windows first, then equal shares of the rest.
 * @param windowsOf windows of each source today
 */
export function planPolls(windowsOf: readonly (readonly PollWindow[])[]): PollPlan {
  const sources = Math.max(1, windowsOf.length)
  const minutes = windowsOf.reduce((sum, windows) => sum + coveredMinutes(windows), 0)
  const most = windowShare * mostAnnouncementRequests
  const inWindow = Math.max(windowMinutes, minutes / (most - besidePolls))
  const needed = minutes / inWindow + besidePolls
  const left = (mostAnnouncementRequests - needed) / sources
  return { inWindow, otherwise: Math.max(usualMinutes, (24 * 60) / left) }
}

/** Minutes in at least one of the windows. */
function coveredMinutes(windows: readonly PollWindow[]): number {
  let covered = 0
  let end = 0
  for (const { from, to } of windows.toSorted((a, b) => a.from - b.from)) {
    covered += Math.max(0, to - Math.max(from, end))
    end = Math.max(end, to)
  }
  return covered
}

/** From 0.9 to 1.1, so that installations don't all ask at once. */
export function jitterOf(random: number): number {
  return 0.9 + 0.2 * random
}

/** Whether a source is due. @param last instant of its last poll with the jitter drawn then; undefined: never polled */
export function isPollDue(
  last: { askedAt: string; jitter?: number } | undefined,
  windows: readonly PollWindow[],
  plan: PollPlan,
  now: Date
): boolean {
  if (last === undefined) return true
  const interval = windows.some(({ isOpen }) => isOpen) ? plan.inWindow : plan.otherwise
  return now.getTime() - Date.parse(last.askedAt) >= interval * 60_000 * (last.jitter ?? 1)
}

function toMinutes(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return 60 * hours + minutes
}

function toTime(minutes: number): string {
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')
}
