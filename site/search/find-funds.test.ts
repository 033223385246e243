import { expect, test } from 'vitest'
import type { IndexedFund } from '../../admin-api/contract/fund-index.ts'
import { fundNamed, matchFunds } from './find-funds.ts'

const fund = (symbol: string, name: string, ticker?: string, underlyingName = ''): IndexedFund => ({
  symbol,
  name,
  issuer: name.split(' ')[0] ?? '',
  formerSymbols: [],
  nicknames: symbol === 'MSTY' ? 'misty' : '',
  underlying: ticker === undefined ? null : { ticker, name: underlyingName },
  hasEstimate: true
})
const funds = [
  { ...fund('JEPI', 'JPMorgan Equity Premium Income ETF', 'SPY', 'S&P 500'), nicknames: 'jeppy' },
  fund('JEPQ', 'JPMorgan Nasdaq Equity Premium Income ETF', 'QQQ', 'Nasdaq 100'),
  { ...fund('HYTI', 'FT Vest High Yield & Target Income ETF'), issuer: 'First Trust' },
  fund('CRSH', 'YieldMax Short TSLA Option Income Strategy ETF', 'TSLA', 'Tesla'),
  fund('MARO', 'YieldMax MARA Option Income Strategy ETF', 'MARA', 'MARA Holdings'),
  fund('MSTY', 'YieldMax MSTR Option Income Strategy ETF', 'MSTR', 'Strategy (MicroStrategy)'),
  fund('TSLW', 'Roundhill TSLA WeeklyPay ETF', 'TSLA', 'Tesla'),
  fund('TSLY', 'YieldMax TSLA Option Income Strategy ETF', 'TSLA', 'Tesla'),
  fund('TSMY', 'YieldMax TSM Option Income Strategy ETF', 'TSM', 'Taiwan Semiconductor (TSMC)'),
  fund('XDTE', 'Roundhill S&P 500 0DTE Covered Call Strategy ETF', 'SPY', 'S&P 500'),
  fund('YMAX', 'YieldMax Universe Fund of Option Income ETFs')
]
const found = (text: string) => matchFunds(funds, text).map(({ symbol }) => symbol)

test.each([
  ['tesla', ['TSLW', 'TSLY', 'CRSH']],
  ['TSLA', ['TSLW', 'TSLY', 'CRSH']],
  ['short tesla', ['CRSH']],
  ['tsl', ['TSLW', 'TSLY', 'CRSH']],
  ['microstrategy', ['MSTY']],
  ['taiwan semi', ['TSMY']],
  ['s&p 500', ['JEPI', 'XDTE']],
  ['S&P', ['JEPI', 'XDTE']],
  ['S&amp;P', ['JEPI', 'XDTE']],
  ['sp500', ['JEPI', 'XDTE']],
  ['nasdaq', ['JEPQ']],
  ['jpmorgan premium', ['JEPI', 'JEPQ']],
  ['first trust', ['HYTI']],
  ['misty', ['MSTY']],
  ['jeppy', ['JEPI']],
  ['universe', ['YMAX']],
  ['roundhill tesla', ['TSLW']],
  ['zebra', []],
  ['', []],
  [' & ', []]
])('%j finds %j', (text, symbols) => {
  expect(found(text)).toEqual(symbols)
})

test('an exact symbol comes first, and eight funds at most are suggested', () => {
  expect(found('msty')[0]).toBe('MSTY')
  const many = Array.from({ length: 20 }, (_, index) => fund(`TS${index}`, 'Tesla again', 'TSLA', 'Tesla'))
  expect(matchFunds(many, 'tesla')).toHaveLength(8)
})

test('a text names a fund only if it is the complete symbol', () => {
  expect(fundNamed(funds, ' tsly ')?.symbol).toBe('TSLY')
  expect(fundNamed(funds, 'TSL')).toBeNull()
})

test('the eight best matches of 1,000 funds are suggested', () => {
  const thousand = Array.from({ length: 1000 }, (_, index) =>
    fund(`F${index}`, `Issuer ${index} Option Income Strategy ETF`, 'TSLA', 'Tesla')
  )
  expect(matchFunds(thousand, 'issuer 77').map(({ symbol }) => symbol)).toEqual([
    'F77',
    ...Array.from({ length: 7 }, (_, index) => `F77${index}`)
  ])
})
