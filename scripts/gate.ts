// Counts past payments and closes that the collection checks would quarantine, and payments accepted without approval.
// When: by hand, `npm run gate`, after every change to the checks or the figures.
import { readDataFolder } from '../data/read-facts.ts'
import { readHistories } from './backtest/read-histories.ts'
import { alignColumns, readOptions } from './command.ts'
import { backtestSpan } from './gate/backtest-span.ts'
import { countQuarantines } from './gate/count-quarantines.ts'

/** Begins when most funds changed from monthly to weekly payments. */
const span = { from: '2025-09-01', to: '9999-12-31' }

readOptions({})
const { funds } = readHistories(readDataFolder().funds)
console.log('Each payment checked on its ex-date, with all earlier ones known:')
printTable(countQuarantines(funds))
for (const every of ['daily', 'weekly'] as const) {
  const families = backtestSpan(funds, { ...span, every })
  console.log(`\nCollected ${every} from ${span.from} on, without any approval:`)
  printTable(families.map(({ stillQuarantined, ...counts }) => counts))
  console.log(`Still quarantined: ${families.flatMap(({ stillQuarantined }) => stillQuarantined).join(', ')}`)
}

function printTable(rows: readonly Record<string, string | number>[]): void {
  for (const line of alignColumns([Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))]))
    console.log(line)
}
