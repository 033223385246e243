import type * as z from 'zod/mini'
import { readPost, readPosts } from '../../contract/blog.ts'
import { readChosenCalendar, readChosenNews } from '../../contract/chosen-feeds.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { readFleetFunds } from '../../contract/fleet-funds.ts'
import { readFundIndex } from '../../contract/fund-index.ts'
import { readGrowthFile } from '../../contract/growth-file.ts'
import { readIdentifierFile } from '../../contract/identifiers.ts'
import { readFundData, readFundsData } from '../../contract/open-data.ts'
import { readRecordOutlooks } from '../../contract/outlook-record.ts'
import { readRoiRankings, readWeeklyBattle } from '../../contract/rankings.ts'
import { recordCsvColumns, recordCsvPath } from '../../contract/record.ts'
import {
  hubFolder,
  hubForecastColumns,
  hubReadmePath,
  oracleOutputColumns,
  oracleOutputPath
} from '../../contract/record-hub.ts'
import { returnOfCapitalCsvPath, rocCsvColumns } from '../../contract/return-of-capital.ts'
import { readTopTickers } from '../../contract/search-metrics.ts'
import { readRecordDay, readRecordKeys, readRecordSignatures } from '../../contract/signed-record.ts'
import { readDividendHistory, searchStock } from '../../contract/stock.ts'
import { readHealth, readPagesReadiness, readReadiness } from '../../contract/system.ts'
import { readUnderlyingFile } from '../../contract/underlying-file.ts'
import { readRecordCosignatures } from '../../contract/witnesses.ts'
import {
  type CsvFile,
  daysAheadTable,
  fundsTable,
  hubTable,
  leadTimesTable,
  paymentsTable,
  upcomingTable
} from './csv-tables.ts'
import { outlookRecordTable } from './outlook-table.ts'

export type JsonOperation = {
  endpoint: Endpoint<z.ZodMiniType, z.ZodMiniType>
  summary: string
  /** Details that the schema can't express. */
  description: string
}

/** Published files, available when the API is down. */
export const dataFiles: readonly JsonOperation[] = [
  {
    endpoint: readFundsData,
    summary: 'All funds with their estimates',
    description: 'Closed and retired funds are in it, with their state.'
  },
  {
    endpoint: readFundData,
    summary: 'Everything about one fund',
    description:
      'Estimate, payments, closes, splits and past estimates. The ticker is written in lower case; one that the fund once had gives the same file.'
  },
  {
    endpoint: readFleetFunds,
    summary: 'All funds, as My Fleet reads them first',
    description:
      'Payments, coming payments, splits and the newest close of all funds in short columns: 45 kB with Brotli. The files of the funds have the same figures, with their ranges and sources.'
  },
  {
    endpoint: readIdentifierFile,
    summary: 'Funds by CUSIP and ISIN',
    description:
      'For files that name funds by identifier. A reverse split gives a fund new ones; former ones are in it, too.'
  },
  {
    endpoint: readGrowthFile,
    summary: 'What a dollar invested in each fund on a past day is worth now',
    description:
      'A file for each quarter from 2022-q4 on, such as 2025-q3.json: the total return of all funds from the same day to the newest, distributions reinvested. Growth is rounded to 4 decimals.'
  },
  {
    endpoint: readUnderlyingFile,
    summary: 'Closes of the underlyings of funds',
    description:
      'A file for each underlying; underlying_closes in a fund file is its path. Closes begin on October 3, 2022, or on the first day of a fund on it where a live source has reported them.'
  },
  {
    endpoint: readRecordSignatures,
    summary: 'The signed record: all signatures, each chained to the one before',
    description: 'Each covers the estimates of a day. /record says how to verify them.'
  },
  {
    endpoint: readRecordCosignatures,
    summary: 'The signed record: what witnesses cosigned',
    description:
      'Each cosignature (c2sp.org/tlog-cosignature) says that the log of all signatures had this size and root and only grew, at this time by the clock of the witness.'
  },
  {
    endpoint: readRecordDay,
    summary: 'The signed record: every estimate that was frozen on a day',
    description: 'With the Merkle root and its signatures. The days are those of the list of signatures.'
  },
  {
    endpoint: readRecordOutlooks,
    summary: 'The signed record: outlooks for 3, 6 and 12 months that were frozen on a day',
    description:
      'Exists for days on which an estimate of the file above has the field outlooks: the Merkle root of these outlooks. The days are first sessions of a month.'
  },
  {
    endpoint: readRecordKeys,
    summary: 'The signed record: public keys',
    description: 'Ed25519. Keep a copy: a key that was read today shows a forged one tomorrow.'
  },
  {
    endpoint: readFundIndex,
    summary: 'Index for looking up a fund',
    description: 'Small: symbol, name and underlying of all funds. For pages of this site, without CORS.'
  }
]

export const csvFiles: readonly CsvFile[] = [
  fundsTable,
  upcomingTable,
  paymentsTable,
  leadTimesTable,
  daysAheadTable,
  {
    path: returnOfCapitalCsvPath,
    summary: 'Return of capital of every fund: 19a notices and final figures',
    columns: rocCsvColumns
  },
  {
    path: recordCsvPath,
    summary: 'Every estimate we ever stored, with its payment',
    columns: recordCsvColumns
  },
  outlookRecordTable,
  hubTable,
  {
    path: `${hubFolder}/model-output/:model/:file.csv`,
    summary: 'The forecast hub: scored estimates and forecasts of simple rules as quantiles',
    description: `A file for each model and year of ex-dates, such as doubloon-estimate/2026-doubloon-estimate.csv. ${hubReadmePath} describes the hub, in the layout of the hubverse, and files.txt lists its files.`,
    columns: hubForecastColumns
  },
  {
    path: oracleOutputPath,
    summary: 'The forecast hub: what was paid, for each forecast',
    columns: oracleOutputColumns
  }
]

const money = "Money is dollars a share on today's share basis; days are YYYY-MM-DD."

/** Public endpoints except login and logout, which only the operator needs. */
export const publicCalls: readonly JsonOperation[] = [
  {
    endpoint: searchStock,
    summary: 'The estimate of one fund',
    description: `${money} 404 with the reason if there is no estimate; 200 calls per hour and address.`
  },
  {
    endpoint: readDividendHistory,
    summary: 'The payments of the last 24 months, newest first',
    description: `${money} payment_date is dd/mm/yyyy.`
  },
  {
    endpoint: readRoiRankings,
    summary: 'Total return of every fund since its first known price, best first',
    description: `${money} Changes and returns are percent.`
  },
  {
    endpoint: readWeeklyBattle,
    summary: 'Funds by yield on cost',
    description: `${money} Yields and changes are percent. weeks: when the shares were bought.`
  },
  {
    endpoint: readTopTickers,
    summary: 'The most searched symbols',
    description: 'At most three, most searched first.'
  },
  {
    endpoint: readPosts,
    summary: 'Posts of the blog, newest first',
    description: 'Instants are UTC.'
  },
  {
    endpoint: readPost,
    summary: 'One post in full',
    description: 'content is HTML.'
  },
  {
    endpoint: readChosenCalendar,
    summary: 'Upcoming dates of chosen funds, for calendar programs',
    description:
      'iCalendar. ?f=MSTY,ULTY; another order, or a symbol that a fund once had, redirects to the canonical address of the same funds.'
  },
  {
    endpoint: readChosenNews,
    summary: 'News of chosen funds: estimates, payments, changed dates',
    description: 'Atom. ?f=MSTY,ULTY, as for the calendar.'
  },
  {
    endpoint: readHealth,
    summary: 'Health of the service',
    description: '503 with the same body if it can’t serve.'
  },
  {
    endpoint: readReadiness,
    summary: 'Whether calls should be sent here',
    description: 'For a load balancer: 503 with the same body if not.'
  },
  {
    endpoint: readPagesReadiness,
    summary: 'Whether requests for pages and files should be sent here',
    description: 'The same for pages, which are served without the database.'
  }
]
