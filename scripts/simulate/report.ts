import { mean, median } from '../../admin-api/numbers/averages.ts'
import type { SimulationResult } from './simulation-result.ts'

const mostLines = 15
const mostExamples = 4

/** The result as lines for a terminal. */
export function toLines(result: SimulationResult): string[] {
  const { options, known, stored, inTime, inactive, comparison, requests, asked, waiting, nights } = result
  const list = (lines: readonly string[]) => {
    const shown = options.isWhole ? lines : lines.slice(0, mostLines)
    return [
      ...shown,
      ...(shown.length < lines.length ? [`and ${lines.length - shown.length} more`] : [])
    ].map((line) => `    ${line}`)
  }
  const busy = requests.filter((count) => count > 0)
  const overTwoWeeks = inactive.filter(({ days }) => days > 14)
  return [
    `${options.from} to ${options.to}, ${options.every}, ${options.approves ? 'everything held is approved' : 'nobody approves'}, seed ${options.seed}`,
    `troubles: ${result.troubles}`,
    '',
    `payments: ${known} known, ${stored} stored (${share(stored, known)}); within two weeks of the ex-date ${inTime.stored} of ${inTime.known} (${share(inTime.stored, inTime.known)})`,
    ...list(result.late),
    `released without anybody: ${options.approves ? '(somebody approves)' : result.released}${result.released > 0 ? `, stored ${median(result.releasedAfterDays)} days after the ex-date in the median` : ''}`,
    `not stored: ${known - stored}`,
    ...list(
      result.missing.map(
        ({ why, count, payments }) =>
          `${count}: ${why} (${(options.isWhole ? payments : payments.slice(0, mostExamples)).join(', ')})`
      )
    ),
    `waiting at the end: ${[...waiting].map(([kind, count]) => `${count} ${kind}s`).join(', ') || 'nothing'}`,
    ...(options.approves
      ? [
          `approved: ${result.approvals.approved}, refused ${result.approvals.refused.length}`,
          ...list(result.approvals.refused)
        ]
      : []),
    `altered after they were stored: ${result.altered.length}`,
    ...list(result.altered),
    `stored, but not real: ${result.wrong.length}`,
    ...list(result.wrong),
    `funds wrongly inactive: ${inactive.length}, of them ${overTwoWeeks.length} for more than two weeks; longest ${inactive[0]?.days ?? 0} days`,
    ...list(inactive.slice(0, mostLines).map(({ symbol, days }) => `${symbol} ${days} days`)),
    `live record: ${comparison.live} of ${known} payments had a live estimate; in the replay ${comparison.replayed}, in both ${comparison.both}`,
    `    errors median / mean: live ${pair(comparison.liveError)}, replay ${pair(comparison.replayError)}`,
    `    equal to the replay with all payments known: ${of(comparison.equal, comparison.both)}; of those that lacked nothing ${of(comparison.complete.equal, comparison.complete.both)}`,
    `    equal to a replay of what was known when each was made: ${of(comparison.equalToKnown, comparison.both)}`,
    `    not equal to the replay with all known: ${[...comparison.lacks].map(([lack, count]) => `${lack}: ${count}`).join(', ') || 'none'}`,
    `    known to so many sessions before the ex-date: ${[...comparison.sessionsAhead].map(([sessions, count]) => `${sessions}: ${count}`).join(', ')}`,
    ...list(comparison.differences),
    `requests: ${requests.length} collections, ${busy.length === 0 ? 0 : mean(busy).toFixed(0)} in the mean, ${Math.max(0, ...busy)} at most; in all ${asked.charts} charts, ${asked.options} options, ${asked.others} others`,
    `health: ${[...result.reasons].map(([reason, count]) => `${count} times "${reason}"`).join('; ') || 'always ok'}`,
    `database: ${megabytes(result.databaseBytes.atFirst)} MB at first, ${megabytes(result.databaseBytes.atLast)} MB at the end`,
    `backups: ${nights.lived} nights, ${nights.withoutBackup.length} without one; ${nights.kept.length} copies at the end, ${megabytes(nights.bytes)} MB: ${nights.kept.join(', ')}`,
    ...list(nights.withoutBackup),
    `alerts: ${result.alerts.length}`,
    ...list(result.alerts)
  ]
}

/** '3 of 4 (75.0 %)' */
function of(part: number, whole: number): string {
  return `${part} of ${whole} (${share(part, whole)})`
}

function share(part: number, whole: number): string {
  return whole === 0 ? '-' : `${((part / whole) * 100).toFixed(1)} %`
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1)
}

function pair({ median: middle, mean: average }: { median: number; mean: number }): string {
  return `${middle.toFixed(2)} / ${average.toFixed(2)} %`
}
