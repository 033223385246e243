import type { FundPicture } from '../contract/fund-page.ts'
import { pictureOfFund } from '../contract/pictures.ts'
import type { DividendHistory } from '../contract/stock.ts'
import { findAnswers } from '../estimates/estimates.db.ts'
import { toStockOutcome } from '../estimates/stock-outcome.ts'
import { toDividendHistory } from '../payments/dividend-history.ts'
import { findLatestPayments } from '../payments/payments.db.ts'
import type { Db } from '../platform/database/schema.ts'
import { kindOfFundFile } from '../publishing/fund-files.ts'

const maxPayments = 12

/** One share image per fund, whatever its state. */
export const fundPictures = kindOfFundFile({
  path: /^\/og\/([a-z]{1,5})\.png$/,
  pathOf: pictureOfFund,
  load: loadFundPicture,
  dependsOn: { day: 'all' }
})

async function loadFundPicture(db: Db, symbol: string): Promise<FundPicture | null> {
  const [fund] = await findAnswers(db, [symbol])
  if (fund === undefined) return null
  const history = toDividendHistory(await findLatestPayments(db, symbol))
  return {
    kind: 'fund-picture',
    symbol,
    name: fund.name,
    outcome: toStockOutcome(fund),
    payments: listRegular(history)
  }
}

/** The latest regular payments at the current frequency, oldest first; others are not comparable. */
function listRegular({ dividend_history }: DividendHistory) {
  const regular = dividend_history.filter(({ is_residual }) => !is_residual)
  const frequency = regular[0]?.frequency_label
  const before = regular.findIndex(({ frequency_label }) => frequency_label !== frequency)
  return regular
    .slice(0, Math.min(maxPayments, before < 0 ? maxPayments : before))
    .map(({ ex_date, amount }) => ({ exDate: ex_date, amount }))
    .toReversed()
}
