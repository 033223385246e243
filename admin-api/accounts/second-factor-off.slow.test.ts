import { spawnSync } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { writeMeta } from '../platform/database/meta.db.ts'
import { openDatabase } from '../platform/database/open.ts'
import { databaseFileIn } from '../platform/database/private-files.ts'
import { copySqlite } from '../testing/database.ts'
import { findFactorState, findSecondFactor, removeFactor } from './second-factor.ts'

const script = join(import.meta.dirname, '../../scripts/second-factor-off.ts')
let folder: string

afterEach(() => rm(folder, { recursive: true, force: true }))

function run() {
  return spawnSync(process.execPath, [script], {
    env: { ...process.env, DATA_DIR: folder },
    encoding: 'utf8'
  })
}

test('the command switches the second factor off and writes a log line', async () => {
  folder = await copySqlite('tables')
  const db = openDatabase(databaseFileIn(folder))
  const factor = { secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', isOn: true, lastStep: 0, recoveryHashes: [] }
  await writeMeta(db, 'second-factor', JSON.stringify(factor))
  expect(await findSecondFactor(db)).toEqual(factor)
  expect(run()).toMatchObject({ status: 0, stdout: 'The second factor is off.\n' })
  expect(await findSecondFactor(db)).toBeNull()
  const lines = await db.selectFrom('admin_log').select('message').execute()
  expect(lines).toContainEqual({ message: 'The second factor was switched off from the shell' })
  expect(run()).toMatchObject({ status: 0, stdout: 'There was no second factor.\n' })
  await db.destroy()
})

test('the command removes a damaged second factor, which refuses every login', async () => {
  folder = await copySqlite('tables')
  await using db = openDatabase(databaseFileIn(folder))
  await writeMeta(db, 'second-factor', '{"secret":"GEZDGNBVGY3T')
  expect(run()).toMatchObject({
    status: 0,
    stdout: 'The second factor was damaged and is off. Log in with the password, and set it up again.\n'
  })
  expect(await findSecondFactor(db)).toBeNull()
})

const shortSecret = { secret: 'A', isOn: true, lastStep: 0, recoveryHashes: [] }

test.each([
  ['an empty object', '{}'],
  ['nothing', ''],
  ['cut JSON', '{"secret":"GEZDGNBVGY3T'],
  ['null', 'null'],
  ['a secret of one letter', JSON.stringify(shortSecret)],
  ['an empty secret', JSON.stringify({ ...shortSecret, secret: '' })],
  ['a blank secret', JSON.stringify({ ...shortSecret, secret: ' '.repeat(32) })],
  ['a secret of 15 bytes', JSON.stringify({ ...shortSecret, secret: 'GEZDGNBVGY3TQOJQGEZDGNBV' })]
])('%s is damaged: it refuses every login, and can be removed', async (_case, value) => {
  folder = await copySqlite('tables')
  await using db = openDatabase(databaseFileIn(folder))
  await writeMeta(db, 'second-factor', value)
  await expect(findSecondFactor(db)).rejects.toThrow('second factor is damaged')
  expect(await findFactorState(db)).toBe('damaged')
  await removeFactor(db)
  expect(await findFactorState(db)).toBe('off')
})

test('in a folder without a database the command fails and creates none', async () => {
  folder = await mkdtemp(join(tmpdir(), 'doubloon-empty-'))
  const { status, stderr } = run()
  expect(status).toBe(1)
  expect(stderr).toBe(
    `There is no database at ${join(folder, 'doubloon.sqlite')}; set DATA_DIR to the folder that the service uses.\n`
  )
  expect(await readdir(folder)).toEqual([])
})
