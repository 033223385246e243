// What for: replays history one payment at a time and prints how good the estimates were, beside simple rules.
// When: by hand, `npm run backtest`, after every change to the estimator or the figures.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readDataFolder } from '../data/read-facts.ts'
import { readOptions, usage } from './backtest/options.ts'
import { readHistories } from './backtest/read-histories.ts'
import { toJson, toNotes, toTable } from './backtest/report.ts'
import { runBacktest } from './backtest/score.ts'

const data = join(import.meta.dirname, '..', 'data')
try {
  const options = readOptions(process.argv.slice(2))
  const { funds } = readDataFolder()
  if (options.symbol !== undefined && !funds.some(({ symbol }) => symbol === options.symbol)) {
    throw new Error(`${options.symbol} is none of our funds.`)
  }
  const histories = readHistories(
    funds,
    options.dividends ?? join(data, 'dividends.csv'),
    options.prices ?? join(data, 'prices.csv')
  )
  const backtest = runBacktest(histories.funds, options)
  console.log('Errors as median / mean, all figures in %; a single error counts at most 300.\n')
  console.log(toTable(backtest.scores))
  for (const note of toNotes(backtest, histories.unknownSymbols)) console.log(`\n${note}`)
  if (options.json !== undefined) writeFileSync(options.json, toJson(backtest.scores))
} catch (error) {
  console.error(`${error instanceof Error ? error.message : error}\n\n${usage}`)
  process.exitCode = 1
}
