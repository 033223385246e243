import type { Kysely } from 'kysely'
import type { FundData, FundsData } from '../../contract/open-data.ts'
import { findAnswers } from '../../estimates/current-estimates.db.ts'
import { findFormerSymbols, findFormerSymbolsOf, findNewestPriceDay } from '../../funds/funds.db.ts'
import type { Database } from '../../platform/database/schema.ts'
import {
  aboutFile,
  toDataCloses,
  toDataFund,
  toDataPayments,
  toDataSplits,
  toFundFields,
  toPastEstimates
} from './fund-data.ts'
import { findCloseRows, findPaymentRows, findScoredRows, findSplitRows } from './open-data.db.ts'

/** Everything about the fund of this symbol of today; null for no fund. */
export async function loadFundData(db: Kysely<Database>, symbol: string): Promise<FundData | null> {
  const [fund] = await findAnswers(db, symbol)
  if (fund === undefined) return null
  const closes = await findCloseRows(db, symbol)
  const closeOn = new Map(closes.map(({ date, close }) => [date, close]))
  return {
    ...toFundFields(fund, await findFormerSymbolsOf(db, symbol)),
    ...aboutFile(fund.source_name),
    payments: toDataPayments(await findPaymentRows(db, symbol)),
    closes: toDataCloses(closes),
    splits: toDataSplits(await findSplitRows(db, symbol)),
    past_estimates: toPastEstimates(await findScoredRows(db, symbol), closeOn)
  }
}

export async function loadFundsData(db: Kysely<Database>): Promise<FundsData | null> {
  const asOf = await findNewestPriceDay(db)
  const funds = await findAnswers(db)
  if (asOf === null || funds[0] === undefined) return null
  const formerOf = Map.groupBy(await findFormerSymbols(db), ({ present }) => present)
  return {
    as_of: asOf,
    ...aboutFile(funds[0].source_name),
    funds: funds.map((fund) =>
      toDataFund(
        fund,
        (formerOf.get(fund.symbol) ?? []).map(({ symbol }) => symbol)
      )
    )
  }
}
