import { listOf } from '../../admin-api/numbers/format-numbers.ts'
import { isCalendarDay } from '../lib/format.ts'
import { queryParam } from '../lib/query-param.ts'
import { isSymbol } from '../lib/symbol-from.ts'

/** Two to five symbols and the first day; null is the first day on which all have a price. */
export type Choice = { symbols: readonly string[]; from: string | null }

export const maxFunds = 5

export const usualInstead = 'Here are well-known funds instead.'

/** A choice read from a URL, with a sentence for each invalid part. */
export type ParsedChoice = { choice: Choice; remarks: string[] }

/** null if the URL requests nothing; invalid parts are named, the rest is used. */
export function parseChoice(query: string): ParsedChoice | null {
  const [funds, day] = [queryParam(query, 'f', String), queryParam(query, 'from', String)]
  if (funds === null && day === null) return null
  const remarks: string[] = []
  const words = [
    ...new Set(
      (funds ?? '')
        .toUpperCase()
        .split(/[\s,;]+/)
        .filter(Boolean)
    )
  ]
  for (const word of words.filter((word) => !isSymbol(word)))
    remarks.push(`${quoted(word)} in the address isn’t a ticker.`)
  const symbols = words.filter(isSymbol)
  if (funds !== null && symbols.length === 0) remarks.push(usualInstead)
  const tooMany = symbols.slice(maxFunds)
  if (tooMany.length > 0)
    remarks.push(`You can compare at most ${maxFunds} funds, so ${listOf(tooMany)} had to stay ashore.`)
  if (day !== null && !isCalendarDay(day))
    remarks.push(`${quoted(day)} in the address isn’t a date; use a format like 2025-06-02.`)
  return {
    choice: { symbols: symbols.slice(0, maxFunds), from: day !== null && isCalendarDay(day) ? day : null },
    remarks
  }
}

/** Query of a choice: '?f=MSTY,CONY&from=2025-06-02'. */
export function formatChoice({ symbols, from }: Choice): string {
  return `?f=${symbols.join(',')}${from === null ? '' : `&from=${from}`}`
}

export function isSameChoice(a: Choice, b: Choice): boolean {
  return formatChoice(a) === formatChoice(b)
}

const longestQuote = 20

function quoted(text: string): string {
  return `“${text.length > longestQuote ? `${text.slice(0, longestQuote)}…` : text}”`
}
