// Shows the same on any database.
import { expect, test } from 'vitest'
import { readMeta, writeMeta } from '../platform/database/meta.db.ts'
import { startApi } from '../testing/api.ts'
import { forEachTest } from '../testing/fixtures.ts'
import { storePassword } from '../testing/operator.ts'
import { ensureAdminPassword, hashPassword, isPassword, isPasswordUnused } from './password.ts'

// Each hash takes a fifth of a second, which is its purpose.
test('a hash includes its cost, differs each time and fits only its password, in any Unicode form', async () => {
  const [one, two] = await Promise.all([hashPassword('trésor'), hashPassword('trésor')])
  expect(one).toMatch(/^scrypt\$32768\$8\$3\$[\w-]{22}\$[\w-]{43}$/)
  expect(one).not.toBe(two)
  expect(await isPassword('tre\u0301sor', one)).toBe(true)
  expect(await isPassword('tresor', one)).toBe(false)
})

const api = forEachTest(() => startApi({ content: 'tables' }))

async function readStored(): Promise<string> {
  return (await readMeta(api.db, 'admin-password')) ?? ''
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

test('a generated password is handed over before its hash is stored, so that a kill in between loses nothing', async () => {
  const killed = ensureAdminPassword(api.db, null, () => Promise.reject(new Error('killed')))
  await expect(killed).rejects.toThrow('killed')
  expect(await readStored()).toBe('')
  let kept = ''
  const made = await ensureAdminPassword(api.db, null, async (password) => {
    kept = password
  })
  expect(made).toBe(kept)
  expect(await isPassword(kept, await readStored())).toBe(true)
  expect(await isPasswordUnused(api.db)).toBe(true)
})

test('a changed configured password replaces the old one and ends every session', async () => {
  await storePassword(api.db, 'pieces of eight')
  const headers = await api.signIn()
  expect(await ensureAdminPassword(api.db, 'pieces of nine')).toBeNull()
  expect(await isPassword('pieces of nine', await readStored())).toBe(true)
  expect(await api.db.selectFrom('session').select('token_hash').execute()).toEqual([])
  expect((await api.get('/api/admin/logs', headers)).status).toBe(401)
})

test('a configured password replaces a damaged hash', async () => {
  for (const damaged of ['bcrypt$10$x', 'scrypt$32768$8$3$AAAA$AAAA']) {
    await writeMeta(api.db, 'admin-password', damaged)
    await ensureAdminPassword(api.db, 'pieces of eight')
    expect(await isPassword('pieces of eight', await readStored())).toBe(true)
  }
})
