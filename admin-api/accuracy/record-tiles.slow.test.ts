// Shows the same on any database.
import { createHash, createPublicKey, verify } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { tiledCheckpointPath } from '../contract/record-tiles.ts'
import { recordCheckpointPath, recordDayPath } from '../contract/signed-record.ts'
import { recordCosignaturesPath } from '../contract/witnesses.ts'
import { addToRecord } from '../estimates/estimate-record.db.ts'
import { signEstimates } from '../estimates/sign-estimates.ts'
import { writeTransaction } from '../platform/database/write-transaction.ts'
import type { AnyPage } from '../publishing/page-kind.ts'
import { publishPage } from '../publishing/publish-page.ts'
import { startApi } from '../testing/api.ts'
import { makeFrozen, makeFund } from '../testing/make.ts'
import { testSite, testTime } from '../testing/page-fixture.ts'
import { pages } from '../testing/pages.ts'
import { readQueuedPaths } from '../testing/read-queued-paths.ts'

/*
 * A client of tiled logs, written from c2sp.org/tlog-tiles, c2sp.org/tlog-checkpoint and RFC 9162 without code of the
 * product. It knows the prefix, the verifier key and nothing else.
 */

type Checkpoint = { size: number; root: Buffer }

const sha256 = (...parts: (string | Uint8Array)[]) =>
  parts.reduce((sum, part) => sum.update(part), createHash('sha256')).digest()
const nodeHash = (left: Uint8Array, right: Uint8Array) => sha256('\u0001', left, right)

/** @throws Error unless the note is signed by the key */
function openCheckpoint(note: string, verifierKey: string): Checkpoint {
  const [text = '', lines = ''] = note.split(/(?<=\n)\n/)
  const [origin = '', size = '', root = ''] = text.split('\n')
  const [name = '', id = '', ...rest] = verifierKey.split('+')
  const x = Buffer.from(rest.join('+'), 'base64').subarray(1).toString('base64url')
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  const isSigned = lines.split('\n').some((line) => {
    const bytes = Buffer.from(line.split(' ')[2] ?? '', 'base64')
    return (
      line.startsWith(`— ${name} `) &&
      bytes.subarray(0, 4).toString('hex') === id &&
      verify(null, Buffer.from(text), key, bytes.subarray(4))
    )
  })
  if (!isSigned || origin !== name) throw new Error('the checkpoint is not signed by this log')
  return { size: Number(size), root: Buffer.from(root, 'base64') }
}

function createTileClient(prefix: string, size: number, tamper: (path: string, bytes: Buffer) => Buffer) {
  const fetched = new Map<string, Promise<Buffer>>()

  function addressOf(level: string, index: number, width: number): string {
    const place = index < 1000 ? String(index).padStart(3, '0') : ''
    if (place === '') throw new Error('this client was only tried with small logs')
    return `tile/${level}/${place}${width < 256 ? `.p/${width}` : ''}`
  }

  function fetchTile(level: number | 'entries', index: number): Promise<Buffer> {
    const count = Math.floor(size / 256 ** (level === 'entries' ? 0 : level))
    const path = addressOf(String(level), index, Math.min(256, count - 256 * index))
    const known = fetched.get(path)
    if (known !== undefined) return known
    const request = fetch(`${prefix}/${path}`).then(async (response) => {
      if (response.status !== 200) throw new Error(`${path} answered ${response.status}`)
      expect(response.headers.get('content-type')).toBe('application/octet-stream')
      expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      return tamper(path, Buffer.from(await response.arrayBuffer()))
    })
    fetched.set(path, request)
    return request
  }

  /** Hash over the leaves from `start` to `end`, a complete subtree or the ragged end of the log. */
  async function hashOver(start: number, end: number): Promise<Buffer> {
    const span = end - start
    const height = Math.log2(span)
    if (Number.isInteger(height) && start % span === 0) {
      const level = Math.floor(height / 8)
      const first = start / 256 ** level
      const tile = await fetchTile(level, Math.floor(first / 256))
      let nodes = Array.from({ length: 2 ** (height % 8) }, (_, i) => {
        const place = 32 * ((first % 256) + i)
        return tile.subarray(place, place + 32)
      })
      while (nodes.length > 1)
        nodes = nodes.flatMap((node, i) => (i % 2 === 0 ? [nodeHash(node, nodes[i + 1] ?? node)] : []))
      return nodes[0] ?? Buffer.alloc(0)
    }
    const middle = start + 2 ** Math.floor(Math.log2(span - 1))
    return nodeHash(await hashOver(start, middle), await hashOver(middle, end))
  }

  /** PATH(m, D_n) of RFC 9162, section 2.1.3.1. */
  async function proveInclusion(leaf: number, start = 0, end = size): Promise<Buffer[]> {
    if (end - start === 1) return []
    const middle = start + 2 ** Math.floor(Math.log2(end - start - 1))
    return leaf < middle
      ? [...(await proveInclusion(leaf, start, middle)), await hashOver(middle, end)]
      : [...(await proveInclusion(leaf, middle, end)), await hashOver(start, middle)]
  }

  /** SUBPROOF of RFC 9162, section 2.1.4.1. */
  async function proveGrowth(old: number, start = 0, end = size, isKnown = true): Promise<Buffer[]> {
    if (old === end) return isKnown ? [] : [await hashOver(start, end)]
    const middle = start + 2 ** Math.floor(Math.log2(end - start - 1))
    return old <= middle
      ? [...(await proveGrowth(old, start, middle, isKnown)), await hashOver(middle, end)]
      : [...(await proveGrowth(old, middle, end, false)), await hashOver(start, middle)]
  }

  async function readEntries(): Promise<string[]> {
    const entries: string[] = []
    for (let index = 0; 256 * index < size; index += 1) {
      const bundle = await fetchTile('entries', index)
      for (let place = 0; place < bundle.length; ) {
        const end = place + 2 + bundle.readUInt16BE(place)
        entries.push(bundle.subarray(place + 2, end).toString())
        place = end
      }
    }
    return entries
  }

  return { root: () => hashOver(0, size), proveInclusion, proveGrowth, readEntries }
}

/** RFC 9162, section 2.1.3.2. */
function isIncluded(
  entry: string,
  leaf: number,
  { size, root }: Checkpoint,
  proof: readonly Buffer[]
): boolean {
  let [place, last, hash] = [leaf, size - 1, sha256('\u0000', entry)]
  for (const node of proof) {
    if (last === 0) return false
    if (place % 2 === 1 || place === last) {
      hash = nodeHash(node, hash)
      for (; place % 2 === 0 && place !== 0; place /= 2) last = Math.floor(last / 2)
    } else hash = nodeHash(hash, node)
    place = Math.floor(place / 2)
    last = Math.floor(last / 2)
  }
  return last === 0 && hash.equals(root)
}

/** RFC 9162, section 2.1.4.2. */
function isConsistent(before: Checkpoint, after: Checkpoint, proof: readonly Buffer[]): boolean {
  const path = Number.isInteger(Math.log2(before.size)) ? [before.root, ...proof] : [...proof]
  let [old, last] = [before.size - 1, after.size - 1]
  for (; old % 2 === 1; old = Math.floor(old / 2)) last = Math.floor(last / 2)
  let [oldRoot, root] = [path[0] ?? Buffer.alloc(0), path[0] ?? Buffer.alloc(0)]
  for (const node of path.slice(1)) {
    if (last === 0) return false
    if (old % 2 === 1 || old === last) {
      oldRoot = nodeHash(node, oldRoot)
      root = nodeHash(node, root)
      for (; old % 2 === 0 && old !== 0; old /= 2) last = Math.floor(last / 2)
    } else root = nodeHash(root, node)
    old = Math.floor(old / 2)
    last = Math.floor(last / 2)
  }
  return last === 0 && oldRoot.equals(before.root) && root.equals(after.root)
}

/** MTH of RFC 9162, section 2.1.1. */
function treeHash(leaves: readonly string[]): Buffer {
  if (leaves.length === 1) return sha256('\u0000', leaves[0] ?? '')
  const split = 2 ** Math.floor(Math.log2(leaves.length - 1))
  return nodeHash(treeHash(leaves.slice(0, split)), treeHash(leaves.slice(split)))
}

/** A served site whose record gets estimates, one signature each and four a day. */
async function startSite() {
  const siteDir = await mkdtemp(join(tmpdir(), 'doubloon-tiles-'))
  onTestFinished(() => rm(siteDir, { recursive: true }))
  const site = await startApi({ content: 'tables', siteDir })
  onTestFinished(site.close)
  await site.db.insertInto('fund').values(makeFund()).execute()
  let signed = 0

  const sign = async (count: number) => {
    await writeTransaction(site.db, async (trx) => {
      for (const end = signed + count; signed < end; signed += 1) {
        const madeAt = new Date(Date.UTC(2026, 0, 1, 12) + signed * 6 * 3_600_000)
        const exDate = new Date(madeAt.getTime() + 7 * 86_400_000).toISOString().slice(0, 10)
        const made_at = madeAt.toISOString()
        await addToRecord(trx, [makeFrozen({ ex_date: exDate, made_at, version: signed + 1 })])
        await signEstimates(trx, madeAt)
        if (count < 50) await pages.queueChange(trx, { kind: 'record', scored: [] }, madeAt)
      }
    })
  }
  const publish = async (paths: readonly string[]) => {
    const source = {
      db: site.db,
      siteDir,
      site: testSite,
      readTime: async () => testTime,
      loadPage: pages.load,
      render: async (_path: string, { page }: { page: AnyPage }) =>
        'note' in page ? String(page.note) : JSON.stringify('data' in page ? page.data : null)
    }
    const ofLog = paths.filter((path) => path.startsWith('/data/record/') && !path.endsWith('hub.csv'))
    for (const path of ofLog) await publishPage(source, path)
  }
  return {
    ...site,
    prefix: `${site.url}/data/record`,
    sign,
    publishAll: async () => {
      // Smaller widths would take most of the test.
      const isSmaller = (path: string) => /\.p\/\d+$/.test(path) && !path.endsWith(`.p/${signed % 256}`)
      const paths = await pages.list(site.db)
      await publish(paths.filter((path) => !isSmaller(path) || path.startsWith('/data/record/tile/1/')))
    },
    publishQueued: async () => {
      for (const path of await readQueuedPaths(site.db))
        if (existsSync(join(siteDir, path)) || !path.includes('/tile/') || (await pages.load(site.db, path)))
          await publish([path])
      await site.db.deleteFrom('page_change').execute()
    },
    read: async (path: string) => (await fetch(site.url + path)).text(),
    listTileFiles: async () => {
      const entries = await readdir(join(siteDir, 'data/record/tile'), {
        recursive: true,
        withFileTypes: true
      })
      const files = entries.filter((entry) => entry.isFile())
      return files.map(({ name, parentPath }) => `/${relative(siteDir, join(parentPath, name))}`).sort()
    }
  }
}

test('a client of tiled logs proves a row and the growth between two checkpoints from tiles alone', async () => {
  const site = await startSite()
  await site.sign(251)
  await site.publishAll()
  const verifierKey: string = JSON.parse(await site.read(recordCosignaturesPath)).log_key
  const honest = (_path: string, bytes: Buffer) => bytes
  const open = async () => openCheckpoint(await site.read(tiledCheckpointPath), verifierKey)
  const before = await open()
  expect(before.size).toBe(251)
  expect(await createTileClient(site.prefix, before.size, honest).root()).toEqual(before.root)
  await site.sign(59)
  await site.publishAll()
  const after = await open()
  expect(after.size).toBe(310)
  const client = createTileClient(site.prefix, after.size, honest)
  expect(await client.root()).toEqual(after.root)
  const growth = await client.proveGrowth(before.size)
  expect(isConsistent(before, after, growth)).toBe(true)
  expect(isConsistent({ ...before, root: after.root }, after, growth)).toBe(false)

  // A row of the day's file: its tree has the root in an entry of the log.
  const entries = await client.readEntries()
  expect(entries).toHaveLength(310)
  const { leaves } = JSON.parse(await site.read(recordDayPath('2026-02-10')))
  const texts = leaves.map((leaf: object) => JSON.stringify(Object.fromEntries(Object.entries(leaf).sort())))
  expect(texts).toHaveLength(4)
  const root = treeHash(texts).toString('hex')
  const place = entries.findIndex((entry) => JSON.parse(entry).root === root)
  expect(JSON.parse(entries[place] ?? '{}')).toMatchObject({ day: '2026-02-10', leaves: 4 })
  const proof = await client.proveInclusion(place)
  expect(isIncluded(entries[place] ?? '', place, after, proof)).toBe(true)
  expect(isIncluded(entries[place - 1] ?? '', place, after, proof)).toBe(false)

  // Tiles of another log don't lead to the signed roots.
  const forged = createTileClient(site.prefix, after.size, (path, bytes) =>
    path === 'tile/0/001.p/54' ? Buffer.concat([sha256('x'), bytes.subarray(32)]) : bytes
  )
  expect(await forged.root()).not.toEqual(after.root)
  expect(isConsistent(before, after, await forged.proveGrowth(before.size))).toBe(false)
})

test('a partial tile is served until its tile is full, and each file as its specification says', async () => {
  const site = await startSite()
  await site.sign(253)
  await site.publishAll()
  for (const signed of [2, 1]) {
    await site.sign(signed)
    await site.publishQueued()
    const served = ['tile/0/000.p/253', 'tile/entries/000.p/253', `tile/0/000${signed === 1 ? '' : '.p/255'}`]
    const answers = await Promise.all(
      served.map(async (path) => (await fetch(`${site.prefix}/${path}`)).status)
    )
    expect(answers).toEqual(signed === 1 ? [404, 404, 200] : [200, 200, 200])
  }
  await site.sign(1)
  await site.publishQueued()
  const partial = ['0/001.p/1', '1/000.p/1', 'entries/001.p/1']
  expect(await site.listTileFiles()).toEqual(
    ['0/000', 'entries/000', ...partial].map((tile) => `/data/record/tile/${tile}`).sort()
  )
  const get = (path: string, headers: Record<string, string> = {}) => fetch(site.url + path, { headers })
  const checkpoint = await get(tiledCheckpointPath)
  expect(checkpoint.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(checkpoint.headers.get('cache-control')).toBe('no-cache')
  expect(checkpoint.headers.get('access-control-allow-origin')).toBe('*')
  expect(await checkpoint.text()).toBe(await site.read(recordCheckpointPath))
  const encodingOf = async (path: string) =>
    (await get(path, { 'accept-encoding': 'gzip' })).headers.get('content-encoding')
  expect(await encodingOf('/data/record/tile/entries/000')).toBe('gzip')
  expect(await encodingOf('/data/record/tile/0/000')).toBeNull()
  const part = await get(tiledCheckpointPath, { range: 'bytes=0-9' })
  expect([part.status, part.headers.get('content-type')]).toEqual([206, 'text/plain; charset=utf-8'])
})
