import type { IndexedFund } from '../../admin-api/contract/fund-index.ts'
import { call } from '../lib/call.ts'
import { logFailure } from '../lib/log.ts'
import { createQuery } from '../lib/query.ts'
import { holdsWords, wordsOf } from './words.ts'

/*
 * Suggestions for every fund field. The module itself is the source of a combobox (ComboboxSource), loaded when a field
 * is first focused.
 */

const maxFound = 8

const fundIndex = createQuery((_key, signal) => call('GET /fund-index.json', {}, { signal }), {
  freshMs: 10 * 60_000,
  onFailure: ({ message }) => logFailure('The list of funds did not load', message)
})

/** All funds by symbol, or none if they can't be fetched. */
export async function loadFundIndex(): Promise<readonly IndexedFund[]> {
  const entry = fundIndex('all')
  await entry.load()
  return entry.$state.get().value?.funds ?? []
}

/** The suggestions for a text. */
export async function find(text: string): Promise<{ value: string; label: string; note: string }[]> {
  return matchFunds(await loadFundIndex(), text).map(({ symbol, name, underlying, hasEstimate }) => {
    const notes = [underlying?.name ?? '', hasEstimate ? '' : 'no estimate']
    return { value: symbol, label: name, note: notes.filter((note) => note !== '').join(', ') }
  })
}

/** The announcement of this many suggestions. */
export function announceCount(count: number): string {
  if (count === 0) return 'No fund matches. See all of them under Funds.'
  return count === 1 ? '1 fund found.' : `${count} funds found.`
}

/** The fund with exactly this symbol. */
export function fundNamed(funds: readonly IndexedFund[], text: string): IndexedFund | null {
  return funds.find(({ symbol }) => symbol === text.trim().toUpperCase()) ?? null
}

/**
 * What a submitted text means: the fund with this symbol or the only one that matches; the number of those that match,
 * for a choice; or nothing.
 */
export async function resolveText(text: string): Promise<{ symbol: string } | { matches: number }> {
  const funds = await loadFundIndex()
  const matches = matchFunds(funds, text)
  const symbol = text.trim().toUpperCase()
  const named = fundNamed(funds, symbol)
  // The answer to a former symbol says what the fund is called now.
  if (named === null && funds.some(({ formerSymbols }) => formerSymbols.includes(symbol))) return { symbol }
  const fund = named ?? (matches.length === 1 ? matches[0] : undefined)
  return fund === undefined ? { matches: matches.length } : { symbol: fund.symbol }
}

/** Up to eight funds that match a text by symbol, underlying, name, issuer, nickname or former symbol, best match first; none for an empty text. */
export function matchFunds(funds: readonly IndexedFund[], text: string): IndexedFund[] {
  const words = wordsOf(text)
  if (words.length === 0) return []
  return funds
    .flatMap((fund) => {
      const rank = rankOf(fund, words)
      return rank === null ? [] : [{ fund, rank }]
    })
    .sort((a, b) => a.rank - b.rank)
    .slice(0, maxFound)
    .map(({ fund }) => fund)
}

/** Lower is better; null if the fund does not match. */
function rankOf(fund: IndexedFund, words: readonly string[]): number | null {
  const { symbol, name } = fund
  // A visitor who looks for a stock seldom wants the fund that bets against it.
  const shortPenalty = /\bshort\b/i.test(name) && !words.includes('SHORT') ? 0.5 : 0
  const joined = words.join('')
  if (symbol === joined) return 0
  if (symbol.startsWith(joined)) return 1
  const { underlyingName, underlyingWords, allWords } = indexWords(fund)
  if (holdsWords(underlyingWords, words) || underlyingName.join('').startsWith(joined))
    return 2 + shortPenalty
  return holdsWords(allWords, words) ? 3 + shortPenalty : null
}

type FundWords = { underlyingName: string[]; underlyingWords: string[]; allWords: string[] }

/** Words of each fund, split once, because every keystroke compares with all funds. */
const wordsOfFunds = new WeakMap<IndexedFund, FundWords>()

function indexWords(fund: IndexedFund): FundWords {
  const known = wordsOfFunds.get(fund)
  if (known !== undefined) return known
  const { name, issuer, formerSymbols, nicknames, underlying } = fund
  const underlyingName = wordsOf(underlying?.name ?? '')
  const underlyingWords = [...wordsOf(underlying?.ticker ?? ''), ...underlyingName]
  const allWords = [
    ...underlyingWords,
    ...wordsOf(`${name} ${issuer} ${formerSymbols.join(' ')} ${nicknames}`)
  ]
  const words = { underlyingName, underlyingWords, allWords }
  wordsOfFunds.set(fund, words)
  return words
}
