import type { Kysely } from 'kysely'
import type { DevelopersPage, FundData, PublicCall } from '../../contract/open-data.ts'
import type { Database } from '../../platform/database/schema.ts'
import { loadFundData, loadFundsData } from './load-data.ts'
import { toPaymentsCsv } from './payments-csv.ts'
import { csvFiles, dataFiles, publicCalls } from './public-calls.ts'

/** Shown where it has an estimate: most visitors have heard of it. */
const wellKnown = 'MSTY'
const shownItems = 2

/** The public files and calls with true examples; null before there are figures. */
export async function loadDevelopersPage(db: Kysely<Database>): Promise<DevelopersPage | null> {
  const funds = await loadFundsData(db)
  const estimated = funds?.funds.filter(({ estimate }) => estimate !== null) ?? []
  const example = estimated.find(({ symbol }) => symbol === wellKnown) ?? estimated[0] ?? funds?.funds[0]
  const fund = example && (await loadFundData(db, example.symbol))
  if (!funds || !fund) return null
  return {
    kind: 'developers',
    asOf: funds.as_of,
    symbol: fund.symbol,
    files: [
      ...dataFiles.map(({ endpoint, summary }) => ({ ...pick(endpoint), summary })),
      ...csvFiles.map(({ path, summary }) => ({ method: 'GET', path, summary }))
    ],
    calls: publicCalls.map(({ endpoint, summary }) => ({ ...pick(endpoint), summary })),
    funds: { ...funds, funds: example === undefined ? [] : [example] },
    fund: cutShort(fund),
    csv: toPaymentsCsv(fund.symbol, fund.payments.slice(-shownItems))
  }
}

function pick({ method, path }: Omit<PublicCall, 'summary'>): Omit<PublicCall, 'summary'> {
  return { method, path }
}

/** The newest of each list. */
function cutShort(fund: FundData): FundData {
  return {
    ...fund,
    payments: fund.payments.slice(-shownItems),
    closes: fund.closes.slice(-shownItems),
    past_estimates: fund.past_estimates.slice(-shownItems)
  }
}
