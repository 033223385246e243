// Backtests the estimator: estimates every past payment from what was known before it and prints the errors.
// When: by hand, `npm run backtest`, after every change to the estimator or the figures; `-- --checks` counts what the
// collection checks would quarantine, after every change to the checks.
import { writeFileSync } from 'node:fs'
import { backtest } from '../admin-api/estimator/estimator.ts'
import { addDays } from '../admin-api/market-days/days.ts'
import type { FundHistory } from '../admin-api/market-days/types.ts'
import { readDataFolder } from '../data/read-facts.ts'
import { toCheckLines } from './backtest/checks.ts'
import { scoreOutlooks, toOutlookLines, toOutlookTables } from './backtest/outlook.ts'
import { averageOf, horizons, readPast, scorePortfolios, toPortfolioLines } from './backtest/portfolios.ts'
import { type Histories, readHistories } from './backtest/read-histories.ts'
import { runBacktest, toDaysAheadTable, toNotes, toPaymentLines, toTable } from './backtest/score.ts'
import { day, exitWith, flag, optionalText, readOptions, symbol, text } from './command.ts'

const { funds } = readDataFolder()
const options = readOptions(
  {
    dividends: text(
      'FILE',
      'payments to use instead of data/dividends.csv; the complete history, not only new ones'
    ),
    prices: text('FILE', 'closes to use instead of data/prices.csv'),
    from: day('first ex-date to score, YYYY-MM-DD'),
    to: day('last ex-date to score'),
    symbol: symbol('score this fund only; the others still count in the method'),
    payments: text('FILE', 'write each scored payment to it as CSV, with our quantiles and the simple rules'),
    checks: flag('count payments and closes that the collection checks would quarantine instead'),
    'days-ahead': flag('score the estimates that would have been shown 14 to 1 days before each payment'),
    outlook: optionalText(
      'FILE',
      'score the payments of 3, 6 and 12 months from origins between --from and --to; write each to FILE'
    ),
    portfolios: flag('score the ranges of the total payments of portfolios instead of single payments')
  },
  (given) => {
    if (given.symbol !== undefined && !funds.some((fund) => fund.symbol === given.symbol))
      throw new Error(`${given.symbol} isn't one of our funds.`)
  }
)
try {
  const histories = readHistories(funds, options.dividends, options.prices)
  if (options.checks) console.log(toCheckLines(histories.funds).join('\n'))
  else if (options.portfolios) printPortfolios(histories.funds)
  else if (options.outlook !== undefined) printOutlooks(histories.funds, options.outlook)
  else if (options['days-ahead']) printDaysAhead(histories.funds)
  else printPayments(histories)
} catch (error) {
  exitWith('')(error)
}

function printPayments({ funds, unknownSymbols }: Histories): void {
  const result = runBacktest(funds, options)
  console.log(
    'Errors as median / mean, in %; a single error counts at most 300. Skill is 1 - score / score of the'
  )
  console.log(
    "family's fixed simple rule with quantiles of its own past errors, by weighted interval score relative to"
  )
  console.log('the payment, each at most 3; in brackets its 90 % interval by resampling weeks.\n')
  console.log(toTable(result.scores))
  for (const note of toNotes(result, unknownSymbols)) console.log(`\n${note}`)
  if (options.payments !== undefined) {
    writeFileSync(options.payments, `${toPaymentLines(result.payments).join('\n')}\n`)
  }
}

/** Prints how early estimates were right, by default from January 1, 2026. */
function printDaysAhead(funds: readonly FundHistory[]): void {
  console.log(
    'Days until the ex-date opened for which every estimate was within 10 % of the payment (median, at'
  )
  console.log(
    'most 14), the median error, in %, of the estimates shown some days before, and the mean error of'
  )
  console.log('those shown on each day of the week before, at the time of the opening.\n')
  console.log(toDaysAheadTable(funds, { ...options, from: options.from ?? '2026-01-01' }))
}

/** Prints how sums of 13, 26 and 52 weeks were forecast, every four weeks from 2023 on. */
function printOutlooks(funds: readonly FundHistory[], file: string): void {
  const rows = scoreOutlooks(funds, options)
  console.log(
    'Sums of payments a share, forecast from what was known at each origin, in %. Bias is of all dollars, with its'
  )
  console.log(
    '90 % interval by resampling origins; error is the mean of all sums. Repeating: each payment equals the median of'
  )
  console.log('the last four. The range should contain 80; width is the median, relative to the forecast.')
  for (const line of toOutlookTables(rows)) console.log(line)
  if (file !== '') writeFileSync(file, `${toOutlookLines(rows).join('\n')}\n`)
}

/** Prints scores of portfolios, by default from the first week of 2026 to the last complete one. */
function printPortfolios(funds: readonly FundHistory[]): void {
  const { from = '2026-01-01' } = options
  const backtested = backtest(funds)
  const exDates = backtested.map(({ exDate }) => exDate).sort()
  const newest = exDates.at(-1) ?? from
  const span = { from, to: options.to ?? addDays(newest, -7) }
  const past = readPast(funds, backtested, span)
  for (const horizon of horizons) {
    const scores = scorePortfolios(past, { ...span, horizon })
    if (averageOf(scores).n === 0) continue
    console.log(
      `\nTotal payments to portfolios within ${horizon} ${horizon === 1 ? 'week' : 'weeks'}, in % of all weeks; the range should contain 80.\n`
    )
    for (const line of toPortfolioLines(scores)) console.log(line)
  }
}
