import { pathOfFund } from '../../admin-api/contract/pages.ts'
import { startCombobox } from '../ui/combobox.ts'
import { announceCount, find, fundNamed, loadFundIndex } from './find-funds.ts'

/**
 * Lets the header's field suggest funds. A picked fund or an exact symbol opens the fund's page; a text that matches
 * several funds opens the table of them.
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

  startCombobox({ input, list, status }, { find, onPick: open, announceCount, knownText })
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    const funds = await loadFundIndex()
    const named = fundNamed(funds, input.value)
    const suggested = await find(input.value)
    const [only] = suggested.length === 1 ? suggested : []
    if (named !== null) open(named.symbol)
    else if (only !== undefined) open(only.value)
    else if (suggested.length > 0 || funds.length === 0 || input.value.trim() === '') form.submit()
  })
}
