import { type FundData, readFundData } from '../../admin-api/contract/open-data.ts'
import { call } from '../lib/call.ts'
import { logFailure } from '../lib/log.ts'
import { createQuery } from '../lib/query.ts'
import { type AskedChoice, type Choice, usualInstead } from './choice.ts'
import { type Comparison, compareFunds } from './compare-funds.ts'

const fundData = createQuery((ticker, signal) => call(readFundData, { ticker }, { signal }), {
  freshMs: 10 * 60_000,
  onFailure: ({ message }, ticker) => logFailure(`The data of ${ticker} did not load`, message)
})

/** `remarks` are sentences on what of the choice could not be; a failure is one of the connection. */
export type Arranged =
  | { ok: true; comparison: Comparison; remarks: readonly string[] }
  | { ok: false; message: string }

/** Fetches the funds and compares them; the usual ones where none of those asked for can be. */
export async function arrange({ choice, remarks }: AskedChoice, usual: Choice): Promise<Arranged> {
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
  const isAlone = comparison.funds.length === 1
  return { ok: true, comparison, remarks: isAlone ? [...all, 'Add a second fund to compare it with.'] : all }
}

type Answer = { fund: FundData; remark?: string } | { remark: string } | { failure: string }

/** Under a former symbol lies the file of the fund that has another one now. */
async function loadFund(ticker: string): Promise<Answer> {
  const entry = fundData(ticker)
  await entry.load()
  const { value, failure } = entry.$state.get()
  if (failure?.status === 404) return { remark: `${ticker} is no fund of ours.` }
  if (value === null) return { failure: failure?.message ?? '' }
  const { symbol } = value
  return symbol === ticker
    ? { fund: value }
    : { fund: value, remark: `${ticker} has another symbol now: ${symbol}.` }
}
