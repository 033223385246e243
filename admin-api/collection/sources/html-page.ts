import { Parser } from 'htmlparser2'
import type { SourceId } from '../../contract/sources.ts'
import type { IsoDay } from '../../market-days/types.ts'
import { createChangeReader } from './change-reader.ts'
import { largestDollars, MarketDataError, possibleDay, type SecondPayment } from './market-data.ts'
import { createTextReader, type FetchParts } from './rate-limited-fetch.ts'

/** A source of announcements on pages for people. */
export type AnnouncementSource = {
  id: SourceId
  name: string
  /**
   * Newly announced payments; `fault` is a sentence if some pages could not be read, and `isUnchanged` says that the source
   * shows what it showed before. @throws MarketDataError
   */
  collect: () => Promise<Announced>
}

type Announced = { payments: SecondPayment[]; fault: string | null; isUnchanged?: boolean }

/** Text of the cells of a page's tables by table and row, addresses of its links, and its whole text. */
export type HtmlPage = {
  tables: string[][][]
  links: string[]
  text: string
  /** Machine-readable times. */
  times: string[]
}

/** Pages with announcements have 100 to 300 kB. */
const largestPage = 2_000_000

/** Reads pages of a site; the functions throw MarketDataError. `readIfChanged` returns null for a page as before. */
export type PageReader = {
  read: (url: string) => Promise<HtmlPage>
  readIfChanged: (url: string) => Promise<HtmlPage | null>
  /** Makes the next answer a full one, after a page that could not be used. */
  forget: (url: string) => void
}

export function createPageReader(name: string, contact: string, given: Partial<FetchParts>): PageReader {
  const readText = createTextReader(name, contact, given)
  const changes = createChangeReader(name, contact, given)
  const toPage = (html: string): HtmlPage => {
    if (html.length > largestPage || !/^\s*</.test(html)) throw changedPage(name)
    return parsePage(html)
  }
  return {
    read: async (url) => toPage(await readText(url, 'text/html')),
    readIfChanged: async (url) => {
      const html = await changes.read(url, 'text/html')
      try {
        return html === null ? null : toPage(html)
      } catch (error) {
        changes.forget(url)
        throw error
      }
    },
    forget: changes.forget
  }
}

export function changedPage(name: string): MarketDataError {
  return new MarketDataError(`${name}: a page has an unknown format, so nothing of it is used.`)
}

function parsePage(html: string): HtmlPage {
  const page: HtmlPage = { tables: [], links: [], text: '', times: [] }
  let row: string[] | null = null
  const parser = new Parser({
    onopentag: (tag, { href, datetime }) => {
      page.text += ' '
      const cell = tag === 'br' ? row?.pop() : undefined
      if (cell !== undefined) row?.push(`${cell} `)
      if (tag === 'a' && href !== undefined) page.links.push(href)
      if (tag === 'time' && datetime !== undefined) page.times.push(datetime)
      if (tag === 'table') page.tables.push([])
      if (tag === 'td' || tag === 'th') row?.push('')
      if (tag !== 'tr') return
      row = []
      page.tables.at(-1)?.push(row)
    },
    ontext: (text) => {
      page.text += text
      const cell = row?.pop()
      if (cell !== undefined) row?.push(cell + text)
    },
    onclosetag: (tag) => {
      if (tag === 'tr' || tag === 'table') row = null
    }
  })
  parser.end(html)
  const clean = (text: string) => text.replace(/\s+/g, ' ').trim()
  const tables = page.tables.map((rows) => rows.map((cells) => cells.map(clean)))
  return { ...page, tables, text: clean(page.text) }
}

/** Patterns of a table's headings by what its columns hold. */
type Columns = Record<'symbol' | 'name' | 'amount' | 'exDate' | 'payDate' | 'returnOfCapital', RegExp>

/** `days`: texts of the days above the table, for a table without columns of days. */
type Notice = {
  name: string
  declaredOn: IsoDay
  address: string
  days?: { ex: string; pay: string }
  publishedAt?: string | null
}

/**
 * Payments of the tables of a notice that have a symbol and an amount.
 * @throws MarketDataError if there is no such table, or anything in it is unreadable
 */
export function readAnnounced({ tables }: HtmlPage, columns: Columns, notice: Notice): SecondPayment[] {
  const { name, declaredOn, address, days, publishedAt } = notice
  const payments: SecondPayment[] = []
  let isRead = false
  for (const rows of tables) {
    let headings: readonly string[] | null = null
    for (const cells of rows) {
      const at = (column: keyof Columns) =>
        (headings ?? cells).findIndex((text) => columns[column].test(text))
      const textOf = (column: keyof Columns) => cells[at(column)] ?? ''
      if (headings === null) {
        if (at('symbol') >= 0 && at('amount') >= 0) headings = cells
        continue
      }
      isRead = true
      if (noAmount.test(textOf('amount'))) continue
      const symbol = /^([A-Z]{2,5})[*\d, ]*$/.exec(textOf('symbol'))?.[1]
      const exDate = readDay(textOf('exDate') || (days?.ex ?? ''))
      const amountAsPaid = readDollars(textOf('amount'))
      if (
        cells.length !== headings.length ||
        symbol === undefined ||
        exDate === null ||
        amountAsPaid === null
      )
        throw changedPage(name)
      const percent = Number(/^(\d{1,3}\.\d\d)%$/.exec(textOf('returnOfCapital'))?.[1] ?? Number.NaN)
      const fundName = textOf('name').replace(/[®™*]/g, '')
      payments.push({
        symbol,
        ...(fundName !== '' && { name: fundName }),
        exDate,
        payDate: readDay(textOf('payDate') || (days?.pay ?? '')),
        declaredOn,
        ...(publishedAt && { publishedAt }),
        amountAsPaid,
        returnOfCapital: percent <= 100 ? { percent, source: address } : null
      })
    }
  }
  if (!isRead) throw changedPage(name)
  return payments
}

/** Amount of a fund that is only listed. */
const noAmount = /^[-–— ]+$/
const usDay = /^(?:\d{1,2}\/\d{1,2}\/(?:\d{2}|\d{4})|[A-Z][a-z]{2,8} \d{1,2}, \d{4})$/

/** Day of the month in each of these forms. */
const dayOfMonth = /(?<=-)\d\d$|(?<=\/)\d{1,2}(?=\/)|\d{1,2}(?=,)/

/** Day of '2025-09-08', '2/13/25', 'October 15, 2025' or 'October 16th, 2025'; null for other texts and impossible days. */
function readDay(text: string): IsoDay | null {
  const plain = text.replace(/(\d)(?:st|nd|rd|th)\b/, '$1')
  if (!/^\d{4}-\d\d-\d\d$/.test(plain) && !usDay.test(plain)) return null
  const time = Date.parse(`${plain} UTC`)
  const day = Number.isNaN(time) ? '' : new Date(time).toISOString().slice(0, 10)
  // Date.parse makes March 2 of February 30.
  const isReal = Number(dayOfMonth.exec(plain)?.[0]) === Number(day.slice(8))
  return isReal && possibleDay.test(day) ? day : null
}

/** Dollars of '$0.2936'; null for other texts and impossible amounts. */
function readDollars(text: string): number | null {
  const dollars = /^\$ ?\d{1,9}(?:\.\d{1,6})?$/.test(text) ? Number(text.slice(1)) : Number.NaN
  return dollars < largestDollars ? dollars : null
}
