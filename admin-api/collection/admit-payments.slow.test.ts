import { beforeEach, expect, test } from 'vitest'
import { startApi } from '../testing/api.ts'
import { makeMarket, reportStored } from '../testing/fake-market.ts'
import { forEachTest } from '../testing/fixtures.ts'
import type { CollectedFund } from './sources/market-data.ts'

/** MSTY went ex on Thursdays through May 28, 2026, and on Wednesdays from June on. */
const wednesdays = ['2026-06-03', '2026-06-10'] as const
const evenings = [new Date('2026-06-03T21:00:00Z'), new Date('2026-06-10T21:00:00Z')] as const

let now = evenings[0]
let answers: Record<string, CollectedFund>
let base: CollectedFund

const api = forEachTest(() => {
  answers = {}
  now = new Date('2026-06-01T21:00:00Z')
  return startApi({
    content: ['MSTY', 'SMCY', 'PLTW'],
    services: { market: makeMarket(answers), clock: () => now }
  })
})
beforeEach(async () => {
  base = await reportStored(api.db, 'MSTY')
  answers['MSTY'] = base
  answers['SMCY'] = await reportStored(api.db, 'SMCY')
})

/** The source reports these payments on top of the stored ones, and a close for each of their days. */
async function collect(
  at: Date,
  payments: readonly { exDate: string; amount: number }[],
  symbol = 'MSTY',
  source: Partial<CollectedFund> = {}
) {
  now = at
  answers['MSTY'] = {
    ...base,
    ...source,
    prices: [...base.prices, ...payments.map(({ exDate }) => ({ date: exDate, close: 22 }))],
    payments: [...base.payments, ...payments.map((payment) => ({ ...payment, payDate: null }))]
  }
  return api.services.collector.collectOne(symbol)
}

const pay = (exDate: string, amount = 0.3) => ({ exDate, amount })

const readQuarantined = () =>
  api.db
    .selectFrom('manual_entry')
    .select(['ex_date', 'status'])
    .where('kind', '=', 'payment')
    .orderBy('id')
    .execute()

const readPaid = () =>
  api.db
    .selectFrom('payment')
    .select(['ex_date', 'ex_date_basis', 'payment_date', 'amount'])
    .where('symbol', '=', 'MSTY')
    .where('ex_date', '>', '2026-05-28')
    .orderBy('ex_date')
    .execute()

test('a new weekday is learned when the next payment confirms it, and the log says why', async () => {
  await collect(now, [])
  await collect(evenings[0], [pay(wednesdays[0])])
  expect(await readQuarantined()).toEqual([{ ex_date: '2026-06-03', status: 'pending' }])
  expect(await readPaid()).toEqual([])
  await collect(
    evenings[1],
    wednesdays.map((day) => pay(day))
  )
  expect(await readQuarantined()).toEqual([
    { ex_date: '2026-06-03', status: 'superseded' },
    { ex_date: '2026-06-10', status: 'superseded' }
  ])
  const derived = { ex_date_basis: 'source', amount: 0.3 }
  expect(await readPaid()).toEqual([
    { ...derived, ex_date: '2026-06-03', payment_date: '2026-06-04' },
    { ...derived, ex_date: '2026-06-10', payment_date: '2026-06-11' }
  ])
  const lines = await api.db
    .selectFrom('admin_log')
    .select(['level', 'message'])
    .where('action', '=', 'APPROVE')
    .execute()
  expect(lines).toHaveLength(2)
  expect(lines[0]).toEqual({
    level: 'INFO',
    message:
      'Accepted automatically: the payment of MSTY with ex-date June 3, 2026, $0.3000, that was quarantined: it agrees in spacing and yield per day with the others of May 28, 2026, June 3, 2026 and June 10, 2026.'
  })
  // The estimate frozen for Thursday, June 4, is scored by the payment of the day before.
  const scored = await api.db
    .selectFrom('estimate_record')
    .select(['ex_date', 'paid_ex_date', 'actual'])
    .where('symbol', '=', 'MSTY')
    .where('origin', '=', 'live')
    .where('paid_ex_date', '=', '2026-06-03')
    .execute()
  expect(scored[0]).toEqual({ ex_date: '2026-06-04', paid_ex_date: '2026-06-03', actual: 0.3 })
  // From then on Wednesday is a usual day.
  await collect(
    new Date('2026-06-17T21:00:00Z'),
    [...wednesdays, '2026-06-17'].map((day) => pay(day))
  )
  expect((await readPaid()).at(-1)?.ex_date).toBe('2026-06-17')
  expect(await readQuarantined()).toHaveLength(2)
})

test('a quarantined payment stays when answers begin after it, with another one of its amount', async () => {
  await collect(evenings[0], [pay('2026-06-02')])
  await collect(new Date('2026-06-04T21:00:00Z'), [pay('2026-06-02'), pay('2026-06-04')])
  expect(await readPaid()).toMatchObject([{ ex_date: '2026-06-04' }])
  const waiting = [{ ex_date: '2026-06-02', status: 'pending' }]
  expect(await readQuarantined()).toEqual(waiting)
  base = { ...base, prices: [], payments: [] }
  await collect(new Date('2026-07-03T21:00:00Z'), [pay('2026-06-04')])
  expect(await readQuarantined()).toEqual(waiting)
})

test('a payment that the operator deleted is never accepted automatically', async () => {
  await collect(evenings[0], [pay(wednesdays[0])])
  const operator = await api.signIn()
  const { id } = await api.db
    .selectFrom('manual_entry')
    .select('id')
    .where('kind', '=', 'payment')
    .executeTakeFirstOrThrow()
  await api.send('DELETE', `/api/admin/manual-entries/${id}`, undefined, operator)
  await collect(
    evenings[1],
    wednesdays.map((day) => pay(day))
  )
  expect((await readPaid()).map(({ ex_date }) => ex_date)).not.toContain('2026-06-03')
})

test('ten times the usual amount and a date years ahead are quarantined, and the rest is stored', async () => {
  await collect(new Date('2026-06-11T21:00:00Z'), [pay('2026-06-04', 3), pay('2026-06-11')])
  expect(await readQuarantined()).toEqual([{ ex_date: '2026-06-04', status: 'pending' }])
  expect((await readPaid()).map(({ ex_date }) => ex_date)).toEqual(['2026-06-11'])
  answers['MSTY'] = {
    ...base,
    prices: [...base.prices, { date: '2026-06-04', close: -1 }, { date: '2026-06-12', close: 22.2 }],
    payments: [...base.payments, { exDate: '2031-06-05', payDate: null, amount: 0.3 }]
  }
  now = new Date('2026-06-12T21:00:00Z')
  await api.services.collector.collectOne('MSTY')
  expect((await readQuarantined()).at(-1)).toEqual({ ex_date: '2031-06-05', status: 'pending' })
  const newest = await api.db
    .selectFrom('price')
    .select('close')
    .where('symbol', '=', 'MSTY')
    .where('date', '=', '2026-06-12')
    .execute()
  expect(newest).toEqual([{ close: 22.2 }])
  const lines = await api.db
    .selectFrom('admin_log')
    .select('message')
    .where('action', '=', 'DATA_INCONSISTENCY')
    .execute()
  expect(lines.map(({ message }) => message).join('\n')).toContain(
    'Not all data reported for MSTY was stored: the close of June 4, 2026 is -1.'
  )
})

test('a payment of four times the usual amount is stored after the source repeats it for three sessions', async () => {
  const collectOn = (day: string, amount?: number) =>
    collect(new Date(`${day}T21:00:00Z`), amount === undefined ? [] : [pay('2026-06-04', amount)])
  await collectOn('2026-06-04', 1.8)
  expect(await readQuarantined()).toEqual([{ ex_date: '2026-06-04', status: 'pending' }])
  // A different amount starts over, and a payment no longer reported isn't repeated.
  await collectOn('2026-06-08', 1.7)
  await collectOn('2026-06-09', 1.7)
  await collectOn('2026-06-11')
  expect(await readPaid()).toEqual([])
  await collectOn('2026-06-12', 1.7)
  expect(await readPaid()).toMatchObject([{ ex_date: '2026-06-04', amount: 1.7 }])
  const line = await api.db
    .selectFrom('admin_log')
    .select('message')
    .where('action', '=', 'APPROVE')
    .executeTakeFirst()
  expect(line?.message).toBe(
    'Accepted automatically: the payment of MSTY with ex-date June 4, 2026, $1.7000, that was quarantined: it has been reported the same since June 8, 2026.'
  )
})

test('an estimate leaves the list when its payment is stored', async () => {
  await collect(now, [])
  const readList = async () => {
    const rows = await api.db
      .selectFrom('manual_entry')
      .select(['kind', 'ex_date'])
      .where('status', '=', 'pending')
      .execute()
    return rows.map(({ kind, ex_date }) => `${kind} ${ex_date}`).sort()
  }
  expect(await readList()).toEqual(['estimate 2026-06-04'])
  // Like an estimate made while the fund seemed to pay monthly.
  await api.db
    .updateTable('manual_entry')
    .set({ ex_date: '2026-06-25', payment_date: '2026-06-26' })
    .execute()
  await collect(now, [])
  expect(await readList()).toEqual(['estimate 2026-06-04'])
  await collect(new Date('2026-06-04T21:00:00Z'), [pay('2026-06-04')])
  expect(await readList()).toEqual(['estimate 2026-06-11'])
})

test('the amount that a stand-in rounded is replaced by the exact one, and by no other source', async () => {
  const standIn = { sourceName: 'Nasdaq figures', isStandIn: true }
  const preferred = { sourceName: 'Yahoo Finance' }
  const readAmounts = () =>
    api.db
      .selectFrom('payment')
      .select(['ex_date', 'amount', 'amount_as_paid', 'sources', 'agreement'])
      .where('ex_date', '>', '2026-05-28')
      .where('symbol', '=', 'MSTY')
      .execute()
  const exDate = '2026-06-04'
  const thursday = new Date('2026-06-04T21:00:00Z')
  const rounded = { ex_date: exDate, amount: 0.301, amount_as_paid: 0.301 }
  await collect(thursday, [pay(exDate, 0.301)], 'MSTY', standIn)
  await collect(thursday, [pay(exDate, 0.3012)], 'MSTY', standIn)
  expect(await readAmounts()).toEqual([{ ...rounded, sources: 'Nasdaq figures', agreement: 'single' }])
  await collect(thursday, [pay(exDate, 0.3012)], 'MSTY', preferred)
  const exact = {
    ex_date: exDate,
    amount: 0.3012,
    amount_as_paid: 0.3012,
    sources: 'Yahoo Finance; Nasdaq figures',
    agreement: 'yes'
  }
  expect(await readAmounts()).toEqual([exact])
  // A source that rounds replaces nothing.
  await collect(thursday, [pay(exDate, 0.301)], 'MSTY', preferred)
  expect(await readAmounts()).toEqual([exact])
})
