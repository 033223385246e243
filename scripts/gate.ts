// What for: counts how many of the past payments and closes in data/ the gate of a collection would have held, and
// how many of the last year's would have been stored with nobody approving anything.
// When: by hand, `npm run gate`, after every change to the gate or the figures.
import { join } from 'node:path'
import { readDataFolder } from '../data/read-facts.ts'
import { readHistories } from './backtest/read-histories.ts'
import { countHolds } from './gate/count-holds.ts'
import { replaySpan } from './gate/replay-span.ts'

/** When most funds went from monthly to weekly payments, and all since. */
const span = { from: '2025-09-01', to: '9999-12-31' }

const data = join(import.meta.dirname, '..', 'data')
const { funds } = readHistories(readDataFolder().funds, join(data, 'dividends.csv'), join(data, 'prices.csv'))
console.log('Each payment judged on its ex-date, all before it known:')
console.table(countHolds(funds))
for (const every of ['daily', 'weekly'] as const) {
  const families = replaySpan(funds, { ...span, every })
  console.log(`Collected ${every} from ${span.from} on, nobody approving anything:`)
  console.table(families.map(({ stillHeld, ...counts }) => counts))
  console.log(`Still held: ${families.flatMap(({ stillHeld }) => stillHeld).join(', ')}`)
}
