import { readDividendHistory } from '../../admin-api/contract/stock.ts'
import { call } from '../lib/call.ts'
import { createQuery } from '../lib/query.ts'

const minuteMs = 60_000

/** The payments of a fund, by its symbol. */
export const dividendHistories = createQuery(
  (symbol, signal) => call(readDividendHistory, { symbol }, { signal }),
  { freshMs: 5 * minuteMs, keptMs: 10 * minuteMs }
)
