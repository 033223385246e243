import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { methodVersion } from '../../admin-api/estimator/estimator.ts'
import { digestDataFolder } from '../../data/read-facts.ts'
import type { Histories } from './read-histories.ts'
import { reportDaysAhead, reportOutlooks, reportPayments, reportPortfolios } from './reports.ts'

/** The published results, relative to the project. */
export const resultsPath = 'admin-api/estimator/RESULTS.md'

/** Weeks on which nothing of the method was chosen begin with the last span. */
const spans = [
  { from: '2025-01-01', to: '2025-12-31' },
  { from: '2026-01-01', to: '2026-07-08' },
  { from: '2026-07-09' }
]

/** Names method and figures of the results; a test compares it with the present ones. */
export function describeResults(): string {
  return `Method ${methodVersion}, figures ${digestDataFolder().slice(0, 16)}.`
}

/** Runs every kind of backtest on the histories of `data/` and writes what the commands print; two minutes. */
export function writeResults(histories: Histories): void {
  const { funds } = histories
  const sections = [
    ...spans.map((span) => ({
      options: Object.entries(span)
        .map(([name, day]) => `--${name} ${day}`)
        .join(' '),
      text: reportPayments(histories, span).text
    })),
    { options: '--days-ahead', text: reportDaysAhead(funds, {}) },
    { options: '--outlook', text: reportOutlooks(funds, {}).text },
    { options: '--portfolios', text: reportPortfolios(funds, {}) }
  ]
  const blocks = sections.map(
    ({ options, text }) => `## npm run backtest -- ${options}\n\n\`\`\`text\n${text.trim()}\n\`\`\``
  )
  const parts = [
    '# Results of the backtest',
    `Written by \`npm run backtest -- --write\`; each block is what its command prints. ${describeResults()}`,
    ...blocks
  ]
  writeFileSync(join(import.meta.dirname, '..', '..', resultsPath), `${parts.join('\n\n')}\n`)
}
