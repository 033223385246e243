import { readTopTickers } from '../../admin-api/contract/search-metrics.ts'
import { type CallResult, call } from '../lib/call.ts'

export function fetchTopTickers(signal: AbortSignal): Promise<CallResult<{ tickers: string[] }>> {
  return call(readTopTickers, {}, { signal })
}
