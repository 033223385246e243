import { DomUtils, parseDocument } from 'htmlparser2'
import { findClosedWeeks, loadWeek } from '../calendar/weeks/load-weeks.ts'
import { pathOfWeek } from '../contract/calendar.ts'
import type { WeekPage } from '../contract/weeks.ts'
import { countOf, dollars, listOf } from '../numbers/format-numbers.ts'
import type { Db } from '../platform/database/schema.ts'

/*
 * Figures of a weekly report in a post: links to the report whose fragment names a figure, such as
 * /week/2026-08-27#in-range. Their text is replaced whenever the post is shown, so that a corrected payment corrects the
 * post. A link is the only markup that survives the sanitizer, the editor, feeds and e-mail alike.
 */

const asWritten = { decodeEntities: false, encodeEntities: false, emptyAttrs: true } as const

/** Texts of the figures of a week, by name. */
function liveFiguresOf(week: WeekPage): Map<string, string> {
  const { figures, entries, missing, rises, cuts } = week
  const texts = new Map<string, string>()
  if (figures !== null) {
    const { payments, inRange, medianErrorPercent, stake } = figures
    texts.set('in-range', `${inRange} of ${countOf(payments, 'payment')}`)
    texts.set('missed', `${payments - inRange} of ${countOf(payments, 'payment')}`)
    texts.set('median-error', percent(medianErrorPercent))
    texts.set('funds', countOf(stake.funds, 'fund'))
    texts.set('paid', dollars(stake.paid, 2))
    texts.set('expected', dollars(stake.expected, 2))
    const live = entries.filter(({ origin }) => origin === 'live').length
    texts.set('stored', `${live} of ${countOf(payments, 'estimate')}`)
  }
  for (const { symbol, actual, estimate, errorPercent } of entries)
    texts.set(
      symbol.toLowerCase(),
      `${symbol} paid ${dollars(actual)}, we expected ${dollars(estimate)}: ${percent(Math.abs(errorPercent))} too ${errorPercent > 0 ? 'much' : 'little'}`
    )
  for (const { entry, before, changePercent } of [...rises, ...cuts])
    texts.set(
      `${entry.symbol.toLowerCase()}-change`,
      `${entry.symbol} paid ${dollars(entry.actual)} after ${dollars(before.amount)} (${changePercent > 0 ? '+' : '−'}${percent(Math.abs(changePercent))})`
    )
  if (missing.length > 0)
    texts.set(
      'missing',
      `${countOf(missing.length, 'payment')} that we expected did not arrive: ${listOf(missing.map(({ symbol }) => symbol))}`
    )
  return texts
}

/** Returns a function that gives the HTML of a figure in a post, and throws RangeError if the week doesn't have it. */
export function createLiveFigures(week: WeekPage): (name: string) => string {
  const texts = liveFiguresOf(week)
  return (name) => {
    const text = texts.get(name)
    if (text === undefined) throw new RangeError(`the week of ${week.thursday} has no figure ${name}`)
    return `<a href="${pathOfWeek(week.thursday)}#${name}">${text}</a>`
  }
}

const address = /^\/week\/(\d{4}-\d{2}-\d{2})#([a-z0-9.-]+)$/

/** Replaces the figures of a post by those of today's data; a figure that no longer exists keeps its last text. */
export async function resolveLiveFigures(db: Db, html: string): Promise<string> {
  const thursdays = new Set([...html.matchAll(/href="\/week\/(\d{4}-\d{2}-\d{2})#/g)].map(([, day]) => day))
  if (thursdays.size === 0) return html
  const closed = await findClosedWeeks(db)
  const textsOf = new Map<string, Map<string, string>>()
  for (const thursday of closed) {
    const week = thursdays.has(thursday) ? await loadWeek(db, thursday) : null
    if (week !== null) textsOf.set(thursday, liveFiguresOf(week))
  }
  const document = parseDocument(html, asWritten)
  for (const link of DomUtils.getElementsByTagName('a', document)) {
    const [, thursday = '', name = ''] = address.exec(link.attribs['href'] ?? '') ?? []
    const text = textsOf.get(thursday)?.get(name)
    if (text !== undefined) link.children = parseDocument(text, asWritten).children
  }
  return DomUtils.getOuterHTML(document, asWritten)
}

/** '28%', '5.9%': one decimal below ten. */
function percent(value: number): string {
  return `${value < 10 ? Number(value.toFixed(1)) : Math.round(value)}%`
}
