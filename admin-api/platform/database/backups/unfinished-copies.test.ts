import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { removeUnfinishedCopies, writeCopy } from './write-backup.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'doubloon-copies-'))
})
afterEach(() => rm(folder, { recursive: true }))

/** Files left by processes that were killed while copying a database. */
const left = [
  'backup-2026-06-01T07-30-00-000Z.sqlite.writing',
  'backup-2026-06-01T07-30-00-000Z.sqlite.writing-journal',
  'before-migration-2026-06-01T07-30-00-000Z.sqlite.writing-wal',
  'before-restore-2026-06-01T07-30-00-000Z.sqlite.writing',
  'damaged-2026-06-01T07-30-00-000Z.sqlite.writing',
  'damaged-2026-06-01T07-30-00-000Z.sqlite-wal.writing'
]
const others = ['backup-2026-05-31T07-30-00-000Z.sqlite', 'notes.txt', 'notes.writing']

const write = (names: readonly string[]) =>
  Promise.all(names.map((name) => writeFile(join(folder, name), 'half')))
const list = async () => (await readdir(folder)).filter((name) => name !== 'copies.lock').sort()

test('files left by killed processes are removed at once, and no others', async () => {
  await write([...left, ...others])
  removeUnfinishedCopies(folder)
  expect(await list()).toEqual(others)
})

test('unfinished copies are removed before a copy is written', async () => {
  await write([...left, ...others])
  await writeCopy(folder, async () => expect(await list()).toEqual(others))
})

test('a copy in progress is not removed, not even by another copy', async () => {
  const [ours = '', theirs = ''] = left
  await writeCopy(folder, async () => {
    await write([ours])
    removeUnfinishedCopies(folder)
    await writeCopy(folder, async () => {
      await write([theirs])
      removeUnfinishedCopies(folder)
      expect(await list()).toEqual([ours, theirs])
    })
    removeUnfinishedCopies(folder)
    expect(await list()).toEqual([ours, theirs])
  })
  removeUnfinishedCopies(folder)
  expect(await list()).toEqual([])
})

test('a folder that does not exist stays missing', async () => {
  const missing = join(folder, 'missing')
  removeUnfinishedCopies(missing)
  await expect(readdir(missing)).rejects.toThrow('ENOENT')
})
