import type { FundData } from '../../admin-api/contract/open-data.ts'
import { call } from '../lib/call.ts'
import { newYorkDay } from '../lib/days.ts'
import { logFailure } from '../lib/log.ts'
import { createQuery } from '../lib/query.ts'
import { loadFundIndex } from '../search/find-funds.ts'
import { ComparisonResult } from './ComparisonResult.tsx'
import { type Choice, maxFunds, type ParsedChoice, usualInstead } from './choice.ts'
import { type Comparison, compareFunds } from './compare-funds.ts'

export { comparisonSentence } from './change-words.ts'

const fundData = createQuery(
  (ticker, signal) => call('GET /data/:ticker.json', { ticker: ticker.toLowerCase() }, { signal }),
  {
    freshMs: 10 * 60_000,
    onFailure: ({ message }, ticker) => logFailure(`The data of ${ticker} did not load`, message)
  }
)

/** `remarks` explain what couldn't be shown; a failure is a connection problem. */
export type Arranged =
  | { ok: true; comparison: Comparison; remarks: readonly string[] }
  | { ok: false; message: string }

/** Fetches and compares the funds, or the usual ones if none of the requested can be compared. */
export async function arrange({ choice, remarks }: ParsedChoice, usual: Choice): Promise<Arranged> {
  const isUsual = choice.symbols.length === 0
  const { symbols, replaced } = await replaceStocks((isUsual ? usual : choice).symbols, usual)
  const answers = await Promise.all(symbols.map(loadFund))
  const failed = answers.find((answer) => 'failure' in answer)
  if (failed !== undefined) return { ok: false, message: failed.failure }
  const funds = answers.flatMap((answer) => ('fund' in answer ? [answer.fund] : []))
  const found = answers.flatMap((answer) => ('remark' in answer ? [answer.remark] : []))
  const comparison = compareFunds([...new Set(funds)], choice.from)
  const all = [...remarks, ...replaced, ...found, ...(comparison?.remarks ?? [])]
  if (comparison === null) {
    if (isUsual) return { ok: false, message: 'There are no prices to compare yet.' }
    return arrange({ choice: { symbols: [], from: choice.from }, remarks: [...all, usualInstead] }, usual)
  }
  const isSingle = comparison.funds.length === 1
  return { ok: true, comparison, remarks: isSingle ? [...all, 'Add a second fund to compare it with.'] : all }
}

/** Replaces each stock by the funds on it, with a remark. */
async function replaceStocks(requested: readonly string[], usual: Choice) {
  if (requested.every((symbol) => usual.symbols.includes(symbol))) return { symbols: requested, replaced: [] }
  const index = await loadFundIndex()
  const covered = new Set(index.map(({ symbol }) => symbol))
  const fundsOn = (stock: string) =>
    covered.has(stock) ? [] : index.flatMap((fund) => (fund.underlying?.ticker === stock ? fund.symbol : []))
  const stocks = requested.filter((symbol) => fundsOn(symbol).length > 0)
  const symbols = requested.flatMap((symbol) => (stocks.includes(symbol) ? fundsOn(symbol) : symbol))
  return {
    symbols: [...new Set(symbols)].slice(0, maxFunds),
    replaced: stocks.map((stock) => `${stock} isn’t one of our funds. Here are the funds on it.`)
  }
}

type Answer = { fund: FundData; remark?: string } | { remark: string } | { failure: string }

/** The file of a former symbol is that of the current fund. */
async function loadFund(ticker: string): Promise<Answer> {
  const entry = fundData(ticker)
  await entry.load()
  const { value, failure } = entry.$state.get()
  if (failure?.status === 404) return { remark: `We don’t cover ${ticker}.` }
  if (value === null) return { failure: failure?.message ?? '' }
  const { symbol } = value
  if (symbol === ticker) return { fund: value }
  return { fund: value, remark: `${ticker} is listed here as ${symbol}.` }
}

/** A comparison chosen in the browser. */
export function LiveComparison({ comparison }: { comparison: Comparison }) {
  return <ComparisonResult comparison={comparison} today={newYorkDay()} />
}
