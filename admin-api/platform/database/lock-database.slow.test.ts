import { copyFile, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findTemplate } from '../../testing/database.ts'
import { lockDatabase } from './lock-database.ts'
import { moveDatabase } from './move-database.ts'

const now = new Date('2026-06-01T12:00:00Z')
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'doubloon-lock-'))
})
afterEach(() => rm(folder, { recursive: true }))

test('one process at a time holds a database, others hold those of other folders, and each can be held again', () => {
  const first = lockDatabase(folder, now)
  expect(() => lockDatabase(folder, now)).toThrow(
    `process ${process.pid} has used the database in ${folder} since 2026-06-01 12:00 UTC; one SQLite database serves one process. Stop that one first, or collect and publish in its admin area.`
  )
  expect(lockDatabase(join(folder, 'other'), now).release).not.toThrow()
  first.release()
  expect(lockDatabase(folder, now).release).not.toThrow()
})

test('a folder that is not writable is named', async () => {
  await mkdir(join(folder, 'doubloon.lock'))
  expect(() => lockDatabase(folder, now)).toThrow(
    `no file can be written in ${folder}: let DATA_DIR name a folder that this user may write.`
  )
})

test('no other user can read the lock file, and so hold its lock', async () => {
  const lock = join(folder, 'doubloon.lock')
  // As earlier versions created it.
  await writeFile(lock, '', { mode: 0o644 })
  lockDatabase(folder, now).release()
  expect((await stat(lock)).mode & 0o777).toBe(0o600)
  await rm(lock)
  lockDatabase(folder, now).release()
  expect((await stat(lock)).mode & 0o777).toBe(0o600)
})

test('a database that a service uses can neither be moved nor moved to', async () => {
  const [used, other] = [join(folder, 'doubloon.sqlite'), join(folder, 'other.sqlite')]
  await copyFile(await findTemplate('tables'), used)
  await copyFile(used, other)
  const lock = lockDatabase(folder, now)
  for (const move of [
    { from: used, to: join(folder, 'new.sqlite') },
    { from: other, to: used }
  ])
    await expect(moveDatabase(move, now)).rejects.toThrow(`process ${process.pid} has used the database`)
  lock.release()
})
