import { pathOfWeek, type WeekSummary, weeksFeedPath, weeksPath } from '../../../admin-api/contract/weeks.ts'
import { addDays } from '../../lib/days.ts'
import { escapeXml } from '../../lib/escape-xml.ts'
import { formatDay } from '../../lib/format.ts'
import { nameOfWeek, spellHits, spellOrigins, spellStake } from './wording.ts'

/**
 * The log as an Atom feed (RFC 4287), newest week first. It depends on the weeks alone; an entry keeps its id, and is
 * updated when one of its payments is scored anew.
 */
export function writeWeeksFeed(weeks: readonly WeekSummary[], siteUrl: string): string {
  const updated = weeks.map(updatedAtOf).sort().at(-1) ?? '1970-01-01T00:00:00Z'
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
<id>${escapeXml(siteUrl + weeksPath)}</id>
<title>Doubloon: the week’s log</title>
<subtitle>What option-income ETFs paid, week by week, beside what we had expected.</subtitle>
<link rel="self" type="application/atom+xml" href="${escapeXml(siteUrl + weeksFeedPath)}"/>
<link rel="alternate" type="text/html" href="${escapeXml(siteUrl + weeksPath)}"/>
<author><name>Doubloon</name></author>
<updated>${updated}</updated>
${weeks.map((week) => writeEntry(week, siteUrl)).join('\n')}
</feed>
`
}

function writeEntry(week: WeekSummary, siteUrl: string): string {
  const address = escapeXml(siteUrl + pathOfWeek(week.thursday))
  return `<entry>
<id>${address}</id>
<title>${escapeXml(nameOfWeek(week.thursday))}</title>
<link rel="alternate" type="text/html" href="${address}"/>
<published>${endOf(week)}</published>
<updated>${updatedAtOf(week)}</updated>
<summary>${escapeXml(summaryOf(week))}</summary>
</entry>`
}

function summaryOf({ figures, live, replayed, correctedOn }: WeekSummary): string {
  if (figures === null) return 'No payment of this week could be estimated.'
  return [
    spellHits(figures),
    spellStake(figures),
    `Estimates: ${spellOrigins({ live, replayed })}.`,
    ...(correctedOn === null ? [] : [`Rewritten on ${formatDay(correctedOn)}, when a figure was corrected.`])
  ].join(' ')
}

/** Saturday, when its five days are over. */
function endOf({ thursday }: WeekSummary): string {
  return `${addDays(thursday, 2)}T00:00:00Z`
}

function updatedAtOf(week: WeekSummary): string {
  return week.updatedAt ?? endOf(week)
}
