import { expect, test } from 'vitest'
import { addDays } from '../market-days/days.ts'
import { addPayment, type KnownFund } from './known-fund.ts'
import { describeOneOffs } from './one-offs.ts'

/** A weekly fund at a price of 20 that pays 0.2 from October 2025 on, and other amounts on some days. */
function makeFund(symbol: string, special: Readonly<Record<string, number>> = {}): KnownFund {
  const fund: KnownFund = { symbol, family: 'roundhill-other', payments: [] }
  for (let i = 0; i < 16; i += 1) {
    const exDate = addDays('2025-10-02', 7 * i)
    addPayment(fund, { exDate, amount: special[exDate] ?? 0.2, price: 20 })
  }
  return fund
}

const yearEnd = { '2025-12-25': 2, '2026-01-01': 1.5 }
const outlookOf = (funds: readonly KnownFund[], day: string) =>
  describeOneOffs(
    { symbol: 'QDTE', family: 'roundhill-other', funds: new Map(funds.map((fund) => [fund.symbol, fund])) },
    day
  )

test('in December the fund says how often and how large its year-end payments were', () => {
  // By hand: 2 is ten times 0.2. The season of December 2025 and January 2026 is one year.
  expect(outlookOf([makeFund('QDTE', yearEnd)], '2026-12-01')).toBe(
    'Around New Year QDTE paid one-off amounts in the one year we know: $2.0000, $1.5000, up to 10 times a regular payment. The range above is for a regular payment.'
  )
})

test('for a fund without one-offs, the sentence describes its family', () => {
  const funds = [makeFund('QDTE'), makeFund('XDTE', yearEnd), makeFund('RDTE')]
  expect(outlookOf(funds, '2027-01-05')).toBe(
    'QDTE paid no one-off amount around New Year in the one year we know. 1 of 2 similar funds did, up to 10 times a regular payment. The range above is for a regular payment.'
  )
})

test('outside of the season, or if the whole family has no one-offs, there is no sentence', () => {
  expect(outlookOf([makeFund('QDTE', yearEnd)], '2026-11-30')).toBeNull()
  expect(outlookOf([makeFund('QDTE', yearEnd)], '2027-01-06')).toBeNull()
  expect(outlookOf([makeFund('QDTE'), makeFund('XDTE')], '2026-12-15')).toBeNull()
})

test('payments of the current season do not count as past ones', () => {
  expect(outlookOf([makeFund('QDTE', yearEnd)], '2026-01-02')).toBeNull()
})
