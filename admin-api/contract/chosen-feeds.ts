import * as z from 'zod/mini'
import type { CalendarPayment } from './calendar.ts'
import { defineEndpoint } from './endpoint.ts'
import { symbolRule } from './symbol-rule.ts'

/* Feeds for funds chosen by a visitor. Their address contains only the symbols, neither an account nor shares. */

/** Visitors with more funds use the feed of all funds. */
export const maxChosenFunds = 40

const isSymbol = new RegExp(`^[A-Za-z]{1,${symbolRule.maxLength}}$`)

/** 'ulty, msty' -> ['MSTY', 'ULTY']: unique and ascending, so that the same funds always have the same address. */
function readSymbols(list: string): string[] {
  const symbols = list.split(',').map((symbol) => symbol.trim().toUpperCase())
  return [...new Set(symbols.filter((symbol) => symbol !== ''))].sort()
}

const ChosenFunds = z.pipe(
  z
    .string({ error: 'Name the funds, separated by commas: f=MSTY,ULTY.' })
    .check(
      z.describe(`Symbols, separated by commas, at most ${maxChosenFunds}; former symbols work too`),
      ({ value, issues }) => {
        const symbols = readSymbols(value)
        const wrong = symbols.find((symbol) => !isSymbol.test(symbol))
        const reject = (message: string) => issues.push({ code: 'custom', message, input: value })
        if (symbols.length === 0) reject('Name the funds, separated by commas: f=MSTY,ULTY.')
        else if (symbols.length > maxChosenFunds)
          reject(`A feed holds at most ${maxChosenFunds} funds; these are ${symbols.length}.`)
        else if (wrong !== undefined)
          reject(`A symbol is 1 to ${symbolRule.maxLength} letters, not '${wrong.slice(0, 20)}'.`)
      }
    ),
  z.transform(readSymbols)
)

export const readChosenCalendar = defineEndpoint('public', 'GET', '/api/calendar.ics', {
  input: z.object({ f: ChosenFunds }),
  output: z.string(),
  mediaType: 'text/calendar'
})

export const readChosenNews = defineEndpoint('public', 'GET', '/api/feed', {
  input: z.object({ f: ChosenFunds }),
  output: z.string(),
  mediaType: 'application/atom+xml'
})

/** Canonical address of the feed for these funds. @param symbols current ones, in any order */
export function chosenPathOf(
  { path }: typeof readChosenCalendar | typeof readChosenNews,
  symbols: readonly string[]
): string {
  return `${path}?f=${readSymbols(symbols.join(',')).join(',')}`
}

/** News of the requested funds, as a feed. */
export type ChosenNewsPage = {
  kind: 'chosen-news'
  /** Ascending. */
  symbols: string[]
  /** Newest day of the data. */
  asOf: string
  /** Name of the source, and the newest day of the data. */
  dataSource: string
  news: FundNews[]
}

/** News of a fund; `since` is the day from which it is known. */
export type FundNews =
  /** New estimate of the upcoming payment; `since` is the day of the data behind it. */
  | { kind: 'estimate'; payment: CalendarPayment; since: string }
  /** A declared or paid payment, with the last estimate before its ex-date, if there was one. */
  | {
      kind: 'payment'
      payment: CalendarPayment
      estimate: { amount: number; low: number; high: number } | null
    }
  /** A changed ex-date. */
  | { kind: 'days'; payment: CalendarPayment; expectedExDate: string; since: string }
