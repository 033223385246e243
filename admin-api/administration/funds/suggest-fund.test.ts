import { expect, test } from 'vitest'
import { readFamilies, readFunds } from '../../../data/read-facts.ts'
import { readRealFacts } from '../../testing/may-facts.ts'
import { suggestFund } from './suggest-fund.ts'

const funds = readFunds().map((fund) => ({ ...fund, state: 'open' as const }))
const families = readFamilies().map(({ family: id, ...fields }) => ({ id, ...fields }))
const weekly = ['2026-08-06', '2026-08-13', '2026-08-20', '2026-08-27']
const monthly = ['2026-05-28', '2026-06-25', '2026-07-30', '2026-08-27']
const quarterly = ['2026-03-05', '2026-06-04', '2026-09-03']

const suggest = (name: string, issuer: string, exDates: readonly string[]) =>
  suggestFund({ name, issuer, exDates }, { funds, families })

test('name and payments say which family, underlying and group a fund has', () => {
  expect(suggest('YieldMax® SPCX Option Income Strategy ETF', 'YieldMax', weekly)).toMatchObject({
    family: 'yieldmax-single',
    underlying: 'SPCX',
    frequency: 52
  })
  expect(suggest('Roundhill RKLB WeeklyPay ETF', 'Roundhill', weekly)).toEqual({
    family: 'roundhill-weeklypay',
    underlying: 'RKLB',
    group: 'roundhill-weeklypay-etfs',
    frequency: 52
  })
  expect(suggest('GraniteShares YieldBOOST ORCL ETF', 'GraniteShares', weekly)).toMatchObject({
    family: 'graniteshares',
    underlying: 'ORCL'
  })
  expect(suggest('YieldMax Target 12 Energy Option Income ETF', 'YieldMax', monthly)).toMatchObject({
    family: 'yieldmax-target-12',
    underlying: null,
    frequency: 12
  })
})

test('a fund that pays as no family of its issuer does has none', () => {
  expect(suggest('Roundhill RKLB WeeklyPay ETF', 'Roundhill', quarterly)).toMatchObject({
    family: null,
    group: 'other-monthly-etfs'
  })
  expect(suggest('A New Income ETF', 'Nobody', weekly)).toMatchObject({ family: null, underlying: null })
})

test('for nine in ten funds of the project, the others say the family and underlying that they have', () => {
  const exDatesOf = Map.groupBy(readRealFacts().dividends, ({ symbol }) => symbol)
  const judged = funds.flatMap((fund) => {
    const others = funds.filter((each) => each.symbol !== fund.symbol)
    if (others.filter(({ issuer }) => issuer === fund.issuer).length < 3) return []
    const exDates = (exDatesOf.get(fund.symbol) ?? []).map(({ ex_date }) => ex_date).slice(-8)
    const { family, underlying } = suggestFund({ ...fund, exDates }, { funds: others, families })
    const isNamed = fund.name.split(' ').includes(fund.underlying ?? '')
    const isFound = underlying === (isNamed ? fund.underlying : null)
    return [{ isRight: family === fund.family, isFound }]
  })
  const shareOf = (isGood: (each: (typeof judged)[number]) => boolean) =>
    judged.filter(isGood).length / judged.length
  expect(judged.length).toBeGreaterThan(140)
  expect(shareOf(({ isRight }) => isRight)).toBeGreaterThan(0.9)
  expect(shareOf(({ isFound }) => isFound)).toBeGreaterThan(0.95)
})
