import { expect, test } from 'vitest'
import { makeHistoryRecord } from '../../testing/make-history-record.ts'
import { dayOf, isComplete, normalizeDay, toRecord, volatilityPercentOf } from './record-fields.ts'
import { emptyForm, type RecordForm, recordFormReducer } from './record-form.ts'

const today = '2026-06-01'

function typed(form: RecordForm, fields: Partial<RecordForm['fields']>): RecordForm {
  return Object.entries(fields).reduce(
    (before, [field, text]) =>
      recordFormReducer(before, { type: 'typed', field: field as keyof RecordForm['fields'], text }),
    form
  )
}

function edit(given: Parameters<typeof makeHistoryRecord>[0] = {}): RecordForm {
  return recordFormReducer(emptyForm(today), { type: 'editing', record: makeHistoryRecord(given), today })
}

test('a new record is monthly, paid today, estimated at 0, and lacks only its ticker', () => {
  const form = emptyForm(today)
  expect(form.fields).toMatchObject({ frequency: 'MONTHLY', payment_date: today, estimated_dividend: '0' })
  expect(isComplete(form.fields)).toBe(false)
  expect(isComplete(typed(form, { ticker: 'abny' }).fields)).toBe(true)
})

test.each([{ ticker: '' }, { payment_date: '' }, { estimated_dividend: '' }, { estimated_dividend: 'x' }])(
  'a record with %j is not complete',
  (fields) => {
    expect(isComplete(typed(edit(), fields).fields)).toBe(false)
  }
)

test('empty fields are sent as null, and the ticker in capitals', () => {
  const form = typed(emptyForm(today), { ticker: 'abny', estimated_dividend: '0.1234' })
  expect(toRecord(form, today)).toEqual({
    ticker: 'ABNY',
    payment_date: today,
    estimated_dividend: 0.1234,
    frequency: 'MONTHLY',
    actual_dividend: null,
    implied_volatility: null,
    current_price: null,
    average_dividend: null,
    collection_date: today
  })
})

test('an opened record without changes is sent unchanged', () => {
  const record = makeHistoryRecord({ implied_volatility: 0.684321, collection_date: '2026-05-20' })
  const sent = toRecord(edit(record), today)
  expect(sent).toMatchObject({
    ticker: record.ticker,
    payment_date: record.payment_date,
    actual_dividend: record.actual_dividend,
    estimated_dividend: record.estimated_dividend,
    current_price: record.current_price,
    average_dividend: record.average_dividend,
    collection_date: '2026-05-20'
  })
  // Percent, which the server divides by 100.
  expect(sent.implied_volatility).toBe(68.4321)
})

test('a volatility too low to be read as percent is shown as a fraction', () => {
  expect(edit({ implied_volatility: 0.04 }).fields.implied_volatility).toBe('0.04')
  expect(edit({ implied_volatility: null }).fields.implied_volatility).toBe('')
})

test.each([
  ['68.4', 68.4],
  ['0.684', 68.4],
  ['5', 500],
  ['5.01', 5.01],
  ['', null]
])('a volatility typed as %j means %j percent', (text, percent) => {
  expect(volatilityPercentOf(text)).toBe(percent)
})

test('an odd payment date is normalized when the record is opened', () => {
  expect(edit({ payment_date: '05/28/2026' }).fields.payment_date).toBe('2026-05-28')
  expect(edit({ payment_date: 'unknown' }).fields.payment_date).toBe(today)
})

test('a rejected form keeps its input and can be retried; a pending form cannot be changed', () => {
  const form = typed(emptyForm(today), { ticker: 'ABNY' })
  const sent = recordFormReducer(form, { type: 'submitted' })
  expect(typed(sent, { ticker: 'DISO' })).toBe(sent)
  const refused = recordFormReducer(sent, { type: 'refused', message: 'It already exists.' })
  expect(refused).toEqual({ ...form, refusal: 'It already exists.' })
  expect(recordFormReducer(refused, { type: 'submitted' }).refusal).toBeNull()
})

test('canceling an edit closes and empties the form', () => {
  expect(recordFormReducer(edit(), { type: 'closed', today })).toEqual(emptyForm(today))
})

test.each([
  ['2026-05-29', '2026-05-29'],
  [' 2026-05-29 ', '2026-05-29'],
  ['2026-05-29T23:59:59Z', '2026-05-29'],
  ['05/29/2026', '2026-05-29'],
  ['5/9/2026', '2026-05-09'],
  ['May 29, 2026', '2026-05-29'],
  ['May 29, 2026', '2026-05-29']
])('%s is the day %s', (text, day) => {
  expect(normalizeDay(text, today)).toBe(day)
})

test.each(['', 'soon', '2026-02-31', '02/31/2026', '13/01/2026', '2026-13-01T00:00:00Z'])(
  '%j is not a day and becomes today',
  (text) => {
    expect(normalizeDay(text, today)).toBe(today)
  }
)

test('days follow the local time zone', () => {
  expect(dayOf(new Date(2026, 0, 5, 23, 59))).toBe('2026-01-05')
  expect(dayOf(new Date(2026, 0, 5, 0, 0))).toBe('2026-01-05')
})
