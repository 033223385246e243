import { expect, test } from 'vitest'
import { makeCalendar, makePayment } from '../testing/make-calendar.ts'
import { gridFamilies } from './calendar-grid.ts'
import { calendarWeeks } from './calendar-weeks.ts'

const monday = '2026-06-01'

test('a fund has one row in a week, with its ex-date and its pay date under their days', () => {
  const special = makePayment({ kind: 'special', amount: 0.05 })
  const payments = [makePayment(), special, makePayment({ symbol: 'AAPW', payDate: '2026-06-08' })]
  const [, week] = calendarWeeks(makeCalendar(payments), { today: monday, nextClose: monday })
  if (week === undefined) throw new Error('the calendar has no second week')
  const [family, ...more] = gridFamilies(week)
  expect(more).toEqual([])
  const shown = family?.funds.map(({ symbol, days }) => [
    symbol,
    ...days.map((dates) => dates.map(({ kind, payment }) => `${kind} ${payment.kind}`).join(', '))
  ])
  expect(shown).toEqual([
    ['AAPW', '', '', '', 'ex regular', ''],
    ['MSTY', '', '', '', 'ex regular, ex special', 'pay regular, pay special']
  ])
})

test('families with more funds are first', () => {
  const families = { MSTY: 'YieldMax', TSLY: 'YieldMax', AAPW: 'Roundhill' }
  const calendar = {
    ...makeCalendar(Object.keys(families).map((symbol) => makePayment({ symbol }))),
    funds: Object.entries(families).map(([symbol, family]) => ({
      symbol,
      family,
      name: symbol,
      issuer: family,
      frequencyLabel: 'Weekly'
    }))
  }
  const [, week] = calendarWeeks(calendar, { today: monday, nextClose: monday })
  const names = gridFamilies(week ?? { days: [] }).map(({ name, funds }) => [name, funds.length])
  expect(names).toEqual([
    ['YieldMax', 2],
    ['Roundhill', 1]
  ])
})
