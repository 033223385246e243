import type { FundSuggestion } from './suggest-funds.ts'

type FundSource = {
  find: (text: string) => Promise<FundSuggestion[]>
  sayCount: (count: number) => string
}

/** What a field for funds suggests; its code comes when it is called. */
export async function loadFundSource(): Promise<FundSource> {
  const { suggestFunds, sayHowMany } = await import('./suggest-funds.ts')
  return { find: suggestFunds, sayCount: sayHowMany }
}
