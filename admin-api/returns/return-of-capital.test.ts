import { expect, test } from 'vitest'
import { describeRoc, returnOfCapitalOf } from './return-of-capital.ts'

const source = 'https://issuer.example'
const notice = (ex_date: string, percent: number) => ({ ex_date, percent, source })
const agreeing = [notice('2026-01-09', 97.8), notice('2026-01-16', 98.4), notice('2026-01-23', 98.1)]
const payment = { exDate: '2026-08-28', payDate: '2026-09-01' } as const

test('a payment without a notice or final figure gets the median of earlier notices that agree, as an estimate', () => {
  const figure = returnOfCapitalOf(payment, { notices: agreeing, finals: [] })
  expect(figure).toEqual({ kind: 'carried', percent: 98.1, of: '2026-01-23', source })
  expect(describeRoc(figure ?? expect.unreachable())).toBe('estimate from notices to January 23, 2026')
})

test('a final figure of an earlier year counts before notices, and a notice of the payment before both', () => {
  const finals = [{ year: '2025', percent: 60, source }]
  expect(returnOfCapitalOf(payment, { notices: agreeing, finals })).toMatchObject({ percent: 60, of: '2025' })
  const notices = [...agreeing, notice(payment.exDate, 12)]
  expect(returnOfCapitalOf(payment, { notices, finals })).toMatchObject({ kind: '19a', percent: 12 })
})

test.each([
  ['two notices', agreeing.slice(1)],
  [
    'notices that swing, as those of YieldMax do',
    [notice('2026-01-09', 0), notice('2026-01-16', 98), notice('2026-01-23', 45)]
  ],
  [
    'notices of more than a year ago',
    agreeing.map((row) => ({ ...row, ex_date: `2025${row.ex_date.slice(4)}` }))
  ],
  ['later notices', agreeing.map((row) => ({ ...row, ex_date: `2027${row.ex_date.slice(4)}` }))]
])('%s make no estimate', (_case, notices) => {
  expect(returnOfCapitalOf(payment, { notices, finals: [] })).toBeNull()
})
