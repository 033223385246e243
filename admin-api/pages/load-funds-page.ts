import type { Kysely } from 'kysely'
import type { FundRow, FundsPage } from '../contract/funds-page.ts'
import { type FundAnswer, findAnswers } from '../estimates/current-estimates.db.ts'
import { findFundHistories } from '../payments/fund-histories.db.ts'
import { findNewestPriceDay } from '../funds/funds.db.ts'
import type { Database } from '../platform/database/schema.ts'
import { listScored } from '../estimates/counted-estimates.ts'
import { errorPercent } from '../accuracy/errors.ts'
import { typicalError } from '../estimator/typical-error.ts'
import { roundTo } from '../numbers/rounding.ts'
import { nameOfUnderlying } from '../funds/underlying-names.ts'
import { toFundSummary } from './fund-summary.ts'
import { toStockOutcome } from '../estimates/stock-outcome.ts'
import { fundReturns } from './fund-returns.ts'
import { findReplayedScores } from './pages.db.ts'

export async function loadFundsPage(db: Kysely<Database>): Promise<FundsPage | null> {
  const asOf = await findNewestPriceDay(db)
  if (asOf === null) return null
  const typicalErrorOf = await findTypicalErrors(db)
  const historyOf = new Map((await findFundHistories(db)).map(({ history }) => [history.symbol, history]))
  const funds = (await findAnswers(db)).map((answer): FundRow => {
    const history = historyOf.get(answer.symbol) ?? { payments: [], closes: [] }
    return {
      ...toFundSummary(answer),
      ...toOutlook(answer),
      underlying:
        answer.underlying === null
          ? null
          : { ticker: answer.underlying, name: nameOfUnderlying(answer.underlying) },
      returns: fundReturns(history, asOf),
      typicalErrorPercent: typicalErrorOf.get(answer.symbol) ?? null
    }
  })
  const isLast = ({ estimate }: FundRow) => Number(estimate === null)
  return { kind: 'funds', asOf, funds: funds.sort((a, b) => isLast(a) - isLast(b)) }
}

function toOutlook(answer: FundAnswer): Pick<FundRow, 'message' | 'figures'> {
  const outcome = toStockOutcome(answer)
  if (outcome.status !== 'estimated') return { message: outcome.message, figures: null }
  const { dividend, low, high, annualized_yield, weight } = outcome.stock
  const widthPercent = dividend > 0 ? roundTo(2, (100 * (high - low)) / dividend) : 0
  return {
    message: null,
    figures: { low, high, widthPercent, yieldPercent: annualized_yield, confidence: weight }
  }
}

/** By symbol, in percent of the payment. */
async function findTypicalErrors(db: Kysely<Database>): Promise<Map<string, number | null>> {
  const past = listScored(await findReplayedScores(db), 'replayed').map(
    ({ symbol, origin, amount, actual }) => ({ symbol, origin, error_percent: errorPercent(amount, actual) })
  )
  const pastOf = Map.groupBy(past, ({ symbol }) => symbol)
  return new Map([...pastOf].map(([symbol, estimates]) => [symbol, typicalError(estimates)?.percent ?? null]))
}
