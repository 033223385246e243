// Shows the same on any database.
import { expect, test } from 'vitest'
import { readMeta, writeMeta } from '../platform/database/meta.db.ts'
import { startApi } from '../testing/api.ts'
import { forEachTest } from '../testing/fixtures.ts'
import { storePassword } from '../testing/operator.ts'
import { ensureAdminPassword, isPassword, makePassword } from './password.ts'

test.each([
  'bcrypt$10$x',
  'scrypt$32768$8$3$AAAA',
  'scrypt$x$8$3$AAAA$AAAA',
  'scrypt$32768$8$3$AAAA$AAAA',
  ''
])('the damaged hash %s is reported at a login and at the start', async (hash) => {
  const damaged = 'the stored admin password is damaged: start once with ADMIN_PASSWORD set'
  await expect(isPassword('x', hash)).rejects.toThrow(damaged)
  await writeMeta(api.db, 'admin-password', hash)
  await expect(ensureAdminPassword(api.db, null)).rejects.toThrow(damaged)
})

test('a generated password is easy to read aloud and different each time', () => {
  const made = Array.from({ length: 100 }, makePassword)
  for (const password of made) {
    expect(password).toMatch(/^(?:[bcdfghjkmnprstvwz][aeiou][bcdfghjkmnprstvwz]-?){5}(?<!-)$/)
  }
  expect(new Set(made).size).toBe(100)
})

const api = forEachTest(() => startApi({ content: 'tables' }))

async function readStored(): Promise<string> {
  return (await readMeta(api.db, 'admin-password')) ?? ''
}

async function countSessions(): Promise<number> {
  return (await api.db.selectFrom('session').select('token_hash').execute()).length
}

test('a configured password is never shown, and configuring it again keeps all sessions', async () => {
  await storePassword(api.db, 'pieces of eight')
  await api.signIn()
  const before = await readStored()
  expect(await ensureAdminPassword(api.db, 'pieces of eight')).toBeNull()
  expect([await readStored(), await countSessions()]).toEqual([before, 1])
})

test('the last password stays when the variable is removed', async () => {
  await storePassword(api.db, 'pieces of eight')
  await api.signIn()
  expect(await ensureAdminPassword(api.db, null)).toBeNull()
  expect(await countSessions()).toBe(1)
})
