import * as z from 'zod'
import type { SecondAnswer, SecondPayment, SecondSource } from './market-data.ts'
import { largestDollars, MarketDataError, possibleDay, sumOfExDate } from './market-data.ts'
import {
  createRateLimitedFetch,
  type FetchParts,
  liveFetchParts,
  RequestFailure
} from './rate-limited-fetch.ts'

const origin = 'https://api.massive.com'
const rowsPerPage = 5000
/** 66 weekly payers fill the first page in a year and a half. */
const maxPages = 20

const Page = z.object({ results: z.array(z.unknown()).default([]), next_url: z.string().optional() })
const Day = z.iso.date().regex(possibleDay)
const Dividend = z.object({
  ticker: z.string(),
  ex_dividend_date: Day,
  pay_date: Day.nullish(),
  declaration_date: Day.nullish(),
  cash_amount: z.number().nonnegative().lt(largestDollars),
  distribution_type: z.string().nullish(),
  currency: z.literal('USD').nullish()
})
const Split = z.object({
  ticker: z.string(),
  execution_date: Day,
  split_from: z.number().positive(),
  split_to: z.number().positive()
})

/**
 * Payments and splits from Massive (formerly Polygon): https://massive.com/docs/rest/stocks/corporate-
 * actions/dividends. Its split-adjusted amounts are not used: splits that it lists twice are applied twice in them.
 */
export function createMassive(key: string, given: Partial<FetchParts> = {}): SecondSource {
  const request = createRateLimitedFetch({ ...liveFetchParts, ...given })

  async function fetchPage(url: string): Promise<z.output<typeof Page>> {
    try {
      // In a header, so that the key is in no URL.
      const response = await request(url, { headers: { authorization: `Bearer ${key}` } })
      const parsed = Page.safeParse(await response.json())
      if (parsed.success) return parsed.data
      throw new RequestFailure('sent an unknown format')
    } catch (error) {
      throw new MarketDataError(`Massive ${reasonOf(error)}.`)
    }
  }

  /** Rows of all pages; rows in an unknown format are dropped. */
  async function fetchRows<Row extends z.ZodType>(
    path: string,
    query: Record<string, string>,
    row: Row
  ): Promise<z.output<Row>[]> {
    const rows: z.output<Row>[] = []
    let url = `${origin}${path}?${new URLSearchParams({ ...query, limit: String(rowsPerPage) })}`
    for (let page = 1; page <= maxPages; page += 1) {
      const { results, next_url } = await fetchPage(url)
      rows.push(
        ...results.flatMap((result) => {
          const parsed = row.safeParse(result)
          return parsed.success ? [parsed.data] : []
        })
      )
      if (next_url === undefined) return rows
      // The key goes to no other host.
      if (URL.parse(next_url)?.origin !== origin)
        throw new MarketDataError('Massive redirects to an address that is not its own.')
      url = next_url
    }
    throw new MarketDataError('Massive sends more pages than there can be payments.')
  }

  return {
    name: 'Massive',
    collect: async (symbols, since): Promise<SecondAnswer> => {
      const funds = { 'ticker.any_of': symbols.join(',') }
      const dividends = await fetchRows(
        '/stocks/v1/dividends',
        { ...funds, 'ex_dividend_date.gte': since, sort: 'ex_dividend_date.asc' },
        Dividend
      )
      const splits = await fetchRows(
        '/stocks/v1/splits',
        { ...funds, 'execution_date.gte': since, sort: 'execution_date.asc' },
        Split
      )
      return {
        payments: sumByExDate(dividends),
        splits: splits.map(({ ticker, execution_date, split_from, split_to }) => ({
          symbol: ticker,
          date: execution_date,
          oldShares: split_from,
          newShares: split_to
        }))
      }
    }
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof RequestFailure)) return 'sent an unreadable response'
  return error.status === 401 || error.status === 403
    ? `refuses the key in MASSIVE_KEY, or this request with it (${error.status})`
    : error.message
}

/** Sums rows with the same fund and ex-date. */
function sumByExDate(dividends: readonly z.output<typeof Dividend>[]): SecondPayment[] {
  const groups = Map.groupBy(dividends, ({ ticker, ex_dividend_date }) => `${ticker} ${ex_dividend_date}`)
  return [...groups.values()].flatMap((rows) => {
    const [first] = rows
    if (first === undefined) return []
    return {
      symbol: first.ticker,
      exDate: first.ex_dividend_date,
      payDate: first.pay_date ?? null,
      declaredOn: first.declaration_date ?? null,
      amountAsPaid: sumOfExDate(
        rows.map(({ cash_amount: amount, distribution_type: kind }) => ({ amount, kind }))
      )
    }
  })
}
