import { sayHowMany, suggestFunds } from '../../stores/fund-search/suggest-funds.ts'
import { startCombobox } from '../../ui/combobox.ts'

type Parts = { input: HTMLInputElement; list: HTMLElement; status: HTMLElement }

/** Lets the symbol field suggest funds by ticker, name and what they follow. */
export function suggestSymbols(
  parts: Parts,
  settings: { knownText: string; onPick: (symbol: string) => void }
): void {
  startCombobox(parts, { find: suggestFunds, sayCount: sayHowMany, ...settings })
}
