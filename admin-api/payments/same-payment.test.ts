import { expect, test } from 'vitest'
import { findSamePayment, isSameAmount, type KnownPayment } from './same-payment.ts'

function make(
  exDate: string,
  amount: number,
  given: Partial<Omit<KnownPayment, 'exDate' | 'amount'>> = {}
): KnownPayment {
  return { exDate, exDateBasis: 'source', payDate: null, payDateBasis: 'derived', amount, ...given }
}

const derived = { exDateBasis: 'derived' } as const
const paidOn = (payDate: string) => ({ payDate, payDateBasis: 'source' }) as const

/*
 * The rules, each with its real case (from data/dividends.csv if a fund is named). `with` lists the other ex-dates in the
 * source's response; it is absent for a payment that is not from a response, such as an approved one.
 */
const rules: {
  rule: string
  payment: KnownPayment
  stored: KnownPayment
  with?: string[]
  isSame: boolean
}[] = [
  {
    rule: 'the same ex-date is the same payment, however odd its amount (YMAX 2026-03-25, after 0.0824 the week before)',
    payment: make('2026-03-25', 0.0336),
    stored: make('2026-03-25', 0.0824),
    isSame: true
  },
  {
    rule: 'the same pay date is the same payment if an ex-date was derived from it (MRNY, over Christmas 2025)',
    payment: make('2025-12-24', 0.3927, paidOn('2025-12-29')),
    stored: make('2025-12-26', 0.3927, { ...derived, ...paidOn('2025-12-29') }),
    isSame: true
  },
  {
    rule: 'a pay date read in two sources is the same payment, even if their ex-dates are a day apart (ULTY)',
    payment: make('2025-01-08', 0.5715, paidOn('2025-01-10')),
    stored: make('2025-01-09', 0.58, paidOn('2025-01-10')),
    isSame: true
  },
  {
    rule: 'a derived pay date does not matter if both ex-dates were read (YBTC, end of 2024)',
    payment: make('2025-01-02', 1.035643, { payDate: '2025-01-03' }),
    stored: make('2024-12-30', 1.632167, { payDate: '2025-01-03' }),
    isSame: false
  },
  {
    rule: 'a derived ex-date may be a day off, for example by the closed day 2025-01-09 (ULTY)',
    payment: make('2025-01-08', 0.5715),
    stored: make('2025-01-09', 0.5715, derived),
    isSame: true
  },
  {
    rule: 'a derived ex-date may be across a weekend (AAPW goes ex on Mondays), and its amount may be corrected',
    payment: make('2025-03-10', 0.201504),
    stored: make('2025-03-07', 0.22, derived),
    isSame: true
  },
  {
    rule: 'the next payment of a weekly fund was never less than five days later (QQQY 2024-12-26 and 12-31)',
    payment: make('2024-12-31', 0.239),
    stored: make('2024-12-26', 0.223, derived),
    isSame: false
  },
  {
    rule: 'a residual payment at the end of the year is not the usual one (TSLY 2025-12-30 and January 2, 2026)',
    payment: make('2026-01-02', 0.3658),
    stored: make('2025-12-30', 0.0005, derived),
    isSame: false
  },
  {
    rule: 'a usual payment is not the residual one (MRNY 2025-12-30 and January 2, 2026)',
    payment: make('2025-12-30', 0.00017, derived),
    stored: make('2026-01-02', 0.1601),
    isSame: false
  },
  {
    rule: 'a residual payment a day before is a separate one (ULTY 2025-12-30 and December 31, 2025)',
    payment: make('2025-12-31', 0.4866),
    stored: make('2025-12-30', 0.00034, derived),
    isSame: false
  },
  {
    rule: 'two ex-dates read in a source are two payments (YBTC 2024-12-30 and January 2, 2025)',
    payment: make('2025-01-02', 1.035643),
    stored: make('2024-12-30', 1.632167),
    isSame: false
  },
  {
    rule: 'two ex-dates with the same amount are two payments, unless a source is known to omit one',
    payment: make('2026-06-04', 0.25),
    stored: make('2026-06-02', 0.25),
    isSame: false
  },
  {
    rule: 'a source that omits the stored payment but has its amount dates it differently',
    payment: make('2026-06-04', 0.139),
    stored: make('2026-06-03', 0.1388),
    with: [],
    isSame: true
  },
  {
    rule: 'a source that omits the stored payment and has another amount reports a new one',
    payment: make('2025-01-02', 1.035643),
    stored: make('2024-12-30', 1.632167),
    with: [],
    isSame: false
  },
  {
    rule: 'a stored payment that the response has on its own day is a separate one',
    payment: make('2026-05-27', 0.3),
    stored: make('2026-05-28', 0.3, derived),
    with: ['2026-05-28'],
    isSame: false
  }
]

test.each(rules)('$rule', ({ payment, stored, with: others, isSame }) => {
  const reported = others?.map((exDate) => ({ exDate })).concat(payment)
  expect(findSamePayment(payment, [stored], reported)).toBe(isSame ? stored : undefined)
})

test('the ex-date takes precedence over the pay date, the pay date over nearby days, the nearest over others', () => {
  const onExDate = make('2026-06-04', 0.3)
  const onPayDate = make('2026-06-02', 0.3, { ...derived, ...paidOn('2026-06-05') })
  const [near, nearer] = [make('2026-06-01', 0.3, derived), make('2026-06-03', 0.3, derived)]
  const payment = make('2026-06-04', 0.3, paidOn('2026-06-05'))
  expect(findSamePayment(payment, [near, nearer, onPayDate, onExDate])).toBe(onExDate)
  expect(findSamePayment(payment, [near, nearer, onPayDate])).toBe(onPayDate)
  expect(findSamePayment(payment, [near, nearer])).toBe(nearer)
})

test.each([
  ['a source that rounds to three decimals (MSTY)', 0.139, 0.1388, true],
  ['half a percent of a usual amount', 0.3014, 0.3, true],
  ['more than half a percent', 0.302, 0.3, false],
  ['a unit of the fourth decimal of a residual payment', 0.00038, 0.0003, true],
  ['two residual payments (TSLY and ULTY, 2025-12-30)', 0.0005, 0.00034, false],
  ['zero and a usual amount (FEAT paid 0.0000 in October 2025)', 0, 0.3, false]
])('equal amounts: %s', (_case, a, b, isSame) => {
  expect(isSameAmount(a, b)).toBe(isSame)
  expect(isSameAmount(b, a)).toBe(isSame)
})
