import { countOf } from '../../admin-api/numbers/format-numbers.ts'
import { chooseIn } from '../lib/query-param.ts'

/** Values of the form's fields, '' for all. */
export type CalendarChoice = {
  /** Slugs of an issuer and of a frequency. */
  issuer: string
  cadence: string
  /** 'mine' for own funds. */
  funds: string
  /** 'grid' or 'list'. */
  view: string
}

/** URL slug: 'Every 4 Weeks' -> 'every-4-weeks'. */
export function toSlug(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
}

/** Options of a filter with the number of items, most first; names that are alike in number keep their order. */
export function countBySlug<Item>(items: readonly Item[], nameOf: (item: Item) => string) {
  return [...Map.groupBy(items, nameOf)]
    .map(([text, members]) => ({ value: toSlug(text), text, count: members.length }))
    .sort((a, b) => b.count - a.count)
}

/**
 * Fills the form with the choice in a query, ignoring unknown values. Visitors with own funds see those by default. The
 * URL never names own funds: they stay in the browser.
 */
export function fillChoice(form: HTMLFormElement, query: string, hasOwn: boolean): void {
  const asked = new URLSearchParams(query)
  chooseIn(form, 'issuer', asked.get('issuer'))
  chooseIn(form, 'cadence', asked.get('cadence'))
  chooseIn(form, 'view', asked.get('view'), 'grid')
  const { issuer, cadence } = choiceOf(form)
  const isOwn = asked.has('funds') ? asked.get('funds') === 'mine' : issuer === '' && cadence === ''
  chooseIn(form, 'funds', hasOwn && isOwn ? 'mine' : '')
}

/** The choice in a form. */
export function choiceOf(form: HTMLFormElement): CalendarChoice {
  const fields = new FormData(form)
  const textOf = (name: string) => String(fields.get(name) ?? '')
  return {
    issuer: textOf('issuer'),
    cadence: textOf('cadence'),
    funds: textOf('funds'),
    view: textOf('view')
  }
}

/** Parameters of a choice: '' for the default. */
export function paramsOf({ funds, view, ...filters }: CalendarChoice, hasOwn: boolean): CalendarChoice {
  return { ...filters, funds: hasOwn ? funds || 'all' : '', view: view === 'list' ? view : '' }
}

/** Shown above the calendar and announced. */
export function countSentence(funds: number, allFunds: number, dates: number): string {
  if (funds === 0) return 'No fund in this calendar matches these filters.'
  const of = funds === allFunds ? `All ${allFunds} paying funds` : `${funds} of ${allFunds} paying funds`
  return `${of}, ${countOf(dates, 'date')}.`
}
