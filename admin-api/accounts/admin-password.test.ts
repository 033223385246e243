import { afterEach, beforeEach, expect, test } from 'vitest'
import { readMeta } from '../platform/database/meta.db.ts'
import { startApi, type TestApi } from '../testing/start-api.ts'
import { storePassword } from '../testing/store-password.ts'
import { ensureAdminPassword } from './admin-password.ts'
import { isPassword } from './password.ts'

let api: TestApi

beforeEach(async () => {
  api = await startApi({ isSeeded: false })
})
afterEach(() => api.stop())

async function readStored(): Promise<string> {
  return (await readMeta(api.db, 'admin-password')) ?? ''
}

async function countSessions(): Promise<number> {
  return (await api.db.selectFrom('session').select('token_hash').execute()).length
}

test('without a configured password one is made once, and only its hash is kept', async () => {
  const made = (await ensureAdminPassword(api.db, null)) ?? ''
  const stored = await readStored()
  expect(await isPassword(made, stored)).toBe(true)
  const meta = await api.db.selectFrom('meta').selectAll().execute()
  expect(JSON.stringify(meta)).not.toContain(made)
  expect(await ensureAdminPassword(api.db, null)).toBeNull()
  expect(await readStored()).toBe(stored)
})

test('a configured password is never shown, and the same one leaves sessions alone', async () => {
  await storePassword(api.db, 'pieces of eight')
  await api.signIn()
  const before = await readStored()
  expect(await ensureAdminPassword(api.db, 'pieces of eight')).toBeNull()
  expect([await readStored(), await countSessions()]).toEqual([before, 1])
})

test('another configured password replaces the old one and ends every session', async () => {
  await storePassword(api.db, 'pieces of eight')
  const headers = await api.signIn()
  expect(await ensureAdminPassword(api.db, 'pieces of nine')).toBeNull()
  expect(await isPassword('pieces of nine', await readStored())).toBe(true)
  expect(await countSessions()).toBe(0)
  expect((await api.get('/api/admin/logs', headers)).status).toBe(401)
})

test('when the variable is taken away the last password stays', async () => {
  await storePassword(api.db, 'pieces of eight')
  await api.signIn()
  expect(await ensureAdminPassword(api.db, null)).toBeNull()
  expect(await countSessions()).toBe(1)
})
