import { type CalendarChoice, countSentence, readChoice, writeChoice } from './calendar-choice.ts'

/** Filters the calendar by issuer and frequency, and keeps the choice in the address. */
export function startCalendarFilter(): void {
  const root = document.querySelector<HTMLElement>('[data-calendar]')
  const form = root?.querySelector<HTMLFormElement>('[data-choice]')
  const status = root?.querySelector('[data-count]')
  if (!root || !form || !status) return
  const entries = [...root.querySelectorAll<HTMLElement>('[data-issuer]')]
  const allFunds = countFunds(entries)

  const show = (choice: CalendarChoice) => {
    for (const entry of entries) entry.hidden = !fits(entry, choice)
    for (const group of root.querySelectorAll<HTMLElement>('[data-group]')) {
      const count = group.querySelectorAll('[data-issuer]:not([hidden])').length
      group.hidden = count === 0
      const shown = group.querySelector('[data-group-count]')
      if (shown) shown.textContent = String(count)
    }
    for (const day of root.querySelectorAll('[data-day]')) {
      day.toggleAttribute('data-empty', day.querySelector('[data-keep], [data-group]:not([hidden])') === null)
    }
    root.dataset['view'] = choice.view
    root.toggleAttribute('data-narrowed', choice.issuer !== null || choice.cadence !== null)
    const left = entries.filter((entry) => !entry.hidden)
    status.textContent = countSentence(countFunds(left), allFunds, left.length)
  }

  const asked = readChoice(location.search, {
    issuers: valuesOf(form, 'issuer'),
    cadences: valuesOf(form, 'cadence')
  })
  check(form, 'issuer', asked.issuer ?? '')
  check(form, 'cadence', asked.cadence ?? '')
  check(form, 'view', asked.view)
  show(asked)

  form.addEventListener('submit', (event) => event.preventDefault())
  form.addEventListener('change', () => {
    const data = new FormData(form)
    const choice: CalendarChoice = {
      issuer: String(data.get('issuer') ?? '') || null,
      cadence: String(data.get('cadence') ?? '') || null,
      view: data.get('view') === 'list' ? 'list' : 'grid'
    }
    show(choice)
    const { pathname, search, hash } = location
    history.replaceState(history.state, '', pathname + writeChoice(search, choice) + hash)
  })
}

function fits({ dataset }: HTMLElement, { issuer, cadence }: CalendarChoice): boolean {
  return (
    (issuer === null || dataset['issuer'] === issuer) && (cadence === null || dataset['cadence'] === cadence)
  )
}

function countFunds(entries: readonly HTMLElement[]): number {
  return new Set(entries.map((entry) => entry.querySelector('a')?.textContent)).size
}

function radiosOf(form: HTMLFormElement, name: string): HTMLInputElement[] {
  return [...form.querySelectorAll<HTMLInputElement>(`input[name="${name}"]`)]
}

function valuesOf(form: HTMLFormElement, name: string): string[] {
  return radiosOf(form, name).flatMap(({ value }) => (value === '' ? [] : value))
}

function check(form: HTMLFormElement, name: string, value: string): void {
  for (const radio of radiosOf(form, name)) radio.checked = radio.value === value
}
