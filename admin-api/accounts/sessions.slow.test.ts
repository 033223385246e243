import { expect, test } from 'vitest'
import { startApi } from '../testing/api.ts'
import { seededAt } from '../testing/database.ts'
import { forEachTest } from '../testing/fixtures.ts'
import { storePassword } from '../testing/operator.ts'
import { createSessionReader, openSession } from './sessions.ts'

const minute = 60 * 1000
const hour = 60 * minute
let now: Date

const api = forEachTest(() => {
  now = seededAt
  return startApi({ content: 'tables', services: { clock: () => now } })
})

function pass(milliseconds: number): void {
  now = new Date(now.getTime() + milliseconds)
}

async function readWith(headers: Record<string, string>): Promise<number> {
  return (await api.get('/api/admin/logs', headers)).status
}

test('a session ends after two idle hours', async () => {
  const headers = await api.signIn()
  pass(2 * hour)
  expect(await readWith(headers)).toBe(200)
  pass(2 * hour + 1)
  expect(await readWith(headers)).toBe(401)
})

test('a session in use ends after twelve hours', async () => {
  const headers = await api.signIn()
  for (let used = 0; used < 6; used += 1) {
    expect(await readWith(headers)).toBe(200)
    pass(2 * hour)
  }
  expect(await readWith(headers)).toBe(200)
  pass(1)
  expect(await readWith(headers)).toBe(401)
})

test('the use of a session is stored at most once a minute', async () => {
  const headers = await api.signIn()
  const readSeen = async () =>
    (await api.db.selectFrom('session').select('seen_at').executeTakeFirstOrThrow()).seen_at
  pass(minute)
  await readWith(headers)
  expect(await readSeen()).toBe(seededAt.toISOString())
  pass(1)
  await readWith(headers)
  expect(await readSeen()).toBe(now.toISOString())
})

test('changing the password needs the current one and ends all other sessions', async () => {
  await storePassword(api.db, 'pieces of eight')
  const [other, own] = [await api.signIn(), await api.signIn()]
  const change = (password: string, new_password: string) =>
    api.send('PUT', '/api/admin/password', { password, new_password }, own)
  expect(await change('wrong', 'a better password')).toMatchObject({
    status: 400,
    body: { message: 'That is not your current password.' }
  })
  expect(await change('pieces of eight', 'short')).toMatchObject({ status: 400 })
  expect(await readWith(other)).toBe(200)
  expect((await change('pieces of eight', 'a better password')).status).toBe(200)
  expect([await readWith(own), await readWith(other)]).toEqual([200, 401])
  const logIn = async (password: string) => (await api.post('/api/auth/login', { password })).status
  expect([await logIn('pieces of eight'), await logIn('a better password')]).toEqual([401, 200])
})

test('expired sessions are removed at the next login', async () => {
  await api.signIn()
  pass(3 * hour)
  await api.signIn()
  expect(await api.db.selectFrom('session').select('created_at').execute()).toEqual([
    { created_at: now.toISOString() }
  ])
})

test('all processes on one database share their sessions', async () => {
  const token = await openSession(api.db, { ip: '203.0.113.77', userAgent: 'x'.repeat(500) }, now)
  expect(await createSessionReader(api.db, () => now)(token)).toEqual({ userId: 'admin' })
  const row = await api.db.selectFrom('session').select(['ip_short', 'user_agent']).executeTakeFirst()
  expect(row).toEqual({ ip_short: '203.0.113.0', user_agent: 'x'.repeat(300) })
})
