import type { FundData } from '../../admin-api/contract/open-data.ts'
import { call } from '../lib/call.ts'
import { logFailure } from '../lib/log.ts'
import { createQuery } from '../lib/query.ts'
import { type Choice, type ParsedChoice, usualInstead } from './choice.ts'
import { type Comparison, compareFunds } from './compare-funds.ts'

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
  const answers = await Promise.all((isUsual ? usual : choice).symbols.map(loadFund))
  const failed = answers.find((answer) => 'failure' in answer)
  if (failed !== undefined) return { ok: false, message: failed.failure }
  const funds = answers.flatMap((answer) => ('fund' in answer ? [answer.fund] : []))
  const found = answers.flatMap((answer) => ('remark' in answer ? [answer.remark] : []))
  const comparison = compareFunds([...new Set(funds)], choice.from)
  const all = [...remarks, ...found, ...(comparison?.remarks ?? [])]
  if (comparison === null) {
    if (isUsual) return { ok: false, message: 'There are no prices to compare yet.' }
    return arrange({ choice: { symbols: [], from: choice.from }, remarks: [...all, usualInstead] }, usual)
  }
  const isSingle = comparison.funds.length === 1
  return { ok: true, comparison, remarks: isSingle ? [...all, 'Add a second fund to compare it with.'] : all }
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
