import { type IndexedFund, readFundIndex } from '../../admin-api/contract/fund-index.ts'
import { call } from '../lib/call.ts'
import { logFailure } from '../lib/log.ts'
import { createQuery } from '../lib/query.ts'

const fundIndex = createQuery((_key, signal) => call(readFundIndex, {}, { signal }), {
  freshMs: 10 * 60_000,
  onFailure: ({ message }) => logFailure('The list of funds did not load', message)
})

/** All funds as the search fields know them; none as long as they cannot be had. */
export async function loadFundIndex(): Promise<readonly IndexedFund[]> {
  const entry = fundIndex('all')
  await entry.load()
  return entry.$state.get().value?.funds ?? []
}
