import { chooseIn, replaceParams } from '../lib/query-param.ts'
import { $myFunds, type MyFunds, markMyFunds, pickMyFunds } from '../portfolio/my-funds.ts'
import { type CalendarChoice, choiceOf, countSentence, fillChoice, paramsOf } from './calendar-choice.ts'
import { openGrids, showInGrids } from './grid-filter.ts'

/** Sent by the calendar when other funds are shown. */
const filteredEvent = 'filtered'

/** Filters the calendar by issuer, frequency and the visitor's funds, and stores the choice in the URL. */
export function startCalendarFilter(): void {
  const root = document.querySelector<HTMLElement>('[data-calendar]')
  const form = root?.querySelector<HTMLFormElement>('[data-choice]')
  const status = root?.querySelector('[data-count]')
  if (!root || !form || !status) return
  const entries = [...root.querySelectorAll<HTMLElement>('[data-symbol]')]
  const allFunds = countFunds(entries)

  const show = () => {
    const choice = choiceOf(form)
    const mine = $myFunds.get()
    for (const entry of entries) entry.hidden = !fits(entry, choice, mine.symbols)
    openGrids(root)
    showInGrids(root, (row) => fits(row, choice, mine.symbols), mine.symbols)
    for (const part of root.querySelectorAll<HTMLElement>('[data-family], [data-group]')) {
      const count = part.querySelectorAll('[data-symbol]:not([hidden])').length
      part.hidden = count === 0
      const shown = part.querySelector('[data-group-count]')
      if (shown) shown.textContent = String(count)
      const noun = part.querySelector('[data-group-noun]')
      if (noun) noun.textContent = count === 1 ? ' fund' : ' funds'
    }
    for (const day of root.querySelectorAll('[data-day]')) {
      const left = [...day.querySelectorAll<HTMLElement>('[data-symbol]:not([hidden])')]
      day.toggleAttribute('data-empty', left.length === 0 && day.querySelector('[data-keep]') === null)
      const count = root.querySelector(`[href="#${day.id}"] [data-day-count]`)
      if (count) count.textContent = String(countFunds(left))
    }
    root.dataset['view'] = choice.view
    const left = entries.filter((entry) => !entry.hidden)
    root.toggleAttribute('data-narrowed', left.length < entries.length)
    status.textContent = countSentence(countFunds(left), allFunds, left.length)
    offerOwn(form, mine)
    countFilters(form, choice)
    root.dispatchEvent(new Event(filteredEvent))
  }

  const restore = () => {
    const { symbols } = $myFunds.get()
    for (const box of boxesOf(form)) box.checked = symbols.has(box.value)
    fillChoice(form, location.search, symbols.size > 0)
    show()
  }

  form.addEventListener('submit', (event) => event.preventDefault())
  form.addEventListener('change', async ({ target }) => {
    if (target instanceof HTMLInputElement && target.name === 'own') {
      const picked = boxesOf(form).flatMap(({ checked, value }) => (checked ? value : []))
      await pickMyFunds(picked)
      chooseIn(form, 'funds', picked.length > 0 ? 'mine' : '')
    }
    show()
    replaceParams(paramsOf(choiceOf(form), $myFunds.get().symbols.size > 0))
  })
  // Another week is visible.
  addEventListener('hashchange', show)
  matchMedia('(width >= 64rem)').addEventListener('change', show)
  markMyFunds([...root.querySelectorAll<HTMLElement>('.calendar-fund__link')])
  // Also runs when the visitor's funds have been read or another tab changes them.
  $myFunds.subscribe(restore)
}

/** Offers 'My funds' once there are any, and the picker unless they come from My Fleet. */
function offerOwn(form: HTMLFormElement, { symbols, from }: MyFunds): void {
  const shown = form.querySelector('[data-own-count]')
  if (shown) shown.textContent = String(symbols.size)
  form.querySelector('[data-own]')?.toggleAttribute('hidden', symbols.size === 0)
  form.querySelector('[data-picker]')?.toggleAttribute('hidden', from === 'portfolio')
  form.querySelector('[data-from-portfolio]')?.toggleAttribute('hidden', from !== 'portfolio')
}

/** Shows on the button how many filters of the sheet are set. */
function countFilters(form: HTMLFormElement, { issuer, cadence }: CalendarChoice): void {
  const button = form.querySelector<HTMLElement>('[data-filter]')
  const count = [issuer, cadence].filter(Boolean).length
  if (count > 0) button?.setAttribute('data-filters', String(count))
  else button?.removeAttribute('data-filters')
}

function fits({ dataset }: HTMLElement, choice: CalendarChoice, own: ReadonlySet<string>): boolean {
  return (
    (choice.issuer === '' || dataset['issuer'] === choice.issuer) &&
    (choice.cadence === '' || dataset['cadence'] === choice.cadence) &&
    (choice.funds === '' || own.has(dataset['symbol'] ?? dataset['fund'] ?? ''))
  )
}

function countFunds(entries: readonly HTMLElement[]): number {
  return new Set(entries.map(({ dataset }) => dataset['symbol'])).size
}

function boxesOf(form: HTMLFormElement): HTMLInputElement[] {
  return [...form.querySelectorAll<HTMLInputElement>('input[name="own"]')]
}

/**
 * Starts each week at its first day with dates of the shown funds, until a visitor scrolls it, highlights the visible day,
 * and scrolls to days without moving the page. This is for phones and tablets, where calendar-week.css shows one week at a
 * time as a strip of days.
 */
export function startWeekLinks(): void {
  const root = document.querySelector('[data-calendar]')
  if (root === null) return
  const weeks = [...root.querySelectorAll<HTMLElement>('.calendar-week')]
  const strips = weeks.flatMap((week) => {
    const days = week.querySelector<HTMLElement>('[data-days]')
    return days === null
      ? []
      : { days, links: [...week.querySelectorAll<HTMLAnchorElement>('[data-day-link]')] }
  })
  // Positions are measured from the strip, so that they also hold while it is scrolled.
  const leftOf = (days: HTMLElement, day: HTMLElement) => day.offsetLeft - days.offsetLeft

  for (const { days, links } of strips) {
    const dayOf = ({ hash }: HTMLAnchorElement) => days.querySelector<HTMLElement>(hash)
    days.addEventListener('scroll', () => {
      const distance = (link: HTMLAnchorElement) => {
        const day = dayOf(link)
        return day === null ? Number.POSITIVE_INFINITY : Math.abs(leftOf(days, day) - days.scrollLeft)
      }
      const nearest = links.reduce((a, b) => (distance(b) < distance(a) ? b : a))
      for (const link of links) {
        if (link === nearest) link.setAttribute('aria-current', 'true')
        else link.removeAttribute('aria-current')
      }
    })
    for (const link of links) {
      link.addEventListener('click', (event) => {
        const day = dayOf(link)
        if (day === null) return
        event.preventDefault()
        days.scrollTo({ left: leftOf(days, day), behavior: 'smooth' })
      })
    }
  }
  const begunAt = new Map<HTMLElement, number>()
  const begin = () => {
    for (const { days } of strips) {
      const first =
        days.querySelector<HTMLElement>(
          '[data-first]:not([data-empty]), [data-first] ~ :not([data-empty])'
        ) ?? days.querySelector<HTMLElement>('[data-first]')
      const isUntouched = days.scrollLeft === (begunAt.get(days) ?? 0)
      if (first === null || !isUntouched) continue
      days.scrollTo({ left: leftOf(days, first) })
      begunAt.set(days, days.scrollLeft)
    }
  }
  begin()
  root.addEventListener(filteredEvent, begin)
  // A week that was hidden couldn't be scrolled.
  addEventListener('hashchange', begin)
  matchMedia('(width < 64rem)').addEventListener('change', begin)
}
