import type * as z from 'zod/mini'
import { readPost, readPosts } from '../../contract/blog.ts'
import { readChosenCalendar, readChosenNews } from '../../contract/chosen-feeds.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { readFundIndex } from '../../contract/fund-index.ts'
import { readGrowthFile } from '../../contract/growth-file.ts'
import {
  daysAheadCsvPath,
  fundsCsvPath,
  leadTimesCsvPath,
  readFundData,
  readFundsData,
  upcomingCsvPath
} from '../../contract/open-data.ts'
import { readRoiRankings, readWeeklyBattle } from '../../contract/rankings.ts'
import { recordCsvColumns, recordCsvPath } from '../../contract/record.ts'
import { returnOfCapitalCsvPath, rocCsvColumns } from '../../contract/return-of-capital.ts'
import { readTopTickers } from '../../contract/search-metrics.ts'
import {
  readRecordDay,
  readRecordKeys,
  readRecordSignatures,
  recordHubPath
} from '../../contract/signed-record.ts'
import { readDividendHistory, searchStock } from '../../contract/stock.ts'
import { readHealth, readPagesReadiness, readReadiness } from '../../contract/system.ts'
import { readUnderlyingFile } from '../../contract/underlying-file.ts'
import {
  daysAheadColumns,
  fundColumns,
  hubColumns,
  leadTimeColumns,
  paymentColumns,
  upcomingColumns,
  upcomingDays
} from './csv-tables.ts'

export type JsonOperation = {
  endpoint: Endpoint<z.ZodMiniType, z.ZodMiniType>
  summary: string
  /** Details that the schema can't express. */
  description: string
}
export type CsvOperation = { path: string; summary: string; columns: readonly string[]; description?: string }

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
    endpoint: readRecordDay,
    summary: 'The signed record: every estimate that was frozen on a day',
    description: 'With the Merkle root and its signatures. The days are those of the list of signatures.'
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

export const csvFiles: readonly CsvOperation[] = [
  {
    path: fundsCsvPath,
    summary: 'All funds, one row each: estimate, next days, price, yield, reinvestment needed',
    columns: Object.keys(fundColumns),
    description:
      'state is that of the next payment (declared or estimated), or why there is none. reinvestment_needed_percent is the smallest share of each payment that, reinvested on its pay date, kept the value of the close of reinvestment_from until that of reinvestment_to, a year later; reinvestment_result is not_enough if all of it did not, and short_history without a year of closes. It describes the past. roc_percent is of the last 19a notice, roc_year_percent of the last final figure. cut_chance, same_chance and raise_chance are change_chances of the data files.'
  },
  {
    path: upcomingCsvPath,
    summary: `Coming payments of all funds, with ex-dates in the ${upcomingDays} days after the newest price`,
    columns: Object.keys(upcomingColumns),
    description:
      'The first rows of upcoming in the files of the funds: state, days and amounts are explained there.'
  },
  {
    path: '/data/:ticker-payments.csv',
    summary: 'All payments of one fund',
    columns: Object.keys(paymentColumns),
    description:
      'roc_percent is the return of capital of the payment. roc_kind: final (figure of the tax year roc_of), 19a (the issuer’s notice), carried (an estimate: the final figure of the earlier year roc_of) or unknown.'
  },
  {
    path: leadTimesCsvPath,
    summary: 'How early each payment was known, by family and source',
    columns: Object.keys(leadTimeColumns),
    description:
      'One row per payment whose amount a collection of this installation first saw since it began to measure. hours_before_open is from first_seen_at to 9:30 in New York on the ex-date, below 0 if it was seen later. /status has the medians by family.'
  },
  {
    path: daysAheadCsvPath,
    summary: 'How early our estimate of each payment was right',
    columns: Object.keys(daysAheadColumns),
    description:
      'One row per payment of a fund whose live estimates began at least 14 days before. known_by: declaration, at known_at a collection first saw the amount; ex-date, it was first seen later or measuring had not begun, and known_at is 9:30 in New York. days_within_10_percent: for so many days until then, at most 14, all estimates shown for the payment were within 10 % of it. error_percent_7d: 100 x (estimate - payment) / payment of the one shown 7 days before, limited to -300..300.'
  },
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
  {
    path: recordHubPath,
    summary: 'The signed record: forecasts of a year as quantiles, for programs that score forecast hubs',
    columns: Object.keys(hubColumns),
    description: `Estimates that count, by model_id live or backtested; target_end_date is the ex-date, the expected one until the payment is known, and horizon the days from reference_date, the newest day that the estimate used. Observed values: paid_ex_date, symbol and actual of ${recordCsvPath}, both on the share basis of the estimate.`
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
