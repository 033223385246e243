import { readIdentifiers } from '../../../data/read-facts.ts'
import { type Identifiers, identifiersPath } from '../../contract/identifiers.ts'
import {
  dataPathOfFund,
  developersPath,
  type FundData,
  fundsDataPath,
  openApiPath,
  type PublicCall,
  paymentsCsvPathOf
} from '../../contract/open-data.ts'
import type { DevelopersPage } from '../../contract/page-models.ts'
import { fleetFundsPath } from '../../contract/pages.ts'
import { findAnswers } from '../../estimates/estimates.db.ts'
import { findAllSymbols, withFormerSymbols } from '../../funds/former-symbols.db.ts'
import { findFunds } from '../../funds/funds.db.ts'
import { findRocOfFund } from '../../payments/return-of-capital.db.ts'
import type { Db } from '../../platform/database/schema.ts'
import { kindOfFundFile } from '../../publishing/fund-files.ts'
import type { PageKind } from '../../publishing/page-kind.ts'
import {
  type CsvTable,
  daysAheadTable,
  fundsTable,
  hubTable,
  leadTimesTable,
  upcomingTable,
  writePayments
} from './csv-tables.ts'
import { loadFleetFunds } from './fleet-funds.ts'
import { findDataPayments, loadFundData, loadFundsData } from './fund-data.ts'
import { describeApi } from './openapi.ts'
import { outlookRecordTable } from './outlook-table.ts'
import { csvFiles, dataFiles, publicCalls } from './public-calls.ts'

/** Data files and the page that explains them. */
export const openDataPages = [
  {
    path: developersPath,
    load: loadDevelopersPage,
    dependsOn: { figures: 'all', funds: 'all' },
    sitemap: 'price-day'
  },
  {
    path: openApiPath,
    load: async () => ({ kind: 'openapi' as const, document: describeApi() })
  },
  {
    path: fundsDataPath,
    load: async (db) => {
      const data = await loadFundsData(db)
      return data && { kind: 'funds-data' as const, data }
    },
    dependsOn: { figures: 'all', funds: 'all' }
  },
  {
    path: fleetFundsPath,
    load: async (db) => ({ kind: 'fleet-funds' as const, data: await loadFleetFunds(db) }),
    dependsOn: { figures: 'all', declared: 'all', funds: 'all' }
  },
  {
    path: identifiersPath,
    load: async (db) => ({ kind: 'identifiers' as const, data: await loadIdentifiers(db) }),
    dependsOn: { funds: 'all' }
  },
  kindOfCsv(fundsTable),
  kindOfCsv(upcomingTable),
  kindOfRecordCsv(hubTable),
  kindOfRecordCsv(daysAheadTable),
  kindOfRecordCsv(outlookRecordTable),
  { ...kindOfCsv(leadTimesTable), dependsOn: { collected: 'all' } },
  kindOfFundFile({
    path: /^\/data\/([a-z]{1,5})\.json$/,
    pathOf: dataPathOfFund,
    load: async (db: Db, symbol: string) => {
      const data = await loadFundData(db, symbol)
      return data && { kind: 'fund-data' as const, data }
    },
    followsOn: followUnderlyings(dataPathOfFund)
  }),
  kindOfFundFile({
    path: /^\/data\/([a-z]{1,5})-payments\.csv$/,
    pathOf: paymentsCsvPathOf,
    load: async (db: Db, symbol: string) => {
      const [fund] = await findAnswers(db, [symbol])
      const payments = await findDataPayments(db, symbol, await findRocOfFund(db, symbol))
      return fund === undefined ? null : { kind: 'csv' as const, csv: writePayments(symbol, payments) }
    },
    followsOn: followUnderlyings(paymentsCsvPathOf)
  })
] satisfies readonly PageKind[]

/** Broker files name funds by identifiers, also by those from before a reverse split. */
async function loadIdentifiers(db: Db): Promise<Identifiers> {
  const presentOf = await findAllSymbols(db)
  const entries = readIdentifiers().flatMap(({ symbol, cusip, isin }) => {
    const present = presentOf.get(symbol)
    return present === undefined ? [] : [[cusip, present] as const, [isin, present] as const]
  })
  return { symbols: Object.fromEntries(entries) }
}

/** A table of all funds, written again with their figures. */
function kindOfCsv({ path, write }: CsvTable) {
  return {
    path,
    load: async (db) => ({ kind: 'csv' as const, csv: await write(db) }),
    dependsOn: { figures: 'all', funds: 'all' }
  } satisfies PageKind
}

/** A table of the record. Long and read by few, so it comes after what a change affects at once. */
function kindOfRecordCsv(table: CsvTable) {
  return {
    ...kindOfCsv(table),
    dependsOn: {},
    followsOn: { record: 'all' }
  } satisfies PageKind
}

/** The files of the funds on an underlying, former symbols included. */
function followUnderlyings(pathOf: (symbol: string) => string): NonNullable<PageKind['followsOn']> {
  return {
    underlyings: async ({ symbols }, trx) => {
      const funds = await findFunds(trx)
      const on = funds.filter(({ underlying }) => underlying !== null && symbols.has(underlying))
      return (await withFormerSymbols(trx, new Set(on.map(({ symbol }) => symbol)))).map(pathOf)
    }
  }
}

/** Preferred example. */
const wellKnown = 'MSTY'
const shownItems = 2

/** Public files and endpoints with real answers whose lists are shortened; null without figures. */
async function loadDevelopersPage(db: Db): Promise<DevelopersPage | null> {
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
    csv: writePayments(fund.symbol, fund.payments.slice(-shownItems))
  }
}

function pick({ method, path }: Omit<PublicCall, 'summary'>): Omit<PublicCall, 'summary'> {
  return { method, path }
}

/** The newest entries of each list, and the next payments. */
function cutShort(fund: FundData): FundData {
  return {
    ...fund,
    upcoming: fund.upcoming.slice(0, shownItems),
    payments: fund.payments.slice(-shownItems),
    closes: fund.closes.slice(-shownItems),
    past_estimates: fund.past_estimates.slice(-shownItems)
  }
}
