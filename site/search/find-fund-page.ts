import { pathOfFund } from '../../admin-api/contract/pages.ts'
import { fundNamed } from './find-funds.ts'
import { loadFundIndex } from './fund-index.ts'
import { sayHowMany, suggestFunds } from './suggest-funds.ts'
import { startCombobox } from '../ui/combobox.ts'

/**
 * Lets the header's field suggest funds; what is picked, or typed as a whole symbol, opens the fund's page, and what
 * several funds go by the table of them.
 */
export function startFindingFundPages(
  form: HTMLFormElement,
  input: HTMLInputElement,
  knownText: string
): void {
  const list = form.querySelector<HTMLElement>('[role="listbox"]')
  const status = form.querySelector<HTMLElement>('[role="status"]')
  if (!list || !status) return
  const open = (symbol: string) => location.assign(pathOfFund(symbol))

  startCombobox(
    { input, list, status },
    { find: suggestFunds, onPick: open, sayCount: sayHowMany, knownText }
  )
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    const funds = await loadFundIndex()
    const named = fundNamed(funds, input.value)
    const suggested = await suggestFunds(input.value)
    const [only] = suggested.length === 1 ? suggested : []
    if (named !== null) open(named.symbol)
    else if (only !== undefined) open(only.value)
    else if (suggested.length > 0 || funds.length === 0 || input.value.trim() === '') form.submit()
  })
}
