import { expect, test } from 'vitest'
import { readMeta } from '../platform/database/meta.db.ts'
import { startApi, storePassword } from '../testing/api.ts'
import { forEachTest } from '../testing/fixtures.ts'
import { ensureAdminPassword, isPassword, makePassword } from './password.ts'

test('a stored hash of another form is an error, not a wrong password', async () => {
  await expect(isPassword('x', 'bcrypt$10$x')).rejects.toThrow('needs the form scrypt$..., got bcrypt$...')
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
