import type { Kysely } from 'kysely'
import {
  dataPathOfFund,
  developersPath,
  fundsDataPath,
  openApiPath,
  paymentsCsvPathOf
} from '../../contract/open-data.ts'
import { findAnswers } from '../../estimates/current-estimates.db.ts'
import { findFunds, findPresentSymbol, withFormerSymbols } from '../../funds/funds.db.ts'
import type { Database } from '../../platform/database/schema.ts'
import type { PageKind } from '../../publishing/page-kind.ts'
import { loadDevelopersPage } from './developers-page.ts'
import { toDataPayments } from './fund-data.ts'
import { loadFundData, loadFundsData } from './load-data.ts'
import { findPaymentRows } from './open-data.db.ts'
import { describeApi } from './openapi.ts'
import { toPaymentsCsv } from './payments-csv.ts'

/** The files that programs read, and the page that explains them. */
export const openDataPages: readonly PageKind[] = [
  {
    path: developersPath,
    list: () => [developersPath],
    load: loadDevelopersPage,
    dependsOn: { figures: () => [developersPath], funds: () => [developersPath] },
    sitemap: 'price-day'
  },
  {
    path: openApiPath,
    list: () => [openApiPath],
    load: async () => ({ kind: 'openapi', document: describeApi() }),
    dependsOn: {}
  },
  {
    path: fundsDataPath,
    list: () => [fundsDataPath],
    load: async (db) => {
      const data = await loadFundsData(db)
      return data && { kind: 'funds-data', data }
    },
    dependsOn: { figures: () => [fundsDataPath], funds: () => [fundsDataPath] }
  },
  kindOfFundFile(/^\/data\/([a-z]{1,5})\.json$/, dataPathOfFund, async (db, symbol) => {
    const data = await loadFundData(db, symbol)
    return data && { kind: 'fund-data', data }
  }),
  kindOfFundFile(/^\/data\/([a-z]{1,5})-payments\.csv$/, paymentsCsvPathOf, async (db, symbol) => {
    const [fund] = await findAnswers(db, symbol)
    const payments = toDataPayments(await findPaymentRows(db, symbol))
    return fund === undefined ? null : { kind: 'payments-csv', csv: toPaymentsCsv(symbol, payments) }
  })
]

/** One file a fund, whatever its state. A program that asks under a former symbol gets the same: it follows no page. */
function kindOfFundFile(
  path: RegExp,
  pathOf: (symbol: string) => string,
  load: (db: Kysely<Database>, symbol: string) => ReturnType<PageKind['load']>
): PageKind {
  const listAll = async (db: Kysely<Database>) => {
    const symbols = new Set((await findFunds(db)).map(({ symbol }) => symbol))
    return (await withFormerSymbols(db, symbols)).map(pathOf)
  }
  return {
    path,
    list: listAll,
    load: async (db, ticker) => {
      const symbol = ticker.toUpperCase()
      return load(db, (await findPresentSymbol(db, symbol)) ?? symbol)
    },
    dependsOn: {
      figures: async ({ symbols }, trx) => (await withFormerSymbols(trx, symbols)).map(pathOf),
      funds: (_change, trx) => listAll(trx)
    }
  }
}
