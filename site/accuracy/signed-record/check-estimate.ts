import { formatDay } from '../../lib/format.ts'
import { queryParam } from '../../lib/query-param.ts'
import { showCheck } from './show-check.ts'

/** Starts the form, filled in from the address. */
export function startCheck(): void {
  const form = document.querySelector<HTMLFormElement>('[data-check]')
  const result = form?.querySelector<HTMLElement>('[data-result]')
  if (!form || !result) return
  form.hidden = false
  const fields = form.elements
  const field = (name: string) => fields.namedItem(name) as HTMLInputElement | HTMLSelectElement
  for (const name of ['day', 'symbol', 'ex_date']) {
    const value = queryParam(location.search, name, (text) => text)
    if (value === null) continue
    // A link may name a day that is no longer in the list.
    if (name === 'day' && !form.querySelector(`option[value="${CSS.escape(value)}"]`))
      field(name).append(new Option(formatDay(value), value))
    field(name).value = value
  }
  const check = () =>
    showCheck(result, {
      day: field('day').value,
      symbol: field('symbol').value.toUpperCase(),
      exDate: field('ex_date').value,
      shownAmount: null
    })
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void check()
  })
  if (field('symbol').value !== '') void check()
}
