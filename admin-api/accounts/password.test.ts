import { expect, test } from 'vitest'
import { readMeta } from '../platform/database/meta.db.ts'
import { startApi, storePassword } from '../testing/api.ts'
import { forEachTest } from '../testing/fixtures.ts'
import { ensureAdminPassword, hashPassword, isPassword, makePassword } from './password.ts'

test('a hash names its cost, is never the same twice, and fits only its password', async () => {
  const [one, two] = await Promise.all([hashPassword('pieces of eight'), hashPassword('pieces of eight')])
  expect(one).toMatch(/^scrypt\$32768\$8\$3\$[\w-]{22}\$[\w-]{43}$/)
  expect(one).not.toBe(two)
  expect(await isPassword('pieces of eight', one)).toBe(true)
  expect(await isPassword('pieces of nine', one)).toBe(false)
})

test('a letter with an accent is the same in composed and decomposed form', async () => {
  const stored = await hashPassword('trésor')
  expect(await isPassword('tre\u0301sor', stored)).toBe(true)
})

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

test('without a configured password one is generated once, and only its hash is stored', async () => {
  const made = (await ensureAdminPassword(api.db, null)) ?? ''
  const stored = await readStored()
  expect(await isPassword(made, stored)).toBe(true)
  const meta = await api.db.selectFrom('meta').selectAll().execute()
  expect(JSON.stringify(meta)).not.toContain(made)
  expect(await ensureAdminPassword(api.db, null)).toBeNull()
  expect(await readStored()).toBe(stored)
})

test('a configured password is never shown, and configuring it again keeps all sessions', async () => {
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

test('the last password stays when the variable is removed', async () => {
  await storePassword(api.db, 'pieces of eight')
  await api.signIn()
  expect(await ensureAdminPassword(api.db, null)).toBeNull()
  expect(await countSessions()).toBe(1)
})
