import { expect, test } from 'vitest'
import { makeHistoryRecord } from '../../../testing/make-history-record.ts'
import {
  emptyForm,
  isComplete,
  type RecordForm,
  recordFormReducer,
  toRecord,
  volatilityPercentOf
} from './record-form.ts'

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
  'without %j it is not complete',
  (lacking) => {
    expect(isComplete(typed(edit(), lacking).fields)).toBe(false)
  }
)

test('what is left empty is sent as null, and the ticker in capitals', () => {
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

test('a record opened and not touched is sent as it was', () => {
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
  // 68.4321, which the server divides by 100.
  expect(sent.implied_volatility).toBe(68.4321)
})

test('a volatility too low to be read as percent is opened as the fraction it is', () => {
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

test('an odd day of the record is put right when it is opened', () => {
  expect(edit({ payment_date: '05/28/2026' }).fields.payment_date).toBe('2026-05-28')
  expect(edit({ payment_date: 'unknown' }).fields.payment_date).toBe(today)
})

test('a refusal keeps what was typed and can be tried again; nothing changes while it is on its way', () => {
  const form = typed(emptyForm(today), { ticker: 'ABNY' })
  const sent = recordFormReducer(form, { type: 'submitted' })
  expect(typed(sent, { ticker: 'DISO' })).toBe(sent)
  const refused = recordFormReducer(sent, { type: 'refused', message: 'It is there already.' })
  expect(refused).toEqual({ ...form, refusal: 'It is there already.' })
  expect(recordFormReducer(refused, { type: 'submitted' }).refusal).toBeNull()
})

test('called off, an edit leaves the form closed and as new', () => {
  expect(recordFormReducer(edit(), { type: 'closed', today })).toEqual(emptyForm(today))
})
