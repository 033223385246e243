// Residual payments beside regular ones, through the same refresh as in the service.
import { expect, test } from 'vitest'
import { toDividendHistory } from '../payments/dividend-history.ts'
import { recordPaid } from '../payments/payment-records.db.ts'
import { findLatestPayments } from '../payments/payments.db.ts'
import { openTestDatabase } from '../testing/database.ts'
import { forEachTest } from '../testing/fixtures.ts'
import { pages } from '../testing/pages.ts'
import { refreshFigures } from '../testing/refresh-figures.ts'
import { findComingPayments } from './coming-payments.db.ts'
import { findRecord } from './estimate-record.db.ts'
import { findAnswers } from './estimates.db.ts'

const now = new Date('2026-06-02T12:00:00Z')
const database = forEachTest(() => openTestDatabase(['MSTY', 'CONY', 'NVDY']))

const refresh = () => refreshFigures({ db: database.db, now, queueChange: pages.queueChange })

const pay = (exDate: string, payDate: string, amount: number) =>
  database.db.transaction().execute((trx) =>
    recordPaid(
      trx,
      {
        symbol: 'MSTY',
        exDate,
        exDateBasis: 'source',
        payDate,
        payDateBasis: 'source',
        amount,
        sources: 'Test',
        collectionDate: '2026-06-02'
      },
      now
    )
  )

const findScores = async () =>
  new Set(
    (await findRecord(database.db, ['MSTY']))
      .filter(({ origin, ex_date }) => origin === 'live' && ex_date === '2026-06-04')
      .map(({ paid_ex_date, actual }) => `${paid_ex_date} ${actual}`)
  )

test('a residual neither scores the estimate nor describes the fund', async () => {
  const [before] = await findAnswers(database.db, ['MSTY'])
  await pay('2026-06-02', '2026-06-03', 0.0009)
  await refresh()
  expect(await findScores()).toEqual(new Set(['null null']))
  const [after] = await findAnswers(database.db, ['MSTY'])
  expect(after).toMatchObject({
    latest_amount: before?.latest_amount,
    latest_ex_date: '2026-05-28',
    average_amount: before?.average_amount,
    next_ex_date: '2026-06-04'
  })
  const [row] = toDividendHistory(await findLatestPayments(database.db, 'MSTY')).dividend_history
  expect(row).toMatchObject({ ex_date: '2026-06-02', is_residual: true })
  await pay('2026-06-04', '2026-06-05', 0.3)
  await refresh()
  expect(await findScores()).toEqual(new Set(['2026-06-04 0.3']))
})

test('a score by a residual, made by an earlier release, moves to the regular payment', async () => {
  await pay('2026-06-02', '2026-06-03', 0.0009)
  await pay('2026-06-04', '2026-06-05', 0.3)
  await database.db
    .updateTable('estimate_record')
    .set({
      paid_ex_date: '2026-06-02',
      paid_amount: 0.0009,
      actual: 0.0009,
      accuracy_score: 0,
      scored_at: now.toISOString()
    })
    .where((eb) => eb.and({ symbol: 'MSTY', origin: 'live', ex_date: '2026-06-04' }))
    .execute()
  await refresh()
  expect(await findScores()).toEqual(new Set(['2026-06-04 0.3']))
})

test('an announced residual is listed beside the estimate, and stays when the payment before it is stored', async () => {
  await database.db
    .insertInto('declared_payment')
    .values({
      symbol: 'MSTY',
      ex_date: '2026-06-01',
      payment_date: null,
      amount: 0.0009,
      declared_on: null,
      source_name: 'Nasdaq',
      seen_on: '2026-06-01'
    })
    .execute()
  await refresh()
  const coming = (await findComingPayments(database.db, ['MSTY'], '2026-06-12')).get('MSTY') ?? []
  expect(coming.map(({ ex_date, kind }) => `${ex_date} ${kind}`)).toEqual([
    '2026-06-01 residual',
    '2026-06-04 regular',
    '2026-06-11 regular'
  ])
})
