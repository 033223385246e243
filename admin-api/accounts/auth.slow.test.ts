import { afterEach, beforeEach, expect, test } from 'vitest'
import { adminMarker } from '../contract/headers.ts'
import { startApi, type TestApi } from '../testing/api.ts'
import { storePassword } from '../testing/operator.ts'

const login = '/api/auth/login'
const logout = '/api/auth/logout'
const guarded = '/api/admin/logs'
const marker = { [adminMarker.name]: adminMarker.value }
let api: TestApi

beforeEach(async () => {
  api = await startApi({ content: 'tables' })
  await storePassword(api.db, 'pieces of eight')
})
afterEach(() => api.close())

/** Cookie as the browser would send it back. */
async function logInAs(headers: Record<string, string> = {}): Promise<string> {
  const { headers: responseHeaders } = await api.post(login, { password: 'pieces of eight' }, headers)
  return responseHeaders.getSetCookie()[0]?.split(';')[0] ?? ''
}

async function statusWith(cookie: string): Promise<number> {
  return (await api.get(guarded, { cookie })).status
}

async function readLog() {
  return api.db.selectFrom('admin_log').select(['level', 'message', 'user_id', 'ip_short']).execute()
}

test('the right password opens the admin area with a cookie that no script and no other site can use', async () => {
  const { status, headers, body } = await api.post(login, { password: 'pieces of eight' })
  expect([status, body]).toEqual([200, { message: 'Welcome aboard, Captain.' }])
  const [cookie = '', device = '', ...others] = headers.getSetCookie()
  expect(others).toEqual([])
  expect(device).toMatch(
    /^doubloon-device=[\w-]{22}\.\d{10}\.[\w-]{43}; Max-Age=31536000; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Strict$/
  )
  expect(cookie).toMatch(/^doubloon-session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/)
  expect(headers.get('cache-control')).toBe('no-store')
  expect(await statusWith(cookie.split(';')[0] ?? '')).toBe(200)
})

test('on https the cookie is bound to the host and to https, and works under no other name', async () => {
  await api.close()
  api = await startApi({ content: 'tables', siteUrl: 'https://doubloon.example' })
  await storePassword(api.db, 'pieces of eight')
  const { headers } = await api.post(login, { password: 'pieces of eight' })
  const cookie = headers.getSetCookie()[0] ?? ''
  expect(cookie).toMatch(/^__Host-doubloon-session=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Strict$/)
  expect(headers.getSetCookie()[1]).toMatch(
    /^__Host-doubloon-device=\S+; .*HttpOnly; Secure; SameSite=Strict$/
  )
  const pair = cookie.split(';')[0] ?? ''
  expect(await statusWith(pair)).toBe(200)
  expect(await statusWith(pair.replace('__Host-', ''))).toBe(401)
})

const refusedPasswords: [what: string, sent: object, status: number, message: unknown][] = [
  ['wrong', { password: 'pieces of nine' }, 401, 'Invalid credentials'],
  ['right but in capitals', { password: 'PIECES OF EIGHT' }, 401, 'Invalid credentials'],
  ['right with a trailing space', { password: 'pieces of eight ' }, 401, 'Invalid credentials'],
  ['empty', { password: '' }, 400, 'Password is required'],
  ['missing', {}, 400, 'Password is required'],
  ['null', { password: null }, 400, 'Password is required'],
  ['a number', { password: 8 }, 400, 'Password is required'],
  ['a list', { password: ['pieces of eight'] }, 400, 'Password is required'],
  ['an object', { password: { $ne: '' } }, 400, 'Password is required'],
  ['1001 characters long', { password: 'x'.repeat(1001) }, 400, 'The password is too long'],
  ['20,000 characters long', { password: 'x'.repeat(20_000) }, 413, expect.any(String)]
]

test('any other password is refused, and opens no session', async () => {
  for (const [what, sent, status, message] of refusedPasswords) {
    const refused = await api.post(login, sent)
    expect.soft(refused, what).toMatchObject({ status, body: { message } })
    expect.soft(refused.headers.getSetCookie(), what).toEqual([])
    expect.soft(refused.headers.get('cache-control'), what).toBe('no-store')
    expect.soft(await api.db.selectFrom('session').select('token_hash').execute(), what).toEqual([])
  }
})

test('no password is accepted before one is set', async () => {
  await api.db.deleteFrom('meta').where('key', '=', 'admin-password').execute()
  expect((await api.post(login, { password: 'pieces of eight' })).status).toBe(401)
})

test('a form on another site cannot log anybody in', async () => {
  const headers = { 'content-type': 'text/plain' }
  expect((await api.post(login, '{"password":"pieces of eight"}', headers)).status).toBe(415)
})

test('each login gets its own token and ends the previous session of the browser', async () => {
  const first = await logInAs()
  const second = await logInAs({ cookie: first })
  expect(second).not.toBe(first)
  expect([await statusWith(first), await statusWith(second)]).toEqual([401, 200])
})

test('a token planted before the login is useless after it', async () => {
  const planted = `doubloon-session=${'A'.repeat(43)}`
  const issued = await logInAs({ cookie: planted })
  expect(issued).not.toBe(planted)
  expect(await statusWith(planted)).toBe(401)
})

test('two browsers have two sessions, and logging out of one keeps the other', async () => {
  const [ship, shore] = [await logInAs(), await logInAs()]
  await api.post(logout, {}, { cookie: ship })
  expect([await statusWith(ship), await statusWith(shore)]).toEqual([401, 200])
})

test('logging out ends the session on the server and deletes the cookie', async () => {
  const cookie = await logInAs()
  const { status, headers, body } = await api.post(logout, {}, { cookie })
  expect([status, body]).toEqual([200, { message: 'You are logged out.' }])
  expect(headers.getSetCookie()[0]).toMatch(
    /^doubloon-session=; Path=\/; Expires=Thu, 01 Jan 1970 .*HttpOnly/
  )
  expect(await statusWith(cookie)).toBe(401)
})

test('logging out without a session gets the same response and touches no cookie', async () => {
  const { status, headers, body } = await api.post(logout, {})
  expect([status, body]).toEqual([200, { message: 'You are logged out.' }])
  expect(headers.getSetCookie()).toEqual([])
})

const invalidCookies = [
  ['an empty cookie header', ''],
  ['an empty session token', 'doubloon-session='],
  ['a token that was never issued', `doubloon-session=${'A'.repeat(43)}`],
  ['a very long token', `doubloon-session=${'A'.repeat(9000)}`],
  ['an SQL fragment', "doubloon-session=' or 1=1 --"],
  ['a malformed cookie header', 'a; b; =; ;;']
] as const

test('no other cookie header is accepted as a session', async () => {
  for (const [what, cookie] of invalidCookies) expect.soft(await statusWith(cookie), what).toBe(401)
})

test('the stored part of a session cannot be used to log in', async () => {
  const cookie = await logInAs()
  const row = await api.db.selectFrom('session').selectAll().executeTakeFirstOrThrow()
  expect(row.token_hash).toMatch(/^[0-9a-f]{64}$/)
  expect(JSON.stringify(row)).not.toContain(cookie.split('=')[1])
  expect(await statusWith(`doubloon-session=${row.token_hash}`)).toBe(401)
})

test('logins, failed attempts and logouts are logged, with a shortened address and no password', async () => {
  const from = { 'x-forwarded-for': '203.0.113.77' }
  await api.post(login, { password: 'pieces of nine' }, from)
  const cookie = await logInAs(from)
  await api.post(logout, {}, { cookie, ...from, ...marker })
  const ip_short = '203.0.113.0'
  expect(await readLog()).toEqual([
    { level: 'WARNING', message: 'A wrong password was tried', user_id: null, ip_short },
    { level: 'INFO', message: 'Logged in', user_id: 'admin', ip_short },
    { level: 'INFO', message: 'Logged out', user_id: 'admin', ip_short }
  ])
  expect(await api.db.selectFrom('session').select('ip_short').execute()).toEqual([])
  expect(api.logged).toEqual([])
})

test('the sixth attempt from a network has to wait, even with the right password; other networks do not', async () => {
  const from = { 'x-forwarded-for': '203.0.113.77' }
  for (let i = 0; i < 5; i += 1) {
    expect((await api.post(login, { password: 'pieces of nine' }, from)).status).toBe(401)
  }
  const refused = await api.post(login, { password: 'pieces of eight' }, from)
  expect(refused).toMatchObject({
    status: 429,
    body: { message: 'Too many wrong passwords. Please try again in 1 seconds.' }
  })
  expect(refused.headers.get('retry-after')).toBe('1')
  const other = await api.post(login, { password: 'pieces of eight' }, { 'x-forwarded-for': '203.0.113.78' })
  expect(other.status).toBe(200)
})

test('only five of many concurrent attempts are checked', async () => {
  const startedAt = performance.now()
  const attempts = Array.from({ length: 20 }, (_, i) => api.post(login, { password: `guess ${i}` }))
  const statuses = (await Promise.all(attempts)).map(({ status }) => status)
  // One more attempt per second is allowed.
  const most = 5 + Math.floor((performance.now() - startedAt) / 1000)
  const checked = statuses.filter((status) => status === 401)
  expect(checked.length).toBeGreaterThanOrEqual(5)
  expect(checked.length).toBeLessThanOrEqual(most)
  expect(statuses.filter((status) => status === 429)).toHaveLength(20 - checked.length)
})
