import { basisAt } from './facts-known-at.ts'
import type { DividendFact, Facts, SplitFact } from './schema.ts'

/** Funds whose as-paid amounts come from a source that rounds to a tenth of a cent, unlike their adjusted amounts. */
const paidToTenthOfCent = new Set(['QDTE', 'QDTY'])

/** Four days, by which the ex-date of a notice may differ from the stored one of its payment. */
const maxNoticeDistanceMs = 4 * 86_400_000

/** Tolerances: half a unit of the last decimal, plus a margin for floating-point errors. */
const declaredRounding = 0.00005 + 1e-9
const tenthOfCentRounding = 0.0005 + 1e-9

/**
 * Checks across rows: order, duplicates, known symbols and consistent share bases.
 * @throws Error with file, line and fault
 */
export function checkFacts(facts: Facts): void {
  const symbols = new Set(facts.funds.map((fund) => fund.symbol))
  const families = new Set(facts.families.map(({ family }) => family))
  if (families.size < facts.families.length) throw new Error('data/families.csv has a family twice.')
  facts.funds.forEach(({ family }, index) => {
    if (!families.has(family)) fail('funds.csv', index, `family "${family}" is not in families.csv`)
  })
  checkAscending('funds.csv', facts.funds, (fund) => ['', fund.symbol])
  facts.funds.forEach(({ expense_ratio, expense_as_of, expense_source }, index) => {
    const [isKnown, isDated, isSourced] = [
      expense_ratio !== null,
      expense_as_of !== null,
      expense_source !== ''
    ]
    if (isKnown !== isDated || isKnown !== isSourced)
      fail('funds.csv', index, 'an expense ratio needs its day and its source, and only then')
  })
  for (const [file, rows] of [
    ['dividends.csv', facts.dividends],
    ['prices.csv', facts.prices],
    ['splits.csv', facts.splits],
    ['roc.csv', facts.returnOfCapital],
    ['identifiers.csv', facts.identifiers]
  ] as const) {
    rows.forEach((row, index) => {
      if (!symbols.has(row.symbol)) fail(file, index, `${row.symbol} is not in funds.csv`)
    })
  }
  const underlyings = new Set(facts.funds.map(({ underlying }) => underlying))
  facts.underlyings.forEach(({ symbol }, index) => {
    if (!underlyings.has(symbol)) fail('underlyings.csv', index, `no fund has the underlying ${symbol}`)
  })
  // Strictly ascending days within a fund also rule out duplicates.
  checkAscending('dividends.csv', facts.dividends, (row) => [row.symbol, row.ex_date])
  checkAscending('dividends.csv', facts.dividends, (row) => [row.symbol, row.pay_date])
  checkAscending('prices.csv', facts.prices, (row) => [row.symbol, row.date])
  checkAscending('underlyings.csv', facts.underlyings, (row) => [row.symbol, row.date])
  checkAscending('splits.csv', facts.splits, (row) => [row.symbol, row.date ?? ''])
  checkAscending('roc.csv', facts.returnOfCapital, (row) => [row.symbol, row.ex_date_or_year])
  facts.returnOfCapital.forEach(({ kind, ex_date_or_year: when }, index) => {
    if ((kind === '19a') !== when.length > 4) fail('roc.csv', index, `a ${kind} has "${when}"`)
  })
  facts.dividends.forEach((payment, index) => {
    checkPayment(payment, index, facts.splits)
  })
  checkNotices(facts)
  checkOtherNames(facts, symbols)
}

/** A notice is about a payment: where it isn't stored, the fund's note has to say that payments are missing. */
function checkNotices(facts: Facts): void {
  const missingOf = findMissingExDates(facts)
  facts.funds.forEach(({ symbol, note }, index) => {
    const missing = missingOf.get(symbol)
    if (missing === undefined || note.startsWith('payments missing')) return
    const days = missing.join(', ')
    fail(
      'funds.csv',
      index,
      `${symbol} has notices but no payments on ${days}, and a note that doesn't say "payments missing"`
    )
  })
}

/** Ex-dates of 19a notices without a payment within four days, by symbol; only funds with at least one. */
export function findMissingExDates({
  dividends,
  returnOfCapital
}: Pick<Facts, 'dividends' | 'returnOfCapital'>): Map<string, string[]> {
  const paidOf = Map.groupBy(dividends, ({ symbol }) => symbol)
  const paidOn = new Set(dividends.map(({ symbol, ex_date }) => `${symbol} ${ex_date}`))
  const missing = returnOfCapital.filter(({ symbol, kind, ex_date_or_year: day }) => {
    if (paidOn.has(`${symbol} ${day}`)) return false
    const paid = paidOf.get(symbol) ?? []
    return (
      kind === '19a' &&
      !paid.some(({ ex_date }) => Math.abs(Date.parse(ex_date) - Date.parse(day)) <= maxNoticeDistanceMs)
    )
  })
  const missingOf = Map.groupBy(missing, ({ symbol }) => symbol)
  return new Map([...missingOf].map(([symbol, rows]) => [symbol, rows.map((row) => row.ex_date_or_year)]))
}

/** A former symbol belongs to one fund, and a CUSIP to one; a fund has one current CUSIP. */
function checkOtherNames({ formerSymbols, identifiers }: Facts, symbols: ReadonlySet<string>): void {
  checkAscending('former-symbols.csv', formerSymbols, (row) => ['', row.former_symbol])
  formerSymbols.forEach(({ former_symbol: former, symbol, changed_on, not_before, not_after }, index) => {
    if (symbols.has(former) === symbols.has(symbol))
      fail('former-symbols.csv', index, `one of ${former} and ${symbol} must be in funds.csv, and not both`)
    const day = changed_on ?? not_before ?? not_after
    if (day === null) fail('former-symbols.csv', index, `${former} has no day`)
    if (day < (not_before ?? day) || (not_after ?? day) < day)
      fail('former-symbols.csv', index, `the days of ${former} contradict each other`)
  })
  checkAscending('identifiers.csv', identifiers, (row) => [row.symbol, row.valid_until ?? '9999-12-31'])
  const cusips = new Set<string>()
  identifiers.forEach(({ cusip, isin }, index) => {
    if (isin.slice(2, 11) !== cusip) fail('identifiers.csv', index, `${isin} isn't the ISIN of ${cusip}`)
    if (cusips.has(cusip)) fail('identifiers.csv', index, `${cusip} is there twice`)
    cusips.add(cusip)
  })
}

function checkPayment(payment: DividendFact, index: number, splits: readonly SplitFact[]): void {
  const { symbol, ex_date, pay_date, amount, amount_as_paid: paid } = payment
  const label = `${symbol} with ex-date ${ex_date}`
  if (pay_date <= ex_date)
    fail('dividends.csv', index, `${label} is paid on ${pay_date}, not after its ex-date`)
  if (amount === 0 && paid !== 0) fail('dividends.csv', index, `${label} is zero without being declared zero`)
  if (paid === null) return
  const ratio = basisAt(splits, symbol, ex_date)
  const rounding = paidToTenthOfCent.has(symbol) ? tenthOfCentRounding : declaredRounding
  if (Math.abs(paid * ratio - amount) > rounding * ratio) {
    fail(
      'dividends.csv',
      index,
      `${label} has amount ${amount}, but ${paid} as paid x ${ratio} by later splits`
    )
  }
}

function checkAscending<Row>(
  file: string,
  rows: readonly Row[],
  keysOf: (row: Row) => [string, string]
): void {
  let [lastSymbol, lastDay] = ['', '']
  rows.forEach((row, index) => {
    const [symbol, day] = keysOf(row)
    if (symbol < lastSymbol || (symbol === lastSymbol && day <= lastDay)) {
      fail(
        file,
        index,
        `${symbol} ${day} must come after ${lastSymbol} ${lastDay}`.replaceAll(/ {2,}/g, ' ').trim()
      )
    }
    ;[lastSymbol, lastDay] = [symbol, day]
  })
}

/** @param index of the row; line 1 has the column names */
function fail(file: string, index: number, fault: string): never {
  throw new Error(`data/${file} line ${index + 2}: ${fault}.`)
}
