// Takes long on PostgreSQL, where it runs at night.
import { parse } from 'csv-parse/sync'
import { beforeEach, expect, test } from 'vitest'
import { recordCsvPath } from '../contract/record.ts'
import { startApi } from '../testing/api.ts'
import { forEachTest } from '../testing/fixtures.ts'
import { makeFrozen, makePayment } from '../testing/make.ts'
import { pages } from '../testing/pages.ts'
import { readQueuedPaths } from '../testing/read-queued-paths.ts'
import { addToRecord } from './estimate-record.db.ts'

const historyPath = '/api/admin/dividend-history'
/** Today in New York by the clock of the test server. */
const today = '2026-06-01'

let operator: Record<string, string>
const api = forEachTest(() => startApi({ content: ['MSTY'] }))
beforeEach(async () => {
  operator = await api.signIn()
})

/** Estimate and score in the public file for the payment that MSTY made on May 29, 2026: 0.2979 (data/dividends.csv). */
async function readPublic(exDate = '2026-05-28'): Promise<Record<string, string>[]> {
  const { body } = await api.get(recordCsvPath)
  const rows: Record<string, string>[] = parse(String(body), { columns: true })
  return rows.filter((row) => row.symbol === 'MSTY' && row.ex_date === exDate)
}

/** Sends the payment as the form does, with the given changes. */
async function change(given: Record<string, unknown>) {
  return api.send(
    'PUT',
    historyPath,
    {
      ticker: 'MSTY',
      payment_date: '2026-05-29',
      estimated_dividend: 0.3,
      frequency: 'WEEKLY',
      actual_dividend: 0.2979,
      ...given
    },
    operator
  )
}

async function readWarnings(): Promise<string[]> {
  const rows = await api.db
    .selectFrom('admin_log')
    .select('message')
    .where('level', '=', 'WARNING')
    .where('symbol', '=', 'MSTY')
    .orderBy('id')
    .execute()
  return rows.map(({ message }) => message)
}

test('an amount that the operator corrects is in the public record; the estimate stays', async () => {
  const [before] = await readPublic()
  await api.db.deleteFrom('page_change').execute()
  expect((await change({ actual_dividend: 0.25 })).status).toBe(200)
  const [after] = await readPublic()
  const estimate = Number(before?.estimate)
  expect(after).toEqual({
    ...before,
    actual: '0.25',
    error_percent: String(Number((400 * (estimate - 0.25)).toFixed(6))),
    accuracy_score: String(Number(Math.max(0, 1 - Math.abs(0.25 - estimate) / 0.25).toFixed(4))),
    scored_at: '2026-06-01T12:00:00.000Z',
    corrected_on: today
  })
  expect(await readQueuedPaths(api.db)).toEqual(expect.arrayContaining(['/accuracy', '/method']))
  expect(await readWarnings()).toEqual([
    'The payment of MSTY with ex-date 2026-05-28 is $0.2500 now, not $0.2979: 1 estimate of the record is scored again.'
  ])
})

test('the example on /method uses only the corrected amount', async () => {
  await change({ actual_dividend: 0.25 })
  const page = await pages.load(api.db, '/method')
  if (page?.kind !== 'method' || page.example === null) throw new Error('there is no worked example')
  const { payments, entries } = page.example
  expect(payments.find(({ exDate }) => exDate === '2026-05-28')?.amount).toBe(0.25)
  expect(entries.find(({ exDate }) => exDate === '2026-05-28')?.actual).toBe(0.25)
  expect(JSON.stringify(page.example)).not.toContain('0.2979')
})

test('a payment that an imported backup corrects gets a new score', async () => {
  await change({ estimated_dividend: 0.3 })
  const exported = (await api.get(`${historyPath}/export`, operator)).body
  const backup = JSON.parse(typeof exported === 'string' ? exported : JSON.stringify(exported))
  const edited = backup.data.map((record: { ticker: string; payment_date: string }) =>
    record.ticker === 'MSTY' && record.payment_date === '2026-05-29'
      ? { ...record, actual_dividend: 0.25 }
      : record
  )
  await api.send('POST', `${historyPath}/import`, { ...backup, data: edited }, operator)
  const list = await api.get(`${historyPath}?ticker=MSTY&from=2026-05-29&to=2026-05-29`, operator)
  // 1 - (0.3 - 0.25) / 0.25 = 0.8
  expect(list.body).toMatchObject({ data: [{ actual_dividend: 0.25, accuracy_score: 0.8 }] })
})

test('the page of a fund has the day on which a payment was corrected', async () => {
  await change({ actual_dividend: 0.25 })
  const page = await pages.load(api.db, '/msty')
  if (page?.kind !== 'fund') throw new Error('there is no page of the fund')
  expect(page.expectedAndPaid[0]).toMatchObject({ actual: 0.25, correctedOn: today })
  expect(page.expectedAndPaid[1]).toMatchObject({ correctedOn: null })
})

test('a deleted payment has no score, and gets one when it is added again', async () => {
  const [before] = await readPublic()
  await api.send('DELETE', `${historyPath}/MSTY/2026-05-29`, {}, operator)
  expect(await readPublic()).toEqual([
    {
      ...before,
      paid_ex_date: '',
      actual: '',
      error_percent: '',
      accuracy_score: '',
      scored_at: '',
      corrected_on: today
    }
  ])
  await api.send(
    'POST',
    historyPath,
    {
      ticker: 'MSTY',
      payment_date: '2026-05-29',
      estimated_dividend: 0.3,
      frequency: 'WEEKLY',
      actual_dividend: 0.31
    },
    operator
  )
  expect((await readPublic())[0]).toMatchObject({ actual: '0.31', corrected_on: today })
  expect(await readWarnings()).toEqual([
    'The payment of MSTY with ex-date 2026-05-28, $0.2979, is no longer in the history: 1 estimate of the record has no score now.',
    'The payment of MSTY with ex-date 2026-05-28 is $0.3100 now, and was missing: 1 estimate of the record is scored again.'
  ])
})

test('an estimate follows its payment to another ex-date, unless that is too far away', async () => {
  const [before] = await readPublic()
  // A derived ex-date follows its payment date.
  await api.db
    .updateTable('dividend_history')
    .set({ ex_date_basis: 'derived' })
    .where('payment_date', '=', '2026-05-29')
    .execute()
  await change({ original_payment_date: '2026-05-29', payment_date: '2026-06-01' })
  expect((await readPublic())[0]).toMatchObject({ paid_ex_date: '2026-05-29', corrected_on: today })
  expect((await readPublic())[0]).toMatchObject({ actual: before?.actual, low: before?.low })
  expect(await readWarnings()).toEqual([
    'The payment of MSTY with ex-date 2026-05-28, $0.2979, has the ex-date 2026-05-29 now: 1 estimate of the record is scored again.'
  ])
  await change({ original_payment_date: '2026-06-01', payment_date: '2026-06-12' })
  expect((await readPublic())[0]).toMatchObject({ actual: '', paid_ex_date: '' })
})

test('every live estimate of a payment is scored again when a backup corrects it', async () => {
  const live = { ex_date: '2026-05-28', made_at: '2026-05-26T21:00:00.000Z' }
  await addToRecord(api.db, [
    makeFrozen({ ...live, as_of: '2026-05-25', price_date: '2026-05-22' }),
    makeFrozen({ ...live, as_of: '2026-05-26', price_date: '2026-05-26' })
  ])
  await api.refresh()
  expect((await readPublic()).map(({ actual }) => actual)).toEqual(['0.2979', '0.2979', '0.2979'])
  const record = { ticker: 'MSTY', payment_date: '2026-05-29', ex_date: '2026-05-28', frequency: 'WEEKLY' }
  const data = [{ ...record, actual_dividend: 0.27, estimated_dividend: 0.3 }]
  const restored = await api.send('POST', `${historyPath}/import`, { version: '1', data }, operator)
  expect(restored.body).toMatchObject({ recordCount: 1 })
  const rows = await readPublic()
  expect(rows.map(({ origin }) => origin).sort()).toEqual(['live', 'live', 'replayed'])
  for (const row of rows) expect(row).toMatchObject({ actual: '0.27', corrected_on: today })
  expect((await readWarnings()).at(-1)).toContain('3 estimates of the record are scored again')
})

test('an unchanged payment is not marked as corrected', async () => {
  await change({ frequency: 'MONTHLY' })
  await api.db
    .insertInto('dividend_history')
    .values(makePayment({ ex_date: '2026-06-04', payment_date: '2026-06-05' }))
    .execute()
  await api.refresh()
  const marked = await api.db
    .selectFrom('estimate_record')
    .selectAll()
    .where('corrected_on', 'is not', null)
    .execute()
  expect(marked).toEqual([])
})

test('the top accuracy in admin uses the corrected figures', async () => {
  const read = async () => (await api.get(`${historyPath}/top-accuracy`, operator)).body
  const before = await read()
  await change({ actual_dividend: 0.01, confirm_unusual: true })
  expect(await read()).not.toEqual(before)
})
