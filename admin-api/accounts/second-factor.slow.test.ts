// Shows the same on any database.
import { TOTP } from 'otpauth'
import { beforeEach, expect, test } from 'vitest'
import { beginSecondFactor, confirmSecondFactor } from '../contract/accounts.ts'
import { startApi } from '../testing/api.ts'
import { forEachTest } from '../testing/fixtures.ts'
import { storePassword } from '../testing/operator.ts'
import { stepOfCode } from './second-factor.ts'

const path = '/api/admin/second-factor'
const password = 'pieces of eight'
const stepMs = 30_000
let now: Date
let operator: Record<string, string>

beforeEach(() => {
  now = new Date('2026-06-01T12:00:00Z')
})
const api = forEachTest(() => startApi({ content: 'tables', services: { clock: () => now } }))
beforeEach(async () => {
  await storePassword(api.db, password)
  operator = await api.signIn()
})

/** Code that an authenticator app shows, this many steps of 30 s from now. */
function codeOf(secret: string, steps = 0): string {
  return new TOTP({ secret }).generate({ timestamp: now.getTime() + steps * stepMs })
}

function pass(steps: number): void {
  now = new Date(now.getTime() + steps * stepMs)
}

async function begin(): Promise<string> {
  const { body } = await api.post(path, { password }, operator)
  return beginSecondFactor.output.parse(body).secret
}

async function switchOn(): Promise<{ secret: string; recoveryCodes: string[] }> {
  const secret = await begin()
  const { body } = await api.post(`${path}/confirm`, { code: codeOf(secret) }, operator)
  const { recovery_codes: recoveryCodes } = confirmSecondFactor.output.parse(body)
  pass(1)
  return { secret, recoveryCodes }
}

async function logIn(code?: string, from = '203.0.113.1') {
  const sent = code === undefined ? { password } : { password, code }
  return api.post('/api/auth/login', sent, { 'x-forwarded-for': from })
}

const notRight = 'That code is wrong or already used. Please try the next one.'
const wrong = { status: 401, body: { message: notRight, code: 'code-needed' } }

test('the second factor is off at first, and has no effect before a code confirms it', async () => {
  expect((await api.get(path, operator)).body).toEqual({ is_on: false, recovery_codes_left: 0 })
  const { body } = await api.post(path, { password }, operator)
  const { secret, uri } = beginSecondFactor.output.parse(body)
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(uri).toBe(
    `otpauth://totp/Doubloon:localhost%3A4321?issuer=Doubloon&secret=${secret}&algorithm=SHA1&digits=6&period=30`
  )
  expect((await logIn()).status).toBe(200)
  const refused = await api.post(`${path}/confirm`, { code: '000000' }, operator)
  expect(refused).toMatchObject({ status: 400, body: { message: expect.stringContaining('code is wrong') } })
  expect((await logIn()).status).toBe(200)
})

// RFC 6238, appendix B: the SHA-1 codes of the key '12345678901234567890', last six of eight digits.
const publishedCodes = [
  ['1970-01-01T00:00:59Z', '287082'],
  ['2005-03-18T01:58:29Z', '081804'],
  ['2033-05-18T03:33:20Z', '279037']
] as const

test.each(['{}', '{"isOn":"yes"}', '{"isOn":true}', 'null', 'no JSON'])(
  'a damaged second factor lets nobody in: %s',
  async (value) => {
    await switchOn()
    await api.db.updateTable('meta').set({ value }).where('key', '=', 'second-factor').execute()
    for (const code of [undefined, '123456', 'aaaa-bbbb-cccc'])
      expect(await logIn(code)).toMatchObject({
        status: 409,
        body: { message: expect.stringContaining('npm run second-factor-off') }
      })
  }
)

test('codes match those published in RFC 6238', () => {
  for (const [instant, code] of publishedCodes) {
    const at = new Date(instant)
    const step = stepOfCode('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', code, at)
    expect.soft(step, instant).toBe(Math.floor(at.getTime() / stepMs))
  }
})

test('a second factor is set up only with the password, and a stolen session cannot guess it', async () => {
  const wrongPassword = { status: 400, body: { message: 'That is not your password.' } }
  for (let i = 0; i < 5; i += 1)
    expect(await api.post(path, { password: `guess ${i}` }, operator)).toMatchObject(wrongPassword)
  expect(await api.post(path, { password }, operator)).toMatchObject({ status: 429 })
  expect(await api.post(path, {}, operator)).toMatchObject({ status: 400 })
})

test('switching the second factor on ends all other sessions', async () => {
  const other = await api.signIn()
  const secret = await begin()
  await api.post(`${path}/confirm`, { code: '000000' }, operator)
  expect((await api.get(path, other)).status).toBe(200)
  await api.post(`${path}/confirm`, { code: codeOf(secret) }, operator)
  expect((await api.get(path, other)).status).toBe(401)
  expect((await api.get(path, operator)).status).toBe(200)
})

test('with the second factor on, a login without a code fails, counts as an attempt and is logged', async () => {
  const { secret } = await switchOn()
  for (let i = 0; i < 5; i += 1) {
    const refused = await logIn()
    const message = 'Please enter the code that your authenticator app shows.'
    expect(refused).toMatchObject({ status: 401, body: { message, code: 'code-needed' } })
    expect(refused.headers.getSetCookie()).toEqual([])
  }
  expect((await logIn()).status).toBe(429)
  expect((await logIn(codeOf(secret), '203.0.113.2')).status).toBe(200)
  const logged = await api.get('/api/admin/logs?level=WARNING', operator)
  expect(JSON.stringify(logged.body)).toContain(
    'The password was right, and no code of the second factor was sent'
  )
})

test('a wrong password is refused even with a right code, and no code is requested', async () => {
  const { secret } = await switchOn()
  const sent = { password: 'pieces of nine', code: codeOf(secret) }
  const refused = await api.post('/api/auth/login', sent)
  expect([refused.status, refused.body]).toEqual([401, { message: 'Invalid credentials' }])
  expect((await logIn(codeOf(secret))).status).toBe(200)
})

test('a code works once, and no earlier code works after it', async () => {
  const { secret } = await switchOn()
  expect(await logIn(codeOf(secret, -1))).toMatchObject(wrong)
  expect((await logIn(codeOf(secret))).status).toBe(200)
  expect(await logIn(codeOf(secret))).toMatchObject(wrong)
  const both = await Promise.all([logIn(codeOf(secret, 1)), logIn(codeOf(secret, 1))])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 401])
})

test('a code may be half a minute early or late, not more, and may contain a space', async () => {
  const { secret } = await switchOn()
  pass(5)
  expect(await logIn(codeOf(secret, -2))).toMatchObject(wrong)
  expect(await logIn(codeOf(secret, 2))).toMatchObject(wrong)
  expect((await logIn(codeOf(secret, -1))).status).toBe(200)
  expect((await logIn(codeOf(secret, 1).replace(/^.../, '$& '))).status).toBe(200)
})

/** Digits of another script, as some keyboards type them. */
function typedIn(zero: string, code: string): string {
  return code.replaceAll(/\d/g, (digit) => String.fromCodePoint((zero.codePointAt(0) ?? 0) + Number(digit)))
}

test('full-width digits are read as digits, and other scripts are a wrong code', async () => {
  const { secret } = await switchOn()
  const arabic = typedIn('٠', codeOf(secret))
  expect(await logIn(arabic)).toMatchObject(wrong)
  expect(await api.post(`${path}/confirm`, { code: arabic }, operator)).toMatchObject({ status: 400 })
  expect(await api.post(`${path}/off`, { proof: arabic }, operator)).toMatchObject({ status: 400 })
  expect((await logIn(typedIn('０', codeOf(secret)))).status).toBe(200)
  const proof = typedIn('０', codeOf(secret, 1))
  expect(await api.post(`${path}/off`, { proof }, operator)).toMatchObject({ status: 200 })
})

test('each of eight recovery codes works once in place of a code, however it is typed', async () => {
  const { recoveryCodes } = await switchOn()
  expect(new Set(recoveryCodes).size).toBe(8)
  for (const code of recoveryCodes) expect(code).toMatch(/^(?:[a-z346789]{4}-){3}[a-z346789]{4}$/)
  const [first = '', second = ''] = recoveryCodes
  expect((await logIn(first)).status).toBe(200)
  expect(await logIn(first)).toMatchObject(wrong)
  expect((await logIn(` ${second.replaceAll('-', '').toUpperCase()}`)).status).toBe(200)
  expect((await api.get(path, operator)).body).toEqual({ is_on: true, recovery_codes_left: 6 })
})

test('wrong codes cause waits like wrong passwords, and are logged', async () => {
  const { secret } = await switchOn()
  for (let i = 0; i < 5; i += 1) expect(await logIn('000000')).toMatchObject(wrong)
  const refused = await logIn(codeOf(secret))
  expect(refused.status).toBe(429)
  expect(refused.headers.get('retry-after')).toBe('1')
  const lines = await api.db.selectFrom('admin_log').select(['level', 'message']).execute()
  expect(lines).toContainEqual({
    level: 'WARNING',
    message: 'The password was right, the code of the second factor was wrong'
  })
  expect(JSON.stringify(lines)).not.toContain(secret)
})

test('recovery codes are stored as hashes, and the secret is never shown again', async () => {
  const { secret, recoveryCodes } = await switchOn()
  const stored = JSON.stringify(await api.db.selectFrom('meta').selectAll().execute())
  for (const code of recoveryCodes) {
    expect(stored).not.toContain(code)
    expect(stored).not.toContain(code.replaceAll('-', ''))
  }
  expect(JSON.stringify((await api.get(path, operator)).body)).not.toContain(secret)
  expect(await api.post(path, { password }, operator)).toMatchObject({ status: 409 })
  const again = { code: codeOf(secret) }
  expect(await api.post(`${path}/confirm`, again, operator)).toMatchObject({ status: 400 })
})

test.each([
  ['the password', () => password],
  ['a code', (secret: string) => codeOf(secret)],
  ['a recovery code', (_secret: string, recoveryCodes: string[]) => recoveryCodes[0] ?? '']
])('%s switches the second factor off, and a session alone does not', async (_what, proofOf) => {
  const { secret, recoveryCodes } = await switchOn()
  expect(await api.post(`${path}/off`, { proof: 'pieces of nine' }, operator)).toMatchObject({ status: 400 })
  expect((await logIn()).status).toBe(401)
  const proof = proofOf(secret, recoveryCodes)
  expect(await api.post(`${path}/off`, { proof }, operator)).toMatchObject({ status: 200 })
  expect((await logIn()).status).toBe(200)
  const { body } = await api.get('/api/admin/logs', operator)
  expect(JSON.stringify(body)).toContain('The second factor was switched on')
  expect(JSON.stringify(body)).toContain('The second factor was switched off')
})

test('a stolen session cannot be used to guess the password', async () => {
  await switchOn()
  for (let i = 0; i < 5; i += 1) {
    expect((await api.post(`${path}/off`, { proof: `guess ${i}` }, operator)).status).toBe(400)
  }
  expect((await api.post(`${path}/off`, { proof: password }, operator)).status).toBe(429)
})
