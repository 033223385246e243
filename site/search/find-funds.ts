import type { IndexedFund } from '../../admin-api/contract/fund-index.ts'

const maxFound = 8

/**
 * The funds that a text may mean, the likeliest first: by their symbol, by what they follow, by words of their names.
 * None for an empty text.
 */
export function findFunds(funds: readonly IndexedFund[], text: string): IndexedFund[] {
  const asked = wordsOf(text)
  if (asked.length === 0) return []
  return funds
    .flatMap((fund) => {
      const place = placeOf(fund, asked)
      return place === null ? [] : [{ fund, place }]
    })
    .sort((a, b) => a.place - b.place)
    .slice(0, maxFound)
    .map(({ fund }) => fund)
}

/** The fund whose symbol the text is. */
export function fundNamed(funds: readonly IndexedFund[], text: string): IndexedFund | null {
  return funds.find(({ symbol }) => symbol === text.trim().toUpperCase()) ?? null
}

/** The less, the likelier; null where the fund is not meant. */
function placeOf({ symbol, name, underlying }: IndexedFund, asked: readonly string[]): number | null {
  // Who asks for a stock seldom wants the fund that bets against it.
  const later = /\bshort\b/i.test(name) && !asked.includes('SHORT') ? 0.5 : 0
  const joined = asked.join('')
  if (symbol === joined) return 0
  if (symbol.startsWith(joined)) return 1
  const followed = wordsOf(`${underlying?.ticker ?? ''} ${underlying?.name ?? ''}`)
  if (
    isMeant(followed, asked) ||
    wordsOf(underlying?.name ?? '')
      .join('')
      .startsWith(joined)
  )
    return 2 + later
  return isMeant([...followed, ...wordsOf(name)], asked) ? 3 + later : null
}

/** Whether each word that was asked for begins one of these. */
function isMeant(known: readonly string[], asked: readonly string[]): boolean {
  return asked.every((word) => known.some((other) => other.startsWith(word)))
}

function wordsOf(text: string): string[] {
  return text.toUpperCase().match(/[A-Z0-9]+/g) ?? []
}
