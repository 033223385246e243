// Shows the same on any database.
import { createPublicKey, sign, verify } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { recordCsvColumns, recordCsvPath } from '../contract/record.ts'
import {
  type RecordDay,
  type RecordKeys,
  recordDayPath,
  recordKeysPath,
  recordSignaturesPath
} from '../contract/signed-record.ts'
import { addToRecord, type RecordRow } from '../estimates/estimate-record.db.ts'
import { recoverSignedRecord } from '../estimates/recover-signed-record.ts'
import { signEstimates } from '../estimates/sign-estimates.ts'
import { findOrMakeKey, rotateKey } from '../estimates/signing-keys.ts'
import { migrate } from '../platform/database/migrations.ts'
import type { Db } from '../platform/database/schema.ts'
import { writeTransaction } from '../platform/database/write-transaction.ts'
import { canonicalJson, hashText, merkleRootOfTexts } from '../signed-record/merkle-tree.ts'
import { type RecordReport, verifyRecord } from '../signed-record/verify-record.ts'
import { idOfKey, textOfStatement } from '../signed-record/verify-signature.ts'
import { startApi } from '../testing/api.ts'
import { isOnPostgres, openTestDatabase } from '../testing/database.ts'
import { forEachTest } from '../testing/fixtures.ts'
import { makeFrozen, makeFund } from '../testing/make.ts'
import { pages } from '../testing/pages.ts'

const api = forEachTest(() => startApi({ content: 'tables' }))

/** The text of a published file. */
async function read(path: string, { db } = api): Promise<string> {
  const page = await pages.load(db, path)
  if (page?.kind === 'record-checkpoint') return page.note
  if (page === null || !('data' in page)) throw new Error(`there is no file ${path}`)
  return JSON.stringify(page.data)
}

async function check(
  change: (path: string, text: string) => string = (_path, text) => text,
  of = api
): Promise<RecordReport> {
  const csv = change(recordCsvPath, String((await of.get(recordCsvPath)).body))
  return verifyRecord({
    read: async (path) => change(path, await read(path, of)),
    published: parse(csv, { columns: true }),
    outlooks: null,
    presentSymbolOf: (symbol) => symbol
  })
}

async function freeze(
  exDate: string,
  madeAt: string,
  symbols: readonly string[] = ['MSTY', 'TSLY'],
  { version = 0, db = api.db, signedAt = madeAt } = {}
): Promise<void> {
  const rows = symbols.map((symbol) => makeFrozen({ symbol, ex_date: exDate, made_at: madeAt, version }))
  await writeTransaction(db, async (trx) => {
    await addToRecord(trx, rows)
    await signEstimates(trx, new Date(signedAt))
  })
}

/** Scores the estimates of a fund for these expected days by a payment with this ex-date. */
async function pay(symbol: string, exDate: string, expected: readonly string[]): Promise<void> {
  await api.db
    .updateTable('estimate_record')
    .set({ paid_ex_date: exDate, paid_amount: 0.5, actual: 0.5, accuracy_score: 1 })
    .where('symbol', '=', symbol)
    .where('ex_date', 'in', expected)
    .execute()
}

/** Three days, the second signed twice. */
async function makeRecord(): Promise<void> {
  const funds = ['MSTY', 'TSLY', 'ULTY'].map((symbol) => makeFund({ symbol }))
  await api.db.insertInto('fund').values(funds).execute()
  await freeze('2026-06-04', '2026-06-01T22:15:00.000Z')
  await freeze('2026-06-11', '2026-06-08T12:45:00.000Z')
  await freeze('2026-06-11', '2026-06-08T22:15:00.000Z', ['ULTY'])
  await freeze('2026-06-18', '2026-06-15T22:15:00.000Z')
}

/** Disables the triggers, as the owner of the database can, and executes the statement. */
async function changeBySql(statement: string): Promise<void> {
  const triggers = isOnPostgres
    ? ['estimate_record', 'record_leaf', 'record_signature'].map(
        (table) => `alter table ${table} disable trigger user`
      )
    : [
        'estimate_record_frozen',
        'estimate_record_live_stays',
        'record_leaf_no_update',
        'record_leaf_no_delete',
        'record_signature_no_delete'
      ].map((trigger) => `drop trigger ${trigger}`)
  for (const each of [...triggers, statement]) await sql.raw(each).execute(api.db)
}

test('an untouched record verifies: every day, every estimate, every signature', async () => {
  await makeRecord()
  const { hashes, newest, head, ...report } = await check()
  expect(report).toEqual({
    days: 3,
    live: 7,
    backtested: 0,
    signedLate: 0,
    countedLate: 0,
    outlooks: 0,
    outlookSessions: 0,
    unpaid: ['MSTY', 'TSLY'].map((symbol) => ({ symbol, ex_date: '2026-06-04' })),
    anchors: [],
    cosigned: [],
    hasCheckpoint: true,
    fault: null
  })
  expect(hashes.size).toBe(4)
  expect(head).toMatchObject({ size: 4 })
  expect(newest).toMatchObject({ number: 4, day: '2026-06-15', leaves: 2 })
})

test('openssl’s Ed25519 accepts a signature with the published key', async () => {
  await makeRecord()
  const { keys }: RecordKeys = JSON.parse(await read(recordKeysPath))
  const { signatures }: RecordDay = JSON.parse(await read(recordDayPath('2026-06-08')))
  const [signature] = signatures
  if (signature === undefined || keys[0] === undefined) throw new Error('there are two signatures and a key')
  const signed = Buffer.from(textOfStatement(signature))
  const key = createPublicKey(keys[0].pem)
  expect(verify(null, signed, key, Buffer.from(signature.signature, 'base64'))).toBe(true)
  signed[signed.length - 2] = 0
  expect(verify(null, signed, key, Buffer.from(signature.signature, 'base64'))).toBe(false)
})

test.each([
  [
    'an estimate of the record',
    "update estimate_record set amount = 0.55 where symbol = 'TSLY' and ex_date = '2026-06-11'",
    { day: '2026-06-08', reason: expect.stringContaining('TSLY for 2026-06-11') }
  ],
  [
    'a deleted estimate',
    "delete from estimate_record where symbol = 'ULTY'",
    { day: '2026-06-08', reason: expect.stringContaining('not among those that the site shows') }
  ],
  [
    'the estimates in signed leaves',
    "update record_leaf set leaf = replace(leaf, '\"estimate\":0.5', '\"estimate\":0.55') where day = '2026-06-01'",
    { day: '2026-06-01', reason: 'its estimates are not those of signature 1' }
  ],
  [
    'a removed leaf',
    "delete from record_leaf where day = '2026-06-08' and position = 2",
    { day: '2026-06-08', reason: 'its file has 2 estimates, and 3 were signed' }
  ],
  [
    'a removed day',
    "delete from record_signature where day = '2026-06-08'",
    { day: '2026-06-15', reason: 'signature 4 follows number 1' }
  ],
  [
    'an estimate that was added later',
    `insert into estimate_record (symbol, ex_date, origin, as_of, family, made_at, method_version, rule, amount, low,
      high, price, price_date, signed_on) select 'ULTY', '2026-06-04', origin, as_of, family, made_at, method_version,
      rule, amount, low, high, price, price_date, '2026-06-01' from estimate_record where symbol = 'MSTY'
      and ex_date = '2026-06-04'`,
    { day: null, reason: expect.stringContaining('never signed: ULTY') }
  ]
])('an operator who changes %s through SQL is detected', async (_what, statement, fault) => {
  await makeRecord()
  await changeBySql(statement)
  expect((await check()).fault).toEqual(fault)
})

test('a second row of the same estimate is a fault, before and after the signed one', async () => {
  await makeRecord()
  const fault = {
    day: null,
    reason: 'the site shows two rows of one estimate: ULTY, ex-date 2026-06-11, made 2026-06-08T22:15:00.000Z'
  }
  const insertForged = (toRows: (signed: string, forged: string) => string) => (path: string, text: string) =>
    path === recordCsvPath
      ? text.replace(/^ULTY,.*\r\n/m, (row) => toRows(row, row.replace(',0.5,', ',0.9,')))
      : text
  expect((await check(insertForged((signed, forged) => forged + signed))).fault).toEqual(fault)
  expect((await check(insertForged((signed, forged) => signed + forged))).fault).toEqual(fault)
})

test('a site that counts an earlier version than the last one before the ex-date fails verification', async () => {
  await makeRecord()
  await freeze('2026-06-25', '2026-06-22T22:15:00.000Z', ['ULTY'], { version: 1 })
  await freeze('2026-06-25', '2026-06-23T22:15:00.000Z', ['ULTY'], { version: 2 })
  const countEarlier = (path: string, text: string) =>
    path === recordCsvPath
      ? text.replace(/^ULTY,.*,2026-06-25,.*\r\n/gm, (row) =>
          row.replace(/,(yes|no),/, (_, counts) => (counts === 'yes' ? ',no,' : ',yes,'))
        )
      : text
  expect((await check()).fault).toBeNull()
  expect((await check(countEarlier)).fault).toEqual({
    day: null,
    reason:
      'only the last estimate before the session of an ex-date counts, and this should not: ULTY, ex-date 2026-06-25, made 2026-06-22T22:15:00.000Z'
  })
})

test('estimates whose signature is dated before an earlier one count as signed late', async () => {
  await makeRecord()
  // Signed after June 15 with the times of an estimate that was made before its ex-date.
  await freeze('2026-06-04', '2026-06-02T22:15:00.000Z', ['ULTY'])
  await freeze('2026-06-25', '2026-06-03T22:15:00.000Z', ['ULTY'])
  await freeze('2026-07-02', '2026-06-29T22:15:00.000Z')
  expect(await check()).toMatchObject({ live: 11, signedLate: 2, fault: null })
})

test('an estimate that says it is older than a signature which does not cover it is a fault', async () => {
  await makeRecord()
  // The payment of June 15 is known, and the estimate for it says it is from before.
  const signedAt = '2026-06-16T00:00:00.000Z'
  await freeze('2026-06-17', '2026-06-15T12:00:00.000Z', ['ULTY'], { version: 1, signedAt })
  expect((await check()).fault).toEqual({
    day: '2026-06-15',
    reason:
      'ULTY, ex-date 2026-06-17, made 2026-06-15T12:00:00.000Z, is older than signature 4 of 2026-06-15T22:15:00.000Z, which does not cover it'
  })
})

test('an estimate that was signed after the open of its paid ex-date is late, and a fault if it counts', async () => {
  await makeRecord()
  const signedAt = '2026-06-17T00:00:00.000Z'
  await freeze('2026-06-18', '2026-06-16T13:00:00.000Z', ['ULTY'], { version: 1, signedAt })
  await pay('ULTY', '2026-06-16', ['2026-06-18'])
  expect(await check()).toMatchObject({
    signedLate: 1,
    countedLate: 1,
    fault: {
      day: null,
      reason:
        'ULTY, ex-date 2026-06-18, made 2026-06-16T13:00:00.000Z, counts, and was signed at 2026-06-17T00:00:00.000Z, after the session of its ex-date 2026-06-16 had opened'
    }
  })
})

test('of versions for neighboring days, only the last one signed before the open may count', async () => {
  await makeRecord()
  const days = ['2026-06-24', '2026-06-25', '2026-06-26', '2026-06-29']
  for (const [i, day] of days.entries())
    await freeze(day, `2026-06-2${i}T22:15:00.000Z`, ['ULTY'], { version: i + 1 })
  await pay('ULTY', '2026-06-25', days)
  expect((await check()).fault).toBeNull()
  const at = (column: (typeof recordCsvColumns)[number]) => recordCsvColumns.indexOf(column)
  /** The site forgets that the later versions were for the same payment. */
  const forget = (path: string, text: string) =>
    path !== recordCsvPath
      ? text
      : text.replaceAll(/^ULTY,.*$/gm, (row) => {
          const cells = row.split(',')
          const day = cells[at('ex_date')] ?? ''
          if (!days.includes(day)) return row
          if (day > '2026-06-25') cells[at('paid_ex_date')] = ''
          return cells.with(at('counts'), day === '2026-06-24' ? 'no' : 'yes').join(',')
        })
  expect((await check(forget)).fault).toEqual({
    day: null,
    reason:
      'ULTY, ex-date 2026-06-25, made 2026-06-21T22:15:00.000Z, counts for 2026-06-25, and ULTY, ex-date 2026-06-29, made 2026-06-23T22:15:00.000Z, was signed later, before that session opened'
  })
})

test('an estimate whose day passed without a payment is reported, unless a later one replaced it', async () => {
  await makeRecord()
  await freeze('2026-06-25', '2026-06-22T22:15:00.000Z', ['ULTY'], { version: 1 })
  await freeze('2026-06-26', '2026-06-23T22:15:00.000Z', ['ULTY'], { version: 2 })
  await freeze('2026-07-09', '2026-07-06T22:15:00.000Z', ['ULTY'], { version: 3 })
  for (const symbol of ['MSTY', 'TSLY']) {
    await pay(symbol, '2026-06-04', ['2026-06-04'])
    await pay(symbol, '2026-06-11', ['2026-06-11'])
    await pay(symbol, '2026-06-18', ['2026-06-18'])
  }
  await pay('ULTY', '2026-06-11', ['2026-06-11'])
  expect(await check()).toMatchObject({ fault: null, unpaid: [{ symbol: 'ULTY', ex_date: '2026-06-26' }] })
})

test('a damaged day is named with the field, and nothing of it is read', async () => {
  await makeRecord()
  const damage = (from: string, to: string) => (path: string, text: string) =>
    path === recordDayPath('2026-06-08') ? text.replace(from, to) : text
  for (const [from, to, reason] of [
    ['"symbol":"MSTY"', '"symbol":"../MSTY"', 'leaves.0.symbol is not valid'],
    ['"2026-06-11"', '"2026-06-31"', 'leaves.0.ex_date is not valid'],
    ['{', '', 'it is not JSON']
  ] as const)
    expect((await check(damage(from, to))).fault).toEqual({
      day: '2026-06-08',
      reason: `its file is damaged: ${reason}`
    })
})

/** The leaf of an estimate as it was signed before migration 039. */
function toOldLeaf({ amount, ...row }: RecordRow): string {
  const added = [
    'version',
    'signed_on',
    'corrected_on',
    'scored_at',
    'accuracy_score',
    'actual',
    'paid_amount',
    'paid_ex_date'
  ]
  const leaf = Object.entries(row).filter(([column]) => !added.includes(column))
  return canonicalJson({ ...Object.fromEntries(leaf), format: 1, estimate: amount })
}

/** Signs the leaves of a day by themselves. */
async function signLeaves(db: Db, day: string, leaves: readonly string[]): Promise<void> {
  const key = await writeTransaction(db, findOrMakeKey)
  const statement = {
    format: 1 as const,
    number: 1,
    day,
    leaves: leaves.length,
    root: await merkleRootOfTexts(leaves),
    previous: null,
    signed_at: `${day}T22:15:00.000Z`
  }
  const { format: _, ...row } = statement
  const text = textOfStatement({ ...statement, key: await idOfKey(key.publicKey) })
  const signature = sign(null, Buffer.from(text), key.privateKey).toString('base64')
  await db
    .insertInto('record_leaf')
    .values(leaves.map((leaf, position) => ({ day, position, leaf })))
    .execute()
  await db
    .insertInto('record_signature')
    .values({ ...row, public_key: key.publicKey, hash: await hashText(text), signature })
    .execute()
}

test('a record that was signed before estimates had versions verifies, and new versions continue its chain', async () => {
  const { db, close } = await openTestDatabase('nothing')
  await migrate(db, '037-record-days')
  await db.insertInto('fund').values(makeFund()).execute()
  await addToRecord(db, [makeFrozen({ signed_on: '2026-06-01' })])
  const old = await db.selectFrom('estimate_record').selectAll().executeTakeFirstOrThrow()
  await signLeaves(db, '2026-06-01', [toOldLeaf(old)])
  await migrate(db)
  expect(await db.selectFrom('estimate_record').selectAll().execute()).toEqual([{ ...old, version: 0 }])
  await expect(db.updateTable('estimate_record').set({ version: 2 }).execute()).rejects.toThrow(
    'never rewritten'
  )
  await expect(db.updateTable('estimate_record').set({ low: 0 }).execute()).rejects.toThrow('never rewritten')
  await expect(db.deleteFrom('estimate_record').execute()).rejects.toThrow('never deleted')
  const upgraded = await startApi({ content: 'tables', services: { db } })
  // The same fund, ex-date and as-of day.
  await freeze('2026-06-04', '2026-06-02T22:15:00.000Z', ['MSTY'], { version: 1, db })
  expect(await check(undefined, { ...upgraded, db })).toMatchObject({
    days: 2,
    live: 2,
    signedLate: 0,
    fault: null,
    newest: { number: 2 }
  })
  const day: RecordDay = JSON.parse(await read(recordDayPath('2026-06-02'), { ...upgraded, db }))
  expect(day.leaves).toMatchObject([{ format: 2, version: 1 }])
  await upgraded.close()
  await close()
})

test('a receipt of a witness is for a signature of the record', async () => {
  await makeRecord()
  const anchored = { number: 4, anchored_at: '2026-06-16T12:00:00.000Z', receipt: '', file: '' }
  await api.db.insertInto('record_anchor').values(anchored).execute()
  const { anchors, newest } = await check()
  expect(anchors).toMatchObject([{ day: '2026-06-15', hash: newest?.hash, file: null }])
  const forged = await check((path, text) => {
    const file = JSON.parse(path.endsWith('.json') ? text : '{}')
    if (file.anchors) file.anchors[0].hash = '0'.repeat(64)
    return path === recordSignaturesPath ? JSON.stringify(file) : text
  })
  expect(forged.fault).toEqual({
    day: '2026-06-15',
    reason: 'its receipt is for a hash that the record does not have'
  })
})

test('triggers refuse changes to signed leaves', async () => {
  await makeRecord()
  const change = sql`update record_leaf set leaf = '{}'`.execute(api.db)
  await expect(change).rejects.toThrow('the signed record is only appended to')
})

test('a file with another estimate, a signature by another key or another order does not verify', async () => {
  await makeRecord()
  const onDay = (day: string, from: RegExp, to: string) => (path: string, text: string) =>
    path === recordDayPath(day) ? text.replace(from, to) : text
  const faultOf = async (change: Parameters<typeof check>[0]) => (await check(change)).fault
  expect(await faultOf(onDay('2026-06-15', /"low":0.4/, '"low":0.3'))).toMatchObject({ day: '2026-06-15' })
  const otherKeys = (path: string, text: string) =>
    path === recordKeysPath ? JSON.stringify({ keys: [] }) : text
  expect(await faultOf(otherKeys)).toEqual({
    day: '2026-06-01',
    reason: 'signature 1 is by a key that is not published'
  })
  const laterClock = (path: string, text: string) =>
    path === recordSignaturesPath ? text.replace('06-08T12:45', '06-08T11:45') : text
  expect(await faultOf(laterClock)).toEqual({
    day: '2026-06-08',
    reason: 'the hash of signature 2 is not that of its text'
  })
})

test('a new key continues the chain if the old one introduced it, and the old one may no longer sign', async () => {
  await makeRecord()
  const old = await api.db
    .selectFrom('meta')
    .select('value')
    .where('key', '=', 'record-key')
    .executeTakeFirstOrThrow()
  const id = await writeTransaction(api.db, (trx) => rotateKey(trx, new Date('2026-06-16T12:00:00Z')))
  await freeze('2026-06-25', '2026-06-22T22:15:00.000Z')
  expect(await check()).toMatchObject({ days: 4, fault: null, newest: { key: id } })

  const { keys }: RecordKeys = JSON.parse(await read(recordKeysPath))
  expect(keys.map(({ introduction }) => introduction?.by ?? null)).toEqual([null, keys[0]?.id])
  const withoutIntroduction = (path: string, text: string) =>
    path === recordKeysPath ? text.replace(/"introduction":\{[^}]*\}/, '"introduction":null') : text
  expect((await check(withoutIntroduction)).fault).toEqual({
    day: null,
    reason: `the key ${id} was not introduced by the one before`
  })
  const laterIntroduction = (path: string, text: string) =>
    path === recordKeysPath ? text.replace('2026-06-16T12', '2026-06-16T13') : text
  expect((await check(laterIntroduction)).fault?.reason).toBe(
    `the introduction of the key ${id} is not valid`
  )

  // The old private key was stolen and signs again.
  await api.db.updateTable('meta').set(old).where('key', '=', 'record-key').execute()
  await freeze('2026-07-02', '2026-06-29T22:15:00.000Z')
  expect((await check()).fault).toEqual({
    day: '2026-06-29',
    reason: 'signature 6 is by a key that had been replaced'
  })
})

test('live estimates from before the first signature are signed late, and counted', async () => {
  await api.db.insertInto('fund').values(makeFund()).execute()
  await addToRecord(api.db, [
    makeFrozen({ ex_date: '2026-05-28', as_of: '2026-05-22', made_at: '2026-05-26T12:00:00.000Z' })
  ])
  await writeTransaction(api.db, (trx) => signEstimates(trx, new Date('2026-06-01T12:00:00Z')))
  expect(await check()).toMatchObject({ live: 1, signedLate: 1, fault: null })
  expect(await pages.load(api.db, '/record')).toBeNull()
})

test('signatures made after the restored backup are recovered from the published files', async () => {
  const funds = ['MSTY', 'TSLY', 'ULTY'].map((symbol) => makeFund({ symbol }))
  await api.db.insertInto('fund').values(funds).execute()
  await freeze('2026-06-04', '2026-06-01T22:15:00.000Z')
  const backup = await openTestDatabase('tables')
  for (const table of ['fund', 'estimate_record', 'record_leaf', 'record_signature', 'meta'] as const)
    for (const row of await api.db.selectFrom(table).selectAll().execute())
      await backup.db
        .insertInto(table)
        .values(row as never)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
  await freeze('2026-06-11', '2026-06-01T23:45:00.000Z', ['ULTY'])
  await freeze('2026-06-11', '2026-06-08T22:15:00.000Z')
  await mkdir(join(backup.folder, 'data/record'), { recursive: true })
  for (const path of [recordSignaturesPath, recordDayPath('2026-06-01'), recordDayPath('2026-06-08')])
    await writeFile(join(backup.folder, path), await read(path))

  expect(await recoverSignedRecord(backup.db, backup.folder)).toBe(2)
  expect(await recoverSignedRecord(backup.db, backup.folder)).toBe(0)
  for (const table of ['estimate_record', 'record_leaf', 'record_signature'] as const)
    expect(await backup.db.selectFrom(table).selectAll().execute(), table).toEqual(
      await api.db.selectFrom(table).selectAll().execute()
    )
  await backup.close()
})

test('with a clock that was set back, estimates are added to the newest day, never to an earlier one', async () => {
  await makeRecord()
  await freeze('2026-06-25', '2026-06-10T12:00:00.000Z', ['ULTY'])
  expect(await check()).toMatchObject({
    days: 3,
    live: 8,
    signedLate: 1,
    fault: null,
    newest: { day: '2026-06-15', leaves: 3 }
  })
})
