import { readFileSync } from 'node:fs'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readRealFacts } from '../admin-api/testing/may-facts.ts'
import { checkFacts, findMissingExDates } from './check-facts.ts'
import {
  digestDataFolder,
  readDataFolder,
  readFactsOfFund,
  readFormerSymbols,
  readIdentifiers,
  readSymbols
} from './read-facts.ts'

const read = (file: string) => readFileSync(join(import.meta.dirname, file), 'utf8')
const dividendsOfMsty = read('dividends.csv').replace(/^(?!symbol|MSTY).*\n/gm, '')
const noticesOfMsty = read('roc.csv').replace(/^(?!symbol|MSTY).*\n/gm, '')
const pricesOfAapw = read('prices.csv').replace(/^(?!symbol|AAPW).*\n/gm, '')
const closesOfVix = read('underlyings.csv').replace(/^(?!symbol|\^VIX).*\n/gm, '')
const facts = readRealFacts()
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'doubloon-data-'))
  for (const file of ['families.csv', 'funds.csv', 'splits.csv', 'former-symbols.csv', 'identifiers.csv'])
    await cp(join(import.meta.dirname, file), join(folder, file))
  // Payments of one fund and closes of another are enough; reading all of them takes half a second.
  await writeFile(join(folder, 'dividends.csv'), dividendsOfMsty)
  await writeFile(join(folder, 'roc.csv'), noticesOfMsty)
  await writeFile(join(folder, 'prices.csv'), pricesOfAapw)
  await writeFile(join(folder, 'underlyings.csv'), closesOfVix)
})
afterEach(() => rm(folder, { recursive: true }))

async function change(file: string, before: string | RegExp, after: string): Promise<void> {
  const text = await readFile(join(folder, file), 'utf8')
  const changed = text.replace(before, after)
  if (changed === text) throw new Error(`${file} has no ${before}`)
  await writeFile(join(folder, file), changed)
}

test('the files have 196 funds, 9,306 payments, 89,617 closes and 22 splits, to August 28, 2026', () => {
  const { funds, dividends, prices, splits } = facts
  expect([funds.length, dividends.length, prices.length, splits.length]).toEqual([196, 9306, 89_617, 22])
  expect(facts.families).toHaveLength(28)
  expect(facts.returnOfCapital).toHaveLength(2491)
  expect(
    prices
      .map(({ date }) => date)
      .toSorted()
      .at(-1)
  ).toBe('2026-08-28')
})

/** Underlyings of new funds that no source had. */
const withoutCloses = ['AVGO', 'COST', 'SPCX', 'UNH']
/** First and last day of others: stocks that are younger, and sources that end before August 28, 2026. */
const shorter: Readonly<Record<string, readonly [string, string]>> = {
  ARM: ['2023-09-14', '2026-08-21'],
  'BRK-B': ['2022-10-03', '2026-08-21'],
  CRCL: ['2025-06-05', '2026-08-20'],
  CRWV: ['2025-03-28', '2026-08-21'],
  DKNG: ['2022-10-03', '2026-07-31'],
  GME: ['2022-10-03', '2026-07-31'],
  HIMS: ['2022-10-03', '2026-07-31'],
  INTC: ['2024-09-03', '2026-08-21'],
  IONQ: ['2022-10-03', '2026-08-20'],
  RGTI: ['2022-10-03', '2026-07-31'],
  RIOT: ['2022-10-03', '2026-08-20']
}

test('each underlying has a close on each of its days from October 3, 2022 on, except some of newer funds', () => {
  const byUnderlying = Map.groupBy(facts.underlyings, ({ symbol }) => symbol)
  expect([...byUnderlying.keys(), ...withoutCloses].sort()).toEqual(
    [...new Set(facts.funds.flatMap(({ underlying }) => underlying || []))].sort()
  )
  const sessions = facts.prices.flatMap(({ symbol, date }) =>
    symbol === 'JEPI' && date >= '2022-10-03' ? date : []
  )
  expect(sessions).toHaveLength(980)
  for (const [symbol, closes] of byUnderlying) {
    const days = closes.map(({ date }) => date)
    const [first = sessions[0], last = sessions.at(-1)] = shorter[symbol] ?? []
    const expected = sessions.filter((day) => day >= String(first) && day <= String(last))
    if (!symbol.endsWith('-USD')) expect([symbol, ...days]).toEqual([symbol, ...expected])
    // Coins have closes on all calendar days.
    else expect([days.length, days[0], days.at(-1)]).toEqual([1426, '2022-10-03', '2026-08-28'])
  }
})

test('28 ex-dates of DISO have a notice but no payment; any other such fund needs a note', () => {
  const missing = findMissingExDates(facts)
  expect([...missing.keys()]).toEqual(['DISO'])
  expect(missing.get('DISO')).toHaveLength(28)
  expect(missing.get('DISO')?.at(-1)).toBe('2026-06-11')
  const funds = facts.funds.map((fund) => (fund.symbol === 'DISO' ? { ...fund, note: 'closed' } : fund))
  expect(() => checkFacts({ ...facts, funds })).toThrow(
    /funds\.csv line \d+: DISO has notices but no payments on 2025-10-16, .*2026-06-11, and a note that doesn't say "payments missing"/
  )
})

test('the counts in the README match the files', () => {
  const { dividends, prices } = facts
  const count = <Row>(rows: readonly Row[], isCounted: (row: Row) => boolean) => rows.filter(isCounted).length
  expect(count(dividends, (row) => row.pay_date_basis === 'derived')).toBe(3430)
  expect(count(dividends, (row) => row.ex_date_basis === 'derived')).toBe(2380)
  expect(count(dividends, (row) => row.amount_as_paid === null)).toBe(117)
  expect(count(dividends, (row) => row.agreement === 'no')).toBe(4)
  expect(count(dividends, (row) => row.agreement === 'yes')).toBe(3083)
  // Several sources can agree, one can't.
  expect(count(dividends, (row) => row.agreement === 'yes' && row.n_sources === 1)).toBe(0)
  expect(count(prices, (row) => row.basis === 'reconstructed')).toBe(62_833)
  expect(count(prices, (row) => row.basis === 'stale')).toBe(431)
})

const msty = /MSTY,2026-05-21,source,2026-05-22,source,0.3136,0.3136,/

test.each([
  [
    'an unknown symbol',
    'prices.csv',
    'AAPW,2025-02-20',
    'AAAA,2025-02-20',
    /prices.csv line 2: AAAA is not in/
  ],
  [
    'a day that does not exist',
    'prices.csv',
    'AAPW,2025-02-20',
    'AAPW,2025-02-30',
    /prices.csv line 2: date "2025-02-30"/
  ],
  ['a price of zero', 'prices.csv', '50.5030', '0', /prices.csv line 2: close "0" is wrong: must be above 0/],
  ['a number with a comma', 'prices.csv', '50.5030', '"50,5"', /prices.csv line 2: close "50,5" is wrong/],
  [
    'a day twice',
    'prices.csv',
    'AAPW,2025-02-21',
    'AAPW,2025-02-20',
    /line 3: AAPW 2025-02-20 must come after/
  ],
  [
    'an unknown family',
    'funds.csv',
    'roundhill-weeklypay,AAPL',
    'pirate,AAPL',
    /funds.csv line 2: family "pirate"/
  ],
  ['a fund twice', 'funds.csv', /^ABNY/m, 'AAPW', /funds.csv line 3: AAPW must come after AAPW/],
  ['an unknown column', 'splits.csv', 'basis', 'reason', /splits.csv line 1: the columns must be/],
  ['a broken line', 'splits.csv', /^TSLY,.*$/m, 'TSLY,"2024', /splits.csv is not readable CSV/],
  [
    'zero shares',
    'splits.csv',
    /,10,1,/,
    ',0,1,',
    /splits.csv line \d+: old_shares "0" is wrong: must be at least 1/
  ],
  [
    'a negative amount',
    'dividends.csv',
    msty,
    'MSTY,2026-05-21,source,2026-05-22,source,,-0.3136,',
    /amount "-0.3136"/
  ],
  [
    'an underlying of no fund',
    'underlyings.csv',
    '^VIX',
    '^VXN',
    /underlyings.csv line 2: no fund has the underlying \^VXN/
  ],
  [
    'an undeclared zero',
    'dividends.csv',
    msty,
    'MSTY,2026-05-21,source,2026-05-22,source,,0,',
    /without being declared/
  ],
  [
    'a payment before its ex-date',
    'dividends.csv',
    msty,
    'MSTY,2026-05-21,source,2026-05-20,source,,1,',
    /not after its/
  ],
  [
    'a pay date twice',
    'dividends.csv',
    msty,
    'MSTY,2026-05-21,source,2026-05-29,source,,1,',
    /MSTY 2026-05-29 must come/
  ],
  [
    'an amount on another share basis',
    'dividends.csv',
    '0.6074,3.037',
    '0.6074,0.6074',
    /but 0.6074 as paid x 5 by later splits/
  ],
  [
    'a former symbol of no fund',
    'former-symbols.csv',
    'SQY,XYZY',
    'SQY,XYZ',
    /former-symbols.csv line \d+: one of SQY and XYZ must be in funds.csv/
  ],
  [
    'a change of symbol outside its days',
    'former-symbols.csv',
    'SQY,XYZY,2025-04-01,2025-04-01',
    'SQY,XYZY,2025-04-01,2025-04-02',
    /the days of SQY contradict/
  ],
  [
    'a CUSIP with a wrong digit',
    'identifiers.csv',
    'MSTY,88636X732',
    'MSTY,88636X733',
    /identifiers.csv line \d+: cusip "88636X733" is wrong: must be a CUSIP/
  ],
  [
    'an ISIN with a wrong digit',
    'identifiers.csv',
    'US88636X7324',
    'US88636X7325',
    /isin "US88636X7325" is wrong: must be an ISIN/
  ],
  [
    'the ISIN of another CUSIP',
    'identifiers.csv',
    '88636X732,US88636X7324',
    '88636X732,US88634T4931',
    /US88634T4931 isn't the ISIN of 88636X732/
  ],
  [
    'a fund with two current CUSIPs',
    'identifiers.csv',
    '88634T493,US88634T4931,2025-12-08',
    '88634T493,US88634T4931,',
    /MSTY 9999-12-31 must come after/
  ]
])('%s is rejected with file, line and fault', async (_case, file, before, after, sentence) => {
  await change(file, before, after)
  expect(() => readDataFolder(folder)).toThrow(sentence)
})

test('the symbols of all funds are read', () => {
  expect(readSymbols()).toEqual(facts.funds.map(({ symbol }) => symbol))
})

// Found in lists and filings of the days; the split gave MSTY another CUSIP.
test('former symbols and identifiers are read with their days', () => {
  expect(readFormerSymbols().find(({ former_symbol }) => former_symbol === 'SQY')).toMatchObject({
    symbol: 'XYZY',
    changed_on: '2025-04-01'
  })
  expect(readFormerSymbols().find(({ former_symbol }) => former_symbol === 'TSW')).toMatchObject({
    symbol: 'TSLW',
    changed_on: null,
    not_before: '2025-02-19',
    not_after: '2025-07-18'
  })
  const ofMsty = readIdentifiers().filter(({ symbol }) => symbol === 'MSTY')
  expect(ofMsty).toEqual([
    { symbol: 'MSTY', cusip: '88634T493', isin: 'US88634T4931', valid_until: '2025-12-08' },
    { symbol: 'MSTY', cusip: '88636X732', isin: 'US88636X7324', valid_until: null }
  ])
})

test('the rows of one fund since a day match the full data, wherever they are in the file', () => {
  const { dividends, prices, splits } = facts
  for (const symbol of ['AAPW', 'MSTY', 'ZZZZ', ...facts.funds.slice(-1).map((fund) => fund.symbol)])
    for (const since of ['1993-01-01', '2026-06-08', '2999-01-01']) {
      const isOwn = (row: { symbol: string }) => row.symbol === symbol
      expect(readFactsOfFund(symbol, since)).toEqual({
        dividends: dividends.filter((row) => isOwn(row) && row.ex_date >= since),
        prices: prices.filter((row) => isOwn(row) && row.date >= since),
        splits: splits.filter(isOwn)
      })
    }
})

test('a wrong value in the rows of one fund is reported with its line', async () => {
  const lines = dividendsOfMsty.split('\n')
  await change('dividends.csv', lines[3] ?? '', 'MSTY,2024-06-06,x')
  expect(() => readFactsOfFund('MSTY', '1993-01-01', folder)).toThrow(/line 4/)
})

test('the digest changes with the content of the files', async () => {
  const before = digestDataFolder(folder)
  expect(digestDataFolder(folder)).toBe(before)
  await change('dividends.csv', msty, 'MSTY,2026-05-21,source,2026-05-22,source,0.3137,0.3137,')
  expect(digestDataFolder(folder)).not.toBe(before)
})

test('a payment declared as zero is accepted', async () => {
  await change('dividends.csv', msty, 'MSTY,2026-05-21,source,2026-05-22,source,0,0,')
  const { dividends } = readDataFolder(folder)
  expect(dividends.find(({ ex_date }) => ex_date === '2026-05-21')?.amount).toBe(0)
  expect(dividends).toHaveLength(facts.dividends.filter(({ symbol }) => symbol === 'MSTY').length)
})
