// What for: replays history one payment at a time and prints how good the estimates were, beside simple rules.
// When: by hand, `npm run backtest`, after every change to the estimator or the figures.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { addDays } from '../admin-api/market-days/days.ts'
import type { FundHistory } from '../admin-api/market-days/types.ts'
import { replay } from '../admin-api/estimator/estimator.ts'
import { readDataFolder } from '../data/read-facts.ts'
import { horizons, scoreFleets, toFleetLines } from './backtest/fleets.ts'
import { type Options, readOptions, usage } from './backtest/options.ts'
import { type Histories, readHistories } from './backtest/read-histories.ts'
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
  if (options.fleets) printFleets(histories.funds, options)
  else printPayments(histories, options)
} catch (error) {
  console.error(`${error instanceof Error ? error.message : error}\n\n${usage}`)
  process.exitCode = 1
}

function printPayments({ funds, unknownSymbols }: Histories, options: Options): void {
  const backtest = runBacktest(funds, options)
  console.log('Errors as median / mean, all figures in %; a single error counts at most 300.\n')
  console.log(toTable(backtest.scores))
  for (const note of toNotes(backtest, unknownSymbols)) console.log(`\n${note}`)
  if (options.json !== undefined) writeFileSync(options.json, toJson(backtest.scores))
}

/** From the first week of 2026 and to the last that is over, where no days are given. */
function printFleets(funds: readonly FundHistory[], { from = '2026-01-01', to, json }: Options): void {
  const replayed = replay(funds)
  const newest =
    replayed
      .map(({ exDate }) => exDate)
      .sort()
      .at(-1) ?? from
  const scored = horizons.map((horizon) => {
    const scores = scoreFleets(replayed, { from, to: to ?? addDays(newest, -7), horizon })
    console.log(
      `\nWhat fleets are paid within ${horizon} ${horizon === 1 ? 'week' : 'weeks'}, in % of all weeks; the range should hold 80.\n`
    )
    for (const line of toFleetLines(scores)) console.log(line)
    return { horizon, scores }
  })
  if (json !== undefined) writeFileSync(json, `${JSON.stringify(scored, null, 2)}\n`)
}
