// What for: counts how many of the past payments and closes in data/ the gate of a collection would have held.
// When: by hand, `npm run gate`, after every change to the gate or the figures.
import { join } from 'node:path'
import { readDataFolder } from '../data/read-facts.ts'
import { readHistories } from './backtest/read-histories.ts'
import { countHolds } from './gate/count-holds.ts'

const data = join(import.meta.dirname, '..', 'data')
const { funds } = readHistories(readDataFolder().funds, join(data, 'dividends.csv'), join(data, 'prices.csv'))
console.table(countHolds(funds))
