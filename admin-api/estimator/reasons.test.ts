import { expect, test } from 'vitest'
import type { KnownFund } from './known-fund.ts'
import { readFamilyMove } from './reasons.ts'

/** Two payments a week apart at a price of 20, the second at `ratio` times the first. */
function makeState(symbol: string, ratio: number, given: Partial<KnownFund> = {}): KnownFund {
  const payment = {
    price: 20,
    weekReturn: 0,
    weekClose: 20,
    gapDays: 7,
    span: { period: 'week' as const, days: 7 },
    isOneOff: false,
    kind: 'regular' as const
  }
  return {
    symbol,
    family: 'yieldmax-single',
    payments: [
      { ...payment, exDate: '2026-05-21', amount: 0.2 },
      { ...payment, exDate: '2026-05-28', amount: 0.2 * ratio }
    ],
    ...given
  }
}

function readMove(states: KnownFund[], cutoff = '2026-06-02') {
  const funds = new Map(states.map((state) => [state.symbol, state]))
  return readFamilyMove({ symbol: 'AAA', family: 'yieldmax-single', cutoff, funds })
}

const others = [makeState('BBB', 0.9), makeState('CCC', 1.1), makeState('DDD', 1.2)]

test("a family's move is the median of the other funds", () => {
  const move = readMove([makeState('AAA', 3), ...others])
  expect(move?.funds).toBe(3)
  expect(Math.exp(move?.logMove ?? 0)).toBeCloseTo(1.1, 10)
})

test('a catch-up payment counts by the day', () => {
  const late = makeState('EEE', 3)
  const [first, second] = late.payments
  if (first && second) late.payments = [first, { ...second, gapDays: 21 }]
  // A payment three times as large after three times the days is the same rate.
  expect(readMove([...others, late])?.logMove).toBeCloseTo((Math.log(1) + Math.log(1.1)) / 2, 10)
})

test('other families, one-offs and funds without a recent payment are left out', () => {
  const odd = makeState('EEE', 9)
  odd.payments = odd.payments.map((payment) => ({ ...payment, isOneOff: true }))
  const move = readMove([...others, odd, makeState('FFF', 9, { family: 'defiance' })])
  expect(move?.funds).toBe(3)
  expect(readMove(others, '2026-06-30')).toBeUndefined()
})

test('two funds are too few', () => {
  expect(readMove(others.slice(1))).toBeUndefined()
})
