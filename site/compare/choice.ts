/** What a visitor compares: two to five symbols, and since when; null is the first day on which all have a price. */
export type Choice = { symbols: readonly string[]; from: string | null }

export const mostFunds = 5

export const usualInstead = 'Here are well-known funds instead.'

/** What an address asks for, and a sentence on each part of it that cannot be. */
export type AskedChoice = { choice: Choice; remarks: string[] }

/** null where the address asks for nothing; what is wrong in it is named, and the rest is kept. */
export function readChoice(query: string): AskedChoice | null {
  const asked = new URLSearchParams(query)
  const [funds, day] = [asked.get('f'), asked.get('from')]
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
  for (const word of words.filter((word) => !isTicker(word)))
    remarks.push(`${quoted(word)} in the address is no ticker.`)
  const symbols = words.filter(isTicker)
  if (funds !== null && symbols.length === 0) remarks.push(usualInstead)
  const tooMany = symbols.slice(mostFunds)
  if (tooMany.length > 0)
    remarks.push(`At most ${mostFunds} funds are compared, so ${listOf(tooMany)} had to stay ashore.`)
  if (day !== null && !isDay(day))
    remarks.push(`${quoted(day)} in the address is no day; one is written like 2025-06-02.`)
  return {
    choice: { symbols: symbols.slice(0, mostFunds), from: day !== null && isDay(day) ? day : null },
    remarks
  }
}

/** The query that asks for it: '?f=MSTY,CONY&from=2025-06-02'. */
export function writeChoice({ symbols, from }: Choice): string {
  return `?f=${symbols.join(',')}${from === null ? '' : `&from=${from}`}`
}

export function isSameChoice(a: Choice, b: Choice): boolean {
  return writeChoice(a) === writeChoice(b)
}

export function isTicker(text: string): boolean {
  return /^[A-Z]{1,5}$/.test(text)
}

/** Whether it is a day of the calendar, YYYY-MM-DD. */
export function isDay(text: string): boolean {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === text
}

/** 'MSTY', 'MSTY and CONY', 'MSTY, CONY and ULTY' */
export function listOf(words: readonly string[]): string {
  const last = words.at(-1) ?? ''
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`
}

const longestQuote = 20

function quoted(text: string): string {
  return `“${text.length > longestQuote ? `${text.slice(0, longestQuote)}…` : text}”`
}
