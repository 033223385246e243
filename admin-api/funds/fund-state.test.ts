import { expect, test } from 'vitest'
import { type FundStanding, formatStanding, judgeSilence, unknownSince } from './fund-state.ts'

const open: FundStanding = { symbol: 'FEAT', state: 'open', state_since: null, state_cause: null }
const closed: FundStanding = {
  symbol: 'FEAT',
  state: 'closed',
  state_since: '2026-02-11',
  state_cause: 'silent'
}
const payments = [{ exDate: '2026-02-11', payDate: '2026-02-12', amount: 0.2 }]
const oldClose = { date: '2026-02-20', close: 20 }
const stopped = { status: 'inactive', asOf: '2026-04-01' } as const

test('after 30 days without data, a fund that expects no payment closes as of its last price or payment', () => {
  const facts = { closes: [oldClose], payments }
  // February 20 and 40 days are April 1.
  expect(judgeSilence(open, facts, stopped)).toEqual({ state: 'closed', since: '2026-02-20' })
  expect(judgeSilence(open, facts, { ...stopped, asOf: '2026-03-23' })).toEqual({
    state: 'closed',
    since: '2026-02-20'
  })
  expect(judgeSilence(open, facts, { ...stopped, asOf: '2026-03-22' })).toBeNull()
})

test('a fund stays open without prices while a payment is expected, and without payments while it has prices', () => {
  expect(judgeSilence(open, { closes: [], payments }, { ...stopped, status: 'not-enough-data' })).toBeNull()
  const traded = { closes: [{ date: '2026-03-31', close: 20 }], payments }
  expect(judgeSilence(open, traded, stopped)).toBeNull()
})

test('a fund that never paid closes based on its prices; a fund without any data stays open', () => {
  const unpaid = { status: 'not-enough-data', asOf: '2026-04-01' } as const
  expect(judgeSilence(open, { closes: [oldClose], payments: [] }, unpaid)).toMatchObject({ state: 'closed' })
  expect(judgeSilence(open, { closes: [], payments: [] }, unpaid)).toBeNull()
})

test('an automatically closed fund reopens when newer data arrives, not because of older data', () => {
  const known = { closes: [], payments }
  expect(judgeSilence(closed, known, stopped)).toBeNull()
  const news = { closes: [{ date: '2026-04-01', close: 20 }], payments }
  expect(judgeSilence(closed, news, stopped)).toEqual({ state: 'open' })
})

test('missing payments neither close a fund nor keep it closed; a source that does not know it, or the operator, does', () => {
  const facts = { closes: [oldClose], payments }
  const missing = { ...stopped, status: 'payments-missing' } as const
  expect(judgeSilence(open, facts, missing)).toBeNull()
  expect(judgeSilence(closed, facts, missing)).toEqual({ state: 'open' })
  expect(judgeSilence({ ...closed, state_cause: 'unknown' }, facts, missing)).toBeNull()
  expect(judgeSilence({ ...closed, state_cause: 'operator' }, facts, missing)).toBeNull()
})

test('a fund that the operator closed or retired stays so; a reopened one gets 30 days', () => {
  const news = { closes: [{ date: '2026-04-01', close: 20 }], payments }
  expect(judgeSilence({ ...closed, state_cause: 'operator' }, news, stopped)).toBeNull()
  expect(judgeSilence({ ...closed, state: 'retired', state_cause: 'operator' }, news, stopped)).toBeNull()
  const reopened = { ...open, state_since: '2026-03-15', state_cause: 'operator' } as const
  const quiet = { closes: [oldClose], payments }
  expect(judgeSilence(reopened, quiet, stopped)).toBeNull()
  expect(judgeSilence(reopened, quiet, { ...stopped, asOf: '2026-04-15' })).toMatchObject({ state: 'closed' })
})

test('one day, three days of one week, and two days a month apart do not prove that a source dropped a fund', () => {
  expect(unknownSince([])).toBeNull()
  expect(unknownSince(['2026-06-01'])).toBeNull()
  expect(unknownSince(['2026-06-01', '2026-06-02', '2026-06-03', '2026-06-05'])).toBeNull()
  expect(unknownSince(['2026-06-01', '2026-07-01'])).toBeNull()
  expect(unknownSince(['2026-06-01', '2026-06-02', '2026-06-08'])).toBe('2026-06-01')
})

test('each reason has its own sentence with the day', () => {
  expect(formatStanding(closed)).toBe(
    'FEAT is closed: we have no price or payment after February 11, 2026, so there is no estimate.'
  )
  expect(formatStanding({ ...closed, state_cause: 'unknown' })).toBe(
    'FEAT is closed: it has not been quoted under this symbol since February 11, 2026, so there is no estimate.'
  )
  expect(formatStanding({ ...closed, state_cause: 'operator' })).toBe(
    'FEAT has been closed since February 11, 2026, so there is no estimate.'
  )
  expect(formatStanding({ ...closed, state: 'retired', state_cause: 'operator' })).toBe(
    'FEAT has not been covered here since February 11, 2026, so there is no estimate.'
  )
  expect(() => formatStanding(open)).toThrow('needs a fund that is not open')
})
