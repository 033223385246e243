// Shows the same on any database.
import { createHash, createPublicKey, verify } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { expect, onTestFinished, test } from 'vitest'
import { recordCsvPath } from '../contract/record.ts'
import { tiledCheckpointPath } from '../contract/record-tiles.ts'
import type { LogHead } from '../contract/signed-record.ts'
import {
  type RecordKeys,
  type RecordSignatures,
  recordCheckpointPath,
  recordKeysPath,
  recordSignaturesPath
} from '../contract/signed-record.ts'
import { addToRecord } from '../estimates/estimate-record.db.ts'
import { signEstimates } from '../estimates/sign-estimates.ts'
import { findOrMakeKey, rotateKey } from '../estimates/signing-keys.ts'
import { readMeta, writeMeta } from '../platform/database/meta.db.ts'
import type { Db } from '../platform/database/schema.ts'
import { writeTransaction } from '../platform/database/write-transaction.ts'
import { verifyRecord } from '../signed-record/verify-record.ts'
import { textOfStatement } from '../signed-record/verify-signature.ts'
import { startApi, type TestApi } from '../testing/api.ts'
import { makeFrozen, makeFund } from '../testing/make.ts'
import { first, forgeries, honest, type SignedTogether, second, third } from '../testing/make-record.ts'
import { pages } from '../testing/pages.ts'
import { runCommand } from '../testing/real-server.ts'

/** A site with this history, signed with this key or one of its own. */
async function makeSite(history: readonly SignedTogether[], key: string | null = null): Promise<TestApi> {
  const site = await startApi({ content: 'tables' })
  onTestFinished(site.close)
  await site.db
    .insertInto('fund')
    .values(['MSTY', 'TSLY', 'ULTY'].map((symbol) => makeFund({ symbol })))
    .execute()
  if (key !== null) await writeTransaction(site.db, (trx) => writeMeta(trx, 'record-key', key))
  for (const { exDate, madeAt, symbols, version = 0, amount = 0.5 } of history)
    await writeTransaction(site.db, async (trx) => {
      const times = { ex_date: exDate, made_at: madeAt, version, amount }
      await addToRecord(
        trx,
        symbols.map((symbol) => makeFrozen({ symbol, ...times }))
      )
      await signEstimates(trx, new Date(madeAt))
    })
  return site
}

async function keyOf({ db }: { db: Db }): Promise<string> {
  await writeTransaction(db, findOrMakeKey)
  return (await readMeta(db, 'record-key')) ?? ''
}

async function read({ db }: { db: Db }, path: string): Promise<string> {
  const page = await pages.load(db, path)
  if (page?.kind === 'record-checkpoint') return page.note
  if (page === null || !('data' in page)) throw new Error(`there is no file ${path}`)
  return JSON.stringify(page.data)
}

async function check(
  site: TestApi,
  remembered?: LogHead | null,
  change: (path: string, text: string) => string = (_path, text) => text
) {
  return verifyRecord({
    read: async (path) => change(path, await read(site, path)),
    published: parse(String((await site.get(recordCsvPath)).body), { columns: true }),
    outlooks: null,
    presentSymbolOf: (symbol) => symbol,
    remembered: remembered ?? undefined
  })
}

const ofOther = 'its first 3 signatures are not those of then'

test.each(forgeries)(
  '$kind in a history that the operator signed again verifies alone, and not after the old one',
  async ({ history, finds }) => {
    const site = await makeSite(honest)
    const { head } = await check(site)
    const forged = await makeSite(history, await keyOf(site))
    expect((await check(forged)).fault).toBeNull()
    expect((await check(forged, head)).fault).toEqual({
      day: null,
      reason: `the log was rewritten since you verified it: ${finds}`
    })
  }
)

test('a key that was replaced without an introduction is another log', async () => {
  const { head } = await check(await makeSite(honest))
  const forged = await check(await makeSite(honest), head)
  expect(forged.fault?.reason).toBe(
    `the log was rewritten since you verified it: it was ${head?.origin}, and now is ${forged.head?.origin}`
  )
})

test('two visitors with two histories see it when either has the state of the other', async () => {
  const one = await makeSite(honest)
  const other = await makeSite([first, second, { ...third, symbols: ['TSLY'] }], await keyOf(one))
  const heads = [(await check(one)).head, (await check(other)).head]
  expect(heads.map((head) => head?.size)).toEqual([3, 3])
  expect((await check(one, heads[1])).fault?.reason).toContain(ofOther)
  expect((await check(other, heads[0])).fault?.reason).toContain(ofOther)
})

test('a log that grew, and one whose key was replaced with an introduction, continue', async () => {
  const site = await makeSite([first, second])
  const { head } = await check(await makeSite([first, second], await keyOf(site)))
  await writeTransaction(site.db, (trx) => rotateKey(trx, new Date('2026-06-09T12:00:00Z')))
  await writeTransaction(site.db, async (trx) => {
    await addToRecord(trx, [makeFrozen({ symbol: 'ULTY', ex_date: '2026-06-18', made_at: third.madeAt })])
    await signEstimates(trx, new Date(third.madeAt))
  })
  expect(await check(site, head)).toMatchObject({
    fault: null,
    hasCheckpoint: true,
    head: { origin: head?.origin, size: 3 }
  })
})

test('a live estimate that was signed twice is a fault', async () => {
  const site = await makeSite([first])
  await site.db.updateTable('estimate_record').set({ signed_on: null }).where('symbol', '=', 'MSTY').execute()
  await writeTransaction(site.db, (trx) => signEstimates(trx, new Date('2026-06-02T12:00:00Z')))
  expect((await check(site)).fault).toEqual({
    day: '2026-06-02',
    reason: expect.stringMatching(/^the live estimate of MSTY for 2026-06-04, .* is signed twice$/)
  })
})

test('a checkpoint of another record, by another key or damaged is a fault; a site without one is not', async () => {
  const site = await makeSite(honest)
  const other = await makeSite([first, { ...second, amount: 0.55 }, third], await keyOf(site))
  const stranger = await read(await makeSite(honest), recordCheckpointPath)
  const own = await read(site, recordCheckpointPath)
  const faultWith = async (note: string, at: string = recordCheckpointPath) =>
    (await check(site, null, (path, text) => (path === at ? note : text))).fault?.reason
  // Clients of tiled logs read the second address.
  for (const at of [recordCheckpointPath, tiledCheckpointPath])
    expect(await faultWith(await read(other, recordCheckpointPath), at)).toBe(
      `the checkpoint is of another record: ${ofOther}`
    )
  expect(await faultWith(own.replace('\n3\n', '\n4\n'))).toBe(
    'the checkpoint is of another record: it had 4 signatures, and now has 3'
  )
  expect(await faultWith(stranger)).toContain('the checkpoint is of another record: it was doubloon-record/')
  const otherLine = `— ${own.split('\n')[0]} ${stranger.trimEnd().split(' ').at(-1)}\n`
  expect(await faultWith(own.replace(/— .*\n/, otherLine))).toBe('the checkpoint is not by the newest key')
  const changed = own.replace(/.(?=={0,2}\n$)/, (letter) => (letter === 'A' ? 'Q' : 'A'))
  expect(await faultWith(changed)).toBe('the checkpoint is not validly signed')
  expect(await faultWith(own.replace('\n\n', '\n'))).toBe(
    'the checkpoint is damaged: it is not a signed note'
  )
  const without = await verifyRecord({
    read: (path) => (path.includes('/checkpoint') ? Promise.reject(new Error('404')) : read(site, path)),
    published: null,
    outlooks: null,
    presentSymbolOf: (symbol) => symbol
  })
  expect(without).toMatchObject({ fault: null, hasCheckpoint: false })
})

/** RFC 6962, section 2.1, written from its recursion. */
function treeHash(leaves: readonly string[]): Buffer {
  const hash = (...parts: (string | Buffer)[]) =>
    parts.reduce((sum, part) => sum.update(part), createHash('sha256')).digest()
  if (leaves.length === 1) return hash('\u0000', leaves[0] ?? '')
  const split = 2 ** Math.floor(Math.log2(leaves.length - 1))
  return hash('\u0001', treeHash(leaves.slice(0, split)), treeHash(leaves.slice(split)))
}

test('the checkpoint is a signed note by its specification, for openssl and a tree of our own', async () => {
  const site = await makeSite(honest)
  const { keys }: RecordKeys = JSON.parse(await read(site, recordKeysPath))
  const { signatures }: RecordSignatures = JSON.parse(await read(site, recordSignaturesPath))
  const [key] = keys
  if (key === undefined) throw new Error('there is a key')
  const note = await read(site, recordCheckpointPath)
  const [text = '', line = ''] = note.split(/(?<=\n)\n/)
  const [origin = '', size, root, ...rest] = text.split('\n')
  expect([origin, size, rest]).toEqual([`doubloon-record/${key.id}`, '3', ['']])
  expect(root).toBe(treeHash(signatures.map(textOfStatement)).toString('base64'))
  const [dash, name, encoded = '', ...more] = line.trimEnd().split(' ')
  expect([dash, name, more]).toEqual(['—', origin, []])
  const bytes = Buffer.from(encoded, 'base64')
  const raw = Buffer.from(key.public_key, 'base64')
  const id = createHash('sha256')
    .update(`${origin}\n`)
    .update(Buffer.from([1]))
    .update(raw)
    .digest()
  expect(bytes.subarray(0, 4)).toEqual(id.subarray(0, 4))
  expect(verify(null, Buffer.from(text), createPublicKey(key.pem), bytes.subarray(4))).toBe(true)
})

test('the command remembers the log in a file, and fails when it is rolled back', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'doubloon-state-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const site = await makeSite(honest)
  const rolledBack = await makeSite([first, second], await keyOf(site))
  const state = join(folder, 'state.json')
  const verifySaved = async (saved: TestApi, name: string) => {
    const days = ['2026-06-01', '2026-06-08', '2026-06-15'].map((day) => `/data/record/${day}.json`)
    for (const path of [recordKeysPath, recordSignaturesPath, recordCheckpointPath, ...days]) {
      const text = await read(saved, path).catch(() => null)
      await mkdir(dirname(join(folder, name, path)), { recursive: true })
      if (text !== null) await writeFile(join(folder, name, path), text)
    }
    return runCommand(folder, 'verify-record.ts', [join(folder, name), '--state', state])
  }
  expect(await verifySaved(site, 'site')).toMatchObject({ code: 0 })
  const remembered = await readFile(state, 'utf8')
  expect(JSON.parse(remembered)).toEqual((await check(site)).head)
  const { code, printed } = await verifySaved(rolledBack, 'rolled-back')
  expect([code, printed]).toEqual([
    1,
    expect.stringContaining('FAILED: the log was rewritten since you verified it: it had 3 signatures')
  ])
  expect(await readFile(state, 'utf8')).toBe(remembered)
  await writeFile(state, '{}')
  expect((await verifySaved(site, 'site')).printed).toContain('is not a state that --state wrote')
})
