import { type CollectedFund, type MarketData, MarketDataError } from '../collection/sources/market-data.ts'
import type { Db } from '../platform/database/schema.ts'

type Answer = CollectedFund | Error | (() => Promise<CollectedFund>)

/** A source that reports `answers`, from the requested day on, and fails for any other fund. */
export function makeMarket(answers: Record<string, Answer>, name = 'Test market'): MarketData {
  const collectFund = async (symbol: string, since = ''): Promise<CollectedFund> => {
    const answer = answers[symbol] ?? new MarketDataError(`${symbol} is not reported.`)
    if (answer instanceof Error) throw answer
    if (typeof answer === 'function') return answer()
    return {
      ...answer,
      prices: answer.prices.filter(({ date }) => date >= since),
      payments: answer.payments.filter(({ exDate }) => exDate >= since)
    }
  }
  return {
    name,
    isLive: true,
    collectFund,
    collectVolatility: async (symbol) => (await collectFund(symbol)).impliedVolatility,
    check: async () => undefined
  }
}

/** Report of a source on a fund without news: the stored figures of May 2026. */
export async function reportStored(db: Db, symbol: string): Promise<CollectedFund> {
  const since = '2026-05-01'
  return {
    prices: await db
      .selectFrom('price')
      .select(['date', 'close'])
      .where('symbol', '=', symbol)
      .where('date', '>=', since)
      .orderBy('date')
      .execute(),
    payments: await db
      .selectFrom('payment')
      .select(['ex_date as exDate', 'payment_date as payDate', 'amount'])
      .where('symbol', '=', symbol)
      .where('ex_date', '>=', since)
      .orderBy('ex_date')
      .execute(),
    splits: [],
    impliedVolatility: null
  }
}
