import { call } from '../lib/call.ts'
import { createQuery } from '../lib/query.ts'

const minuteMs = 60_000

/** Payments of a fund by symbol. */
export const dividendHistories = createQuery(
  (symbol, signal) => call('POST /api/stock/dividend-history', { symbol }, { signal }),
  { freshMs: 5 * minuteMs, cacheMs: 10 * minuteMs }
)
