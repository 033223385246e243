// Takes long on PostgreSQL, where it runs at night.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import SQLite from 'better-sqlite3'
import { beforeEach, expect, test } from 'vitest'
import { addSplits, rebaseFigures } from '../../../payments/fund-facts.db.ts'
import { takeLease } from '../../../platform/database/leases/leases.ts'
import { writeMeta } from '../../../platform/database/meta.db.ts'
import { writeTransaction } from '../../../platform/database/write-transaction.ts'
import { startApi } from '../../../testing/api.ts'
import { forEachTest } from '../../../testing/fixtures.ts'
import { makePayment } from '../../../testing/make.ts'
import { readQueuedPaths } from '../../../testing/read-queued-paths.ts'
import { writeBackup } from './backup-transfer.ts'

let operator: Record<string, string>
const path = '/api/admin/dividend-history'

const api = forEachTest(() => startApi({ content: ['AAPW', 'MSTY'] }))
beforeEach(async () => {
  operator = await api.signIn()
  await api.db.deleteFrom('page_change').execute()
})

type Backup = { version: string; exported_at: string; data: Record<string, unknown>[] }

async function exportText(): Promise<string> {
  const response = await fetch(`${api.url}${path}/export`, { headers: operator })
  expect(response.status).toBe(200)
  return response.text()
}

async function exportBackup(): Promise<Backup> {
  return JSON.parse(await exportText())
}

function restore(backup: unknown, query = '') {
  return api.post(`${path}/import${query}`, backup, operator)
}

function readHistory() {
  return api.db.selectFrom('dividend_history').selectAll().orderBy('symbol').orderBy('payment_date').execute()
}

async function listBackups(): Promise<string[]> {
  const names = await readdir(join(api.services.dataDir, 'backups'))
  return names.filter((name) => name.endsWith('.sqlite')).sort()
}

test('other requests are served while a long history is exported', async () => {
  const payments = Array.from({ length: 900 }, (_, day) => {
    const ex_date = new Date(Date.UTC(2020, 0, day)).toISOString().slice(0, 10)
    return makePayment({ symbol: 'MSTY', ex_date, payment_date: ex_date })
  })
  await api.db.insertInto('dividend_history').values(payments).execute()
  let turns = 0
  let isDone = false
  const others = (async () => {
    for (; !isDone; turns += 1) await setImmediate()
  })()
  let text = ''
  for await (const part of writeBackup(api.db)) text += part
  isDone = true
  await others
  expect(JSON.parse(text).data.length).toBeGreaterThan(900)
  expect(turns).toBeGreaterThanOrEqual(4)
})

test('while another process restores, a second restore is refused and a check is allowed', async () => {
  const backup = await exportBackup()
  const lease = await takeLease(api.db, 'restoring')
  expect(await restore(backup)).toMatchObject({
    status: 409,
    body: { message: 'A backup is already being restored. Please wait.' }
  })
  expect((await restore(backup, '?dry_run=1')).status).toBe(200)
  await lease?.release()
  expect((await restore(backup)).status).toBe(200)
})

test('a backup is named after the day and has every column of every row, in order', async () => {
  await api.db
    .updateTable('dividend_history')
    .set({ amount: null, amount_as_paid: null, estimated_amount: 0.3, frequency: 'WEEKLY', price: 22.1 })
    .where('payment_date', '=', '2026-05-29')
    .execute()
  const response = await fetch(`${api.url}${path}/export`, { headers: operator })
  expect(response.headers.get('content-disposition')).toBe(
    'attachment; filename="doubloon-backup-2026-06-01.json"'
  )
  expect(response.headers.get('cache-control')).toBe('no-store')
  const backup: Backup = JSON.parse(await response.text())
  const rows = await readHistory()
  expect(backup.version).toBe('1')
  expect(backup.data.map(({ ticker, payment_date }) => [ticker, payment_date])).toEqual(
    rows.map((row) => [row.symbol, row.payment_date])
  )
  expect(backup.data.at(-1)).toEqual({
    ticker: 'MSTY',
    payment_date: '2026-05-29',
    payment_date_basis: 'source',
    ex_date: '2026-05-28',
    ex_date_basis: 'source',
    actual_dividend: null,
    actual_as_paid: null,
    estimated_dividend: 0.3,
    frequency: 'WEEKLY',
    implied_volatility: null,
    current_price: 22.1,
    average_dividend: null,
    accuracy_score: null,
    collection_date: null,
    agreement: 'yes',
    sources: expect.any(String)
  })
})

test('after changes through the API and a restore, the next export is identical to the first', async () => {
  const before = await exportText()
  expect(await exportText()).toBe(before)
  const backup: Backup = JSON.parse(before)
  const [first, second] = backup.data
  await api.send('DELETE', `${path}/${first?.['ticker']}/${first?.['payment_date']}`, undefined, operator)
  const edited = { ...second, estimated_dividend: 0.9, frequency: 'MONTHLY', actual_dividend: 0.8 }
  expect((await api.send('PUT', path, edited, operator)).status).toBe(200)
  expect(await exportText()).not.toBe(before)

  expect((await restore(before, '?dry_run=1')).body).toEqual({
    added: 1,
    changed: 1,
    unchanged: backup.data.length - 2
  })
  expect(await restore(before)).toMatchObject({
    status: 200,
    body: {
      recordCount: backup.data.length,
      message: `Successfully restored ${backup.data.length} records from backup`
    }
  })
  expect(await exportText()).toBe(before)
})

test('a dry run counts what would change, and changes nothing', async () => {
  const backup = await exportBackup()
  const [first, ...others] = backup.data
  const data = [
    { ...first, actual_dividend: 0.77 },
    ...others.slice(0, 4),
    { ...first, payment_date: '2025-01-10', ex_date: '2025-01-09' }
  ]
  const before = await readHistory()
  expect(await restore({ ...backup, data }, '?dry_run=1')).toMatchObject({
    status: 200,
    body: { added: 1, changed: 1, unchanged: 4 }
  })
  expect(await readHistory()).toEqual(before)
  expect(await readQueuedPaths(api.db)).toEqual([])
  expect(await readdir(api.services.dataDir)).not.toContain('backups')
  expect((await restore(backup, '?dry_run=maybe')).status).toBe(400)
})

test('a restore keeps rows that the backup lacks, re-estimates, publishes, and is logged', async () => {
  const backup = await exportBackup()
  const added = makePayment({ ex_date: '2026-06-04', payment_date: '2026-06-05' })
  await api.db.insertInto('dividend_history').values(added).execute()
  const data = backup.data.map((record) =>
    record['payment_date'] === '2026-05-29' ? { ...record, actual_dividend: 0.6, unknown_field: 1 } : record
  )
  expect((await restore({ ...backup, data })).status).toBe(200)
  const rows = await readHistory()
  expect(rows).toHaveLength(data.length + 1)
  expect(rows.at(-1)).toMatchObject(added)
  expect(rows.at(-2)).toMatchObject({ payment_date: '2026-05-29', amount: 0.6 })
  expect((await exportBackup()).exported_at).toBe('2026-06-01T12:00:00.000Z')
  expect(await readQueuedPaths(api.db)).toEqual(
    expect.arrayContaining(['/msty', '/roi-rankings', '/weekly-battle', '/calendar.ics', '/accuracy'])
  )
  const ofRestore = api.db.selectFrom('admin_log').selectAll().where('action', '=', 'BULK_OPERATION')
  const [line] = await ofRestore.execute()
  expect(line).toMatchObject({ category: 'DIVIDEND_HISTORY', user_id: 'admin' })
  expect(JSON.parse(line?.metadata ?? '')).toMatchObject({ added: 0, changed: 1, unchanged: data.length - 1 })
})

/** Applies a split as the collection does when closes confirm it. */
async function splitMsty(date: string): Promise<void> {
  await writeTransaction(api.db, async (trx) => {
    await rebaseFigures(trx, 'MSTY', { factor: 5, until: date })
    await addSplits(trx, 'MSTY', [{ date, oldShares: 5, newShares: 1 }], 'test')
  })
}

test('a backup from before a split is restored on the new share basis, and the dry run says so', async () => {
  const expected = makePayment({ ex_date: '2026-06-04', payment_date: '2026-06-05', amount: null, price: 22 })
  await api.db
    .insertInto('dividend_history')
    .values({ ...expected, amount_as_paid: null, estimated_amount: 0.3 })
    .execute()
  await writeMeta(api.db, 'history-changed-at', '2026-06-01T12:00:00.000Z')
  const backup = await exportBackup()
  const [paidBefore] = backup.data.filter(
    ({ ticker, payment_date }) => ticker === 'MSTY' && payment_date === '2026-05-29'
  )
  expect(paidBefore).toMatchObject({ actual_dividend: 0.2979, actual_as_paid: 0.2979 })
  await splitMsty('2026-06-05')
  const rows = await readHistory()
  const converted = rows.filter(({ symbol }) => symbol === 'MSTY').length
  expect((await restore(backup, '?dry_run=1')).body).toEqual({
    added: 0,
    changed: 0,
    unchanged: backup.data.length,
    converted
  })

  // Rows that were deleted since the split come back on its basis.
  await api.db.deleteFrom('dividend_history').where('payment_date', '>', '2026-05-20').execute()
  expect((await restore(backup)).status).toBe(200)
  expect(await readHistory()).toEqual(rows)
  // 5 x 0.2979
  expect(rows.at(-2)).toMatchObject({ payment_date: '2026-05-29', amount: 1.4895, amount_as_paid: 0.2979 })
  expect(rows.at(-1)).toMatchObject({ payment_date: '2026-06-05', estimated_amount: 1.5, price: 110 })
})

test('a backup without amounts as paid lacks the splits after its day; one without a day is as of today', async () => {
  const backup = await exportBackup()
  await splitMsty('2026-06-05')
  const rows = await readHistory()
  const data = backup.data.map(({ actual_as_paid: _, ...record }) => record)
  expect((await restore({ ...backup, exported_at: '2026-06-04T12:00:00.000Z', data })).status).toBe(200)
  expect((await readHistory()).map(({ amount }) => amount)).toEqual(rows.map(({ amount }) => amount))
  const newest = data.filter(({ ticker, payment_date }) => ticker === 'MSTY' && payment_date === '2026-05-29')
  await restore({ version: '1', data: newest.map((record) => ({ ...record, actual_dividend: 1.5 })) })
  expect((await readHistory()).at(-1)).toMatchObject({ amount: 1.5, amount_as_paid: 0.3 })
})

test("a payment that moved to another pay date returns to the backup's pay date", async () => {
  const before = await exportText()
  await api.db
    .updateTable('dividend_history')
    .set({ payment_date: '2026-06-01' })
    .where('payment_date', '=', '2026-05-29')
    .where('symbol', '=', 'MSTY')
    .execute()
  expect((await restore(before, '?dry_run=1')).body).toMatchObject({ added: 0, changed: 1 })
  await restore(before)
  expect(await exportText()).toBe(before)
})

test('payments whose ex-dates were swapped are restored', async () => {
  // Paid after both ex-dates, because a pay date is never before its ex-date.
  await api.db
    .updateTable('dividend_history')
    .set({ payment_date: '2026-06-02' })
    .where('symbol', '=', 'MSTY')
    .where('ex_date', '=', '2026-05-21')
    .execute()
  const before = await exportText()
  const swap = (from: string, to: string) =>
    api.db
      .updateTable('dividend_history')
      .set({ ex_date: to })
      .where('symbol', '=', 'MSTY')
      .where('ex_date', '=', from)
      .execute()
  await swap('2026-05-28', '2026-01-01')
  await swap('2026-05-21', '2026-05-28')
  await swap('2026-01-01', '2026-05-21')
  expect((await restore(before)).status).toBe(200)
  expect(await exportText()).toBe(before)
})

test('a restore first backs up the complete database; the newest five backups are retained', async () => {
  const backup = await exportBackup()
  const before = await readHistory()
  const [first, ...others] = backup.data
  await restore({ ...backup, data: [{ ...first, actual_dividend: 0.9 }, ...others] })
  const [oldest] = await listBackups()
  expect(oldest).toBe('before-restore-2026-06-01T12-00-00-000Z.sqlite')
  const sqlite = new SQLite(join(api.services.dataDir, 'backups', oldest ?? ''), { readonly: true })
  expect(sqlite.pragma('integrity_check', { simple: true })).toBe('ok')
  expect(sqlite.prepare('select * from dividend_history order by symbol, payment_date').all()).toEqual(before)
  sqlite.close()

  for (let round = 0; round < 6; round += 1) expect((await restore(backup)).status).toBe(200)
  const backups = await listBackups()
  // The clock stands still, so each is named a millisecond after the one before.
  const name = (ms: number) => `before-restore-2026-06-01T12-00-00-00${ms}Z.sqlite`
  expect(backups.toSorted()).toEqual([2, 3, 4, 5, 6].map(name))
})

test('two simultaneous restores: one is refused, the other completes', async () => {
  const backup = await exportBackup()
  const scaled = (factor: number) => ({
    ...backup,
    data: backup.data.map((record) => ({ ...record, actual_dividend: factor }))
  })
  const answers = await Promise.all([restore(scaled(1)), restore(scaled(2))])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(new Set((await readHistory()).map(({ amount }) => amount)).size).toBe(1)
})

test("a record of another program is completed from the fund's history", async () => {
  const record = {
    ticker: 'MSTY',
    payment_date: '2026-06-05',
    collection_date: '2026-06-01',
    actual_dividend: 0.5,
    estimated_dividend: 0.4,
    frequency: 'WEEKLY'
  }
  expect((await restore({ version: '1', data: [record] })).status).toBe(200)
  expect((await readHistory()).at(-1)).toMatchObject({
    ex_date: '2026-06-04',
    ex_date_basis: 'derived',
    amount_as_paid: 0.5,
    accuracy_score: 0.8,
    sources: 'backup'
  })
  const twins = [record, { ...record, payment_date: '2026-06-08' }, { ...record, payment_date: '2026-06-06' }]
  expect(await restore({ version: '1', data: twins })).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('June 5, 2026, which follows from the payment_date') }
  })
})
