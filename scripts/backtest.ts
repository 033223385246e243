// Backtests the estimator: estimates every past payment from what was known before it and prints the errors.
// When: by hand, `npm run backtest`, after every change to the estimator or the figures; `-- --checks` counts what the
// collection checks would quarantine, after every change to the checks; `-- --write` publishes the results.
import { writeFileSync } from 'node:fs'
import { readDataFolder } from '../data/read-facts.ts'
import { toCheckLines } from './backtest/checks.ts'
import { toOutlookLines } from './backtest/outlook.ts'
import { type Histories, readHistories } from './backtest/read-histories.ts'
import { reportDaysAhead, reportOutlooks, reportPayments, reportPortfolios } from './backtest/reports.ts'
import { toPaymentLines } from './backtest/score.ts'
import { resultsPath, writeResults } from './backtest/write-results.ts'
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
    portfolios: flag('score the ranges of the total payments of portfolios instead of single payments'),
    write: flag(`write the published results, of data/ only, to ${resultsPath}`)
  },
  (given) => {
    if (given.symbol !== undefined && !funds.some((fund) => fund.symbol === given.symbol))
      throw new Error(`${given.symbol} isn't one of our funds.`)
    if (given.write && Object.values(given).filter(Boolean).length > 1)
      throw new Error('--write goes with no other option.')
  }
)
try {
  if (options.write) writeResults(readHistories(funds))
  else console.log(report(readHistories(funds, options.dividends, options.prices)))
} catch (error) {
  exitWith('')(error)
}

/** The report that the options ask for; also writes the files that they name. */
function report(histories: Histories): string {
  if (options.checks) return toCheckLines(histories.funds).join('\n')
  if (options.portfolios) return reportPortfolios(histories.funds, options)
  if (options['days-ahead']) return reportDaysAhead(histories.funds, options)
  if (options.outlook === undefined) {
    const { text, payments } = reportPayments(histories, options)
    if (options.payments !== undefined) writeLines(options.payments, toPaymentLines(payments))
    return text
  }
  const { text, outlooks } = reportOutlooks(histories.funds, options)
  if (options.outlook !== '') writeLines(options.outlook, toOutlookLines(outlooks))
  return text
}

function writeLines(file: string, lines: readonly string[]): void {
  writeFileSync(file, `${lines.join('\n')}\n`)
}
