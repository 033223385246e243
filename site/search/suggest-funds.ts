import type { IndexedFund } from '../../admin-api/contract/fund-index.ts'
import { findFunds } from './find-funds.ts'
import { loadFundIndex } from './fund-index.ts'

/** One line of the list below a search field. */
export type FundSuggestion = { value: string; label: string; note: string }

/** What a search field offers for the text in it. */
export async function suggestFunds(text: string): Promise<FundSuggestion[]> {
  return findFunds(await loadFundIndex(), text).map(toSuggestion)
}

function toSuggestion({ symbol, name, underlying, hasEstimate }: IndexedFund): FundSuggestion {
  const notes = [underlying?.name ?? '', hasEstimate ? '' : 'no estimate']
  return { value: symbol, label: name, note: notes.filter((note) => note !== '').join(', ') }
}

/** What is said of so many suggestions. */
export function sayHowMany(count: number): string {
  if (count === 0) return 'No fund of ours goes by that name. All of them stand under Funds.'
  return count === 1 ? '1 fund found.' : `${count} funds found.`
}
