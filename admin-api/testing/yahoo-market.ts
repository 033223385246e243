import type { CollectedChart, MarketData } from '../collection/sources/market-data.ts'
import { createYahooMarketData } from '../collection/sources/yahoo/yahoo.ts'
import { makeChart, noOptions, type Reply, startYahoo, type YahooServer } from './yahoo-server.ts'

/** 20:00 in New York on Friday, May 29, 2026. */
const friday = new Date('2026-05-30T00:00:00Z')

export const bar: [instant: string, close: number] = ['2026-05-29T13:30:00Z', 20.040000915527344]
export const goodChart: Reply = makeChart({ closes: [bar] })

export type YahooFixture = {
  yahoo: YahooServer
  market: MarketData
  /** Milliseconds of each sleep, in order; sleeps pass at once. */
  slept: number[]
  /** Collects MSTY since `since`, with this chart as the next reply. */
  collect: (chart: Reply, since?: string) => Promise<CollectedChart>
  close: () => Promise<void>
}

/** Starts a Yahoo server without options; its clock advances only during sleeps. */
export async function startYahooFixture({ now = friday, timeoutMs = 60_000 } = {}): Promise<YahooFixture> {
  const yahoo = await startYahoo()
  yahoo.options.push(noOptions)
  const slept: number[] = []
  let time = now.getTime()
  const market = createYahooMarketData({
    fetch: yahoo.fetch,
    clock: () => new Date(time),
    sleep: async (milliseconds) => {
      slept.push(milliseconds)
      time += milliseconds
    },
    random: () => 1,
    timeoutMs
  })
  return {
    yahoo,
    market,
    slept,
    collect: (chart, since = '2026-05-20') => {
      yahoo.charts.push(chart)
      return market.collectFund('MSTY', since)
    },
    close: yahoo.close
  }
}
