import { type CalendarChoice, countSentence, readChoice, writeChoice } from './calendar-choice.ts'
import { readOwnFunds, saveOwnFunds } from './own-funds.ts'

/** Filters the calendar by issuer, frequency and own funds, and keeps the choice in the URL. */
export function startCalendarFilter(): void {
  const root = document.querySelector<HTMLElement>('[data-calendar]')
  const form = root?.querySelector<HTMLFormElement>('[data-choice]')
  const status = root?.querySelector('[data-count]')
  if (!root || !form || !status) return
  const entries = [...root.querySelectorAll<HTMLElement>('[data-symbol]')]
  const allFunds = countFunds(entries)

  const show = (choice: CalendarChoice) => {
    const own = readOwnFunds()
    for (const entry of entries) entry.hidden = !fits(entry, choice, own)
    for (const group of root.querySelectorAll<HTMLElement>('[data-group]')) {
      const count = group.querySelectorAll('[data-symbol]:not([hidden])').length
      group.hidden = count === 0
      const shown = group.querySelector('[data-group-count]')
      if (shown) shown.textContent = String(count)
    }
    for (const day of root.querySelectorAll('[data-day]')) {
      day.toggleAttribute('data-empty', day.querySelector('[data-keep], [data-group]:not([hidden])') === null)
    }
    root.dataset['view'] = choice.view
    const left = entries.filter((entry) => !entry.hidden)
    root.toggleAttribute('data-narrowed', left.length < entries.length)
    status.textContent = countSentence(countFunds(left), allFunds, left.length)
    offerOwn(form, own.size)
  }

  const restore = () => {
    const own = readOwnFunds()
    for (const box of inputsOf(form, 'own')) box.checked = own.has(box.value)
    const asked = readChoice(location.search, {
      issuers: valuesOf(form, 'issuer'),
      cadences: valuesOf(form, 'cadence'),
      hasOwn: own.size > 0
    })
    check(form, 'issuer', asked.issuer ?? '')
    check(form, 'cadence', asked.cadence ?? '')
    check(form, 'funds', asked.isOwn ? 'mine' : '')
    check(form, 'view', asked.view)
    show(asked)
  }
  restore()

  form.addEventListener('submit', (event) => event.preventDefault())
  form.addEventListener('change', ({ target }) => {
    const picked = inputsOf(form, 'own').flatMap(({ checked, value }) => (checked ? value : []))
    if (target instanceof HTMLInputElement && target.name === 'own') {
      saveOwnFunds(picked)
      check(form, 'funds', picked.length > 0 ? 'mine' : '')
    }
    const choice = choiceOf(form)
    show(choice)
    const { pathname, search, hash } = location
    history.replaceState(history.state, '', pathname + writeChoice(search, choice, picked.length > 0) + hash)
  })
  // Own funds changed in another tab.
  addEventListener('storage', restore)
}

function choiceOf(form: HTMLFormElement): CalendarChoice {
  const data = new FormData(form)
  return {
    issuer: String(data.get('issuer') ?? '') || null,
    cadence: String(data.get('cadence') ?? '') || null,
    isOwn: data.get('funds') === 'mine',
    view: data.get('view') === 'list' ? 'list' : 'grid'
  }
}

/** Enables 'Mine' once there are own funds. */
function offerOwn(form: HTMLFormElement, count: number): void {
  const option = form.querySelector<HTMLElement>('[data-own]')
  const shown = option?.querySelector('[data-own-count]')
  if (!option || !shown) return
  option.hidden = count === 0
  shown.textContent = String(count)
}

function fits({ dataset }: HTMLElement, choice: CalendarChoice, own: ReadonlySet<string>): boolean {
  return (
    (choice.issuer === null || dataset['issuer'] === choice.issuer) &&
    (choice.cadence === null || dataset['cadence'] === choice.cadence) &&
    (!choice.isOwn || own.has(dataset['symbol'] ?? ''))
  )
}

function countFunds(entries: readonly HTMLElement[]): number {
  return new Set(entries.map(({ dataset }) => dataset['symbol'])).size
}

function inputsOf(form: HTMLFormElement, name: string): HTMLInputElement[] {
  return [...form.querySelectorAll<HTMLInputElement>(`input[name="${name}"]`)]
}

function valuesOf(form: HTMLFormElement, name: string): string[] {
  return inputsOf(form, name).flatMap(({ value }) => (value === '' ? [] : value))
}

function check(form: HTMLFormElement, name: string, value: string): void {
  for (const radio of inputsOf(form, name)) radio.checked = radio.value === value
}
