import type { SecondSource } from '../collection/sources/market-data.ts'
import { createMassive } from '../collection/sources/massive.ts'
import { type Reply, startYahoo } from './yahoo-server.ts'

export const massiveKey = 'key-of-the-test'

export type MassiveFixture = {
  source: SecondSource
  /** The next replies to requests for dividends and for splits, one per page; the last one repeats. */
  dividends: Reply[]
  splits: Reply[]
  /** Path and query of each request. */
  asked: string[]
  /** The authorization header of each request. */
  keys: (string | undefined)[]
  close: () => Promise<void>
}

/** Starts a server with Massive's documented format; pauses pass at once. */
export async function startMassive(): Promise<MassiveFixture> {
  const [dividends, splits]: [Reply[], Reply[]] = [[], []]
  const keys: (string | undefined)[] = []
  let time = 0
  const server = await startYahoo((request) => {
    keys.push(request.headers.authorization)
    const queue = request.url?.startsWith('/stocks/v1/dividends?') ? dividends : splits
    return (queue.length > 1 ? queue.shift() : queue[0]) ?? makePage([])
  })
  const source = createMassive(massiveKey, {
    fetch: server.fetch,
    clock: () => new Date(time),
    sleep: async (milliseconds) => {
      time += milliseconds
    },
    random: () => 1,
    timeoutMs: 5000
  })
  return { source, dividends, splits, asked: server.asked, keys, close: server.close }
}

/** https://massive.com/docs/rest/stocks/corporate-actions/dividends */
export function makePage(results: readonly object[], next_url?: string): Reply {
  return { body: { request_id: '1', status: 'OK', results, ...(next_url !== undefined && { next_url }) } }
}

export function makeDividend(given: Record<string, unknown> = {}): object {
  return {
    cash_amount: 0.3,
    currency: 'USD',
    declaration_date: '2026-06-03',
    distribution_type: 'recurring',
    ex_dividend_date: '2026-06-04',
    frequency: 52,
    historical_adjustment_factor: 0.986,
    id: 'Ed2c9da60abda1e3',
    pay_date: '2026-06-05',
    record_date: '2026-06-04',
    split_adjusted_cash_amount: 0.3,
    ticker: 'MSTY',
    ...given
  }
}
