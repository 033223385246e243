import { pathOfWeek, weeksFeedPath, weeksPath } from '../../../admin-api/contract/calendar.ts'
import type { WeekSummary } from '../../../admin-api/contract/weeks.ts'
import { addDays } from '../../../admin-api/market-days/days.ts'
import { formatDay, formatWeek } from '../../lib/format.ts'
import { type AtomEntry, writeAtom } from '../atom.ts'
import { formatOrigins, formatResult, formatStake } from './format-week.ts'

/**
 * Weekly reports as an Atom feed (RFC 4287), newest first. An entry keeps its id and is updated when one of its
 * payments is corrected.
 */
export function writeWeeksFeed(weeks: readonly WeekSummary[], siteUrl: string): string {
  return writeAtom({
    id: siteUrl + weeksPath,
    title: 'Doubloon weekly report',
    subtitle: 'What option-income ETFs paid each week, next to our estimates.',
    self: siteUrl + weeksFeedPath,
    page: siteUrl + weeksPath,
    entries: weeks.map((week) => toEntry(week, siteUrl))
  })
}

function toEntry(week: WeekSummary, siteUrl: string): AtomEntry {
  const url = siteUrl + pathOfWeek(week.thursday)
  // Saturday, after the five days of the week.
  const endedAt = `${addDays(week.thursday, 2)}T00:00:00Z`
  return {
    id: url,
    title: `Weekly report: ${formatWeek(week.thursday)}`,
    url,
    published: endedAt,
    updated: week.updatedAt ?? endedAt,
    summary: summaryOf(week)
  }
}

function summaryOf({ figures, live, backtested, correctedOn }: WeekSummary): string {
  if (figures === null) return 'No payment of this week could be estimated.'
  return [
    formatResult(figures),
    formatStake(figures),
    `Estimates: ${formatOrigins({ live, backtested })}.`,
    ...(correctedOn === null ? [] : [`Corrected on ${formatDay(correctedOn)}.`])
  ].join(' ')
}
