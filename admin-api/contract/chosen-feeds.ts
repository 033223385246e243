import * as z from 'zod/mini'
import type { CalendarPayment } from './calendar.ts'
import { defineEndpoint } from './endpoint.ts'
import { symbolRule } from './symbol-rule.ts'

/** Feeds of the funds that a visitor has chosen. The address names the funds and nothing else: no account, no shares. */

/** More would be most of all funds, which have one feed together. */
export const mostChosenFunds = 40

const isSymbol = new RegExp(`^[A-Za-z]{1,${symbolRule.maxLength}}$`)

/** 'ulty, msty' -> ['MSTY', 'ULTY']: each once, ascending, so that whoever chose the same funds asks the same address. */
function readSymbols(list: string): string[] {
  const symbols = list.split(',').map((symbol) => symbol.trim().toUpperCase())
  return [...new Set(symbols.filter((symbol) => symbol !== ''))].sort()
}

const ChosenFunds = z.pipe(
  z
    .string({ error: 'Name the funds, separated by commas: f=MSTY,ULTY.' })
    .check(
      z.describe(
        `Symbols, separated by commas, at most ${mostChosenFunds}; one that a fund once had does as well`
      ),
      ({ value, issues }) => {
        const symbols = readSymbols(value)
        const wrong = symbols.find((symbol) => !isSymbol.test(symbol))
        const refuse = (message: string) => issues.push({ code: 'custom', message, input: value })
        if (symbols.length === 0) refuse('Name the funds, separated by commas: f=MSTY,ULTY.')
        else if (symbols.length > mostChosenFunds)
          refuse(`A feed holds at most ${mostChosenFunds} funds; these are ${symbols.length}.`)
        else if (wrong !== undefined)
          refuse(`A symbol is 1 to ${symbolRule.maxLength} letters; '${wrong.slice(0, 20)}' is none.`)
      }
    ),
  z.transform(readSymbols)
)

export const readChosenCalendar = defineEndpoint({
  method: 'GET',
  path: '/api/calendar.ics',
  access: 'public',
  input: z.object({ f: ChosenFunds }),
  output: z.string(),
  mediaType: 'text/calendar'
})

export const readChosenNews = defineEndpoint({
  method: 'GET',
  path: '/api/feed',
  access: 'public',
  input: z.object({ f: ChosenFunds }),
  output: z.string(),
  mediaType: 'application/atom+xml'
})

/** The one address under which a feed of these funds is kept. @param symbols of today, in any order */
export function chosenPathOf(
  { path }: typeof readChosenCalendar | typeof readChosenNews,
  symbols: readonly string[]
): string {
  return `${path}?f=${readSymbols(symbols.join(',')).join(',')}`
}

/** What is new of a fund; `since` is the day from which it can be said. */
export type FundNews =
  /** The coming payment; `since` is the day of the figures from which it is estimated so. */
  | { kind: 'estimate'; payment: CalendarPayment; since: string }
  /** A payment that was declared or made, and the last estimate before its ex-date; null where there was none. */
  | {
      kind: 'payment'
      payment: CalendarPayment
      estimate: { amount: number; low: number; high: number } | null
    }
  /** Its ex-date is another one than was expected. */
  | { kind: 'days'; payment: CalendarPayment; expectedExDate: string; since: string }

export type ChosenNewsPage = {
  kind: 'chosen-news'
  /** Ascending. */
  symbols: string[]
  asOf: string
  dataSource: string
  news: FundNews[]
}
