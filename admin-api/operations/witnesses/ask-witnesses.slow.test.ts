import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { recordCheckpointPath, recordKeysPath, signedRecordPath } from '../../contract/signed-record.ts'
import { recordCosignaturesPath } from '../../contract/witnesses.ts'
import { addToRecord } from '../../estimates/estimate-record.db.ts'
import { signEstimates } from '../../estimates/sign-estimates.ts'
import { rotateKey } from '../../estimates/signing-keys.ts'
import { writeTransaction } from '../../platform/database/write-transaction.ts'
import { closeServer } from '../../platform/http/listen.ts'
import { parseCheckpoint } from '../../signed-record/checkpoint.ts'
import { textOfCosignature, toCosignatureBytes } from '../../signed-record/cosignature.ts'
import {
  formatVerifierKey,
  parseVerifierKey,
  signatureKinds,
  toSignatureLine
} from '../../signed-record/signed-note.ts'
import { verifyRecord } from '../../signed-record/verify-record.ts'
import { judgeSubmission, type WitnessedLog } from '../../signed-record/witness.ts'
import { startApi, type TestApi } from '../../testing/api.ts'
import { makeClose, makeFrozen, makeFund } from '../../testing/make.ts'
import { makeKeyPair, publicKeyOf } from '../../testing/make-record.ts'
import { pages } from '../../testing/pages.ts'
import { runHealthChecks } from '../health/health-checks.ts'
import { createWitnesses } from './ask-witnesses.ts'

let api: TestApi
let now = new Date('2026-06-01T22:20:00Z')
let server: Server
/** State and key of the witness, and its answer if it can't judge. */
let log: WitnessedLog
let pair: CryptoKeyPair
let answer: { status: number; body?: string; headers?: Record<string, string> } | null
/** Seconds by which its clock is ahead. */
let ahead: number
let calls: number

const name = 'witness.example/w1'

async function judge(body: string): Promise<{ status: number; body: string }> {
  const verdict = await judgeSubmission(body, log)
  if (verdict.status === 409) return { status: 409, body: `${verdict.knownSize}\n` }
  if (verdict.status !== 200) return { status: verdict.status, body: verdict.reason }
  const { origin, size, root, text } = verdict.checkpoint
  log = { ...log, head: { origin, size, root } }
  const seconds = Math.floor(now.getTime() / 1000) + ahead
  const message = new TextEncoder().encode(textOfCosignature(text, seconds))
  const signature = new Uint8Array(await crypto.subtle.sign('Ed25519', pair.privateKey, message))
  const key = { name, publicKey: await publicKeyOf(pair) }
  const line = await toSignatureLine(key, signatureKinds.cosignature, toCosignatureBytes(seconds, signature))
  // A witness may have other keys, which are ignored.
  return { status: 200, body: `— other.example AAAAAAAA\n${line}` }
}

beforeEach(async () => {
  now = new Date('2026-06-01T22:20:00Z')
  answer = null
  ahead = 0
  calls = 0
  pair = await makeKeyPair()
  server = createServer(async (request, response) => {
    calls += 1
    let body = ''
    for await (const chunk of request) body += chunk
    expect(request.url).toBe('/add-checkpoint')
    const said = answer ?? (await judge(body))
    response.writeHead(said.status, 'headers' in said ? said.headers : {}).end(said.body)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  api = await startApi({ content: 'tables', services: { clock: () => now, witnessHosts: [hostOf()] } })
  await api.db.insertInto('fund').values(makeFund()).execute()
  await sign('2026-06-04', '2026-06-01T22:15:00.000Z')
  const logKey = await readLogKey()
  log = { origin: logKey.name, keys: [logKey.publicKey], head: null }
})
afterEach(async () => {
  await api.close()
  server.closeAllConnections()
  await closeServer(server)
})

const hostOf = () => `127.0.0.1:${(server.address() as AddressInfo).port}`

async function sign(exDate: string, at: string): Promise<void> {
  await writeTransaction(api.db, async (trx) => {
    await addToRecord(trx, [makeFrozen({ ex_date: exDate, made_at: at })])
    await signEstimates(trx, new Date(at))
  })
}

async function readLogKey() {
  const { body } = await api.get('/api/admin/system/witnesses', await api.signIn())
  const key = await parseVerifierKey((body as { log_key: string }).log_key, signatureKinds.note)
  if (key === null) throw new Error('the log has a key')
  return key
}

async function add(url = `http://${hostOf()}/`) {
  const verifier_key = await formatVerifierKey(
    { name, publicKey: await publicKeyOf(pair) },
    signatureKinds.cosignature
  )
  return api.post('/api/admin/system/witnesses', { url, verifier_key }, await api.signIn())
}

/** Asks in a process of its own. */
async function ask(): Promise<void> {
  const witnesses = createWitnesses(api.services)
  await witnesses.askDue()
  await witnesses.stop()
}

async function readState() {
  const { body } = await api.get('/api/admin/system/witnesses', await api.signIn())
  return (body as { witnesses: { fault: string | null; cosigned: { size: number } | null }[] }).witnesses[0]
}

async function read(path: string): Promise<string> {
  const page = await pages.load(api.db, path)
  if (page === null) throw new Error(`there is no ${path}`)
  return page.kind === 'record-checkpoint' ? page.note : JSON.stringify('data' in page ? page.data : page)
}

const verify = () =>
  verifyRecord({ read, published: null, outlooks: null, presentSymbolOf: (symbol) => symbol })

test('nobody is asked before the operator adds a witness; then it cosigns each new signature once, and it is published', async () => {
  await ask()
  expect(calls).toBe(0)
  expect(JSON.parse(await read(recordCosignaturesPath))).toMatchObject({ cosignatures: [] })
  expect(await add()).toMatchObject({ status: 200, body: { message: expect.stringContaining(name) } })
  await ask()
  await ask()
  expect(calls).toBe(1)
  const [cosigned] = JSON.parse(await read(recordCosignaturesPath)).cosignatures
  expect(cosigned).toMatchObject({ size: 1, witness: name, cosigned_at: now.toISOString() })
  expect(await read(recordCheckpointPath)).toContain(`\n${cosigned.line}\n`)
  const queued = await api.db.selectFrom('page_change').select('path').execute()
  expect(queued.map(({ path }) => path)).toEqual(
    expect.arrayContaining([recordCheckpointPath, recordCosignaturesPath, signedRecordPath])
  )
  await api.db.insertInto('price').values(makeClose()).execute()
  expect(JSON.parse(await read(signedRecordPath))).toMatchObject({
    cosignatures: [{ witness: name, size: 1 }]
  })

  await sign('2026-06-11', '2026-06-02T22:15:00.000Z')
  now = new Date('2026-06-02T22:16:00Z')
  // The cosignature was of a smaller log.
  expect(parseCheckpoint(await read(recordCheckpointPath)).signatures).toHaveLength(1)
  await ask()
  expect(parseCheckpoint(await read(recordCheckpointPath)).signatures).toHaveLength(2)
  expect(await verify()).toMatchObject({ fault: null, cosigned: [{ witness: name, size: 2 }] })
  const removed = await api.send('DELETE', '/api/admin/system/witnesses', { name }, await api.signIn())
  expect(removed).toMatchObject({ status: 200 })
  expect(JSON.parse(await read(recordCosignaturesPath)).cosignatures).toHaveLength(2)
})

test('a witness that has seen more or less is sent the proof from there; one that has seen another log refuses', async () => {
  for (const [i, day] of ['2026-06-02', '2026-06-03', '2026-06-04'].entries())
    await sign(`2026-06-1${i}`, `${day}T22:15:00.000Z`)
  await add()
  await ask()
  expect(await readState()).toMatchObject({ fault: null, cosigned: { size: 4 } })
  // A restored database has forgotten what was cosigned.
  await api.db.deleteFrom('record_cosignature').execute()
  await sign('2026-06-20', '2026-06-05T22:15:00.000Z')
  await ask()
  expect(await readState()).toMatchObject({ fault: null, cosigned: { size: 5 } })

  const honest = log
  await sign('2026-06-21', '2026-06-06T22:15:00.000Z')
  if (honest.head === null) throw new Error('it has cosigned')
  log = { ...honest, head: { ...honest.head, root: 'ab'.repeat(32) } }
  await ask()
  expect(await readState()).toMatchObject({
    fault: expect.stringContaining('this log does not continue the 5 signatures')
  })
  log = { ...honest, head: { ...honest.head, size: 9 } }
  now = new Date(now.getTime() + 16 * 60_000)
  await ask()
  const reason = `${name} refuses to cosign: it has seen 9 signatures, and this record has 6.`
  expect(await readState()).toMatchObject({ fault: expect.stringContaining(reason) })
  // Another log is no failure of the network, so it is reported at once, and stays until it cosigns.
  expect((await api.get('/api/health')).body).toMatchObject({
    status: 'degraded',
    reasons: expect.arrayContaining([expect.stringContaining(reason)])
  })
  await runHealthChecks(api.services)
  const outages = await api.db.selectFrom('outage').select(['subject', 'reason']).execute()
  expect(outages).toContainEqual({ subject: 'witnesses', reason: expect.stringContaining(reason) })
  log = honest
  now = new Date(now.getTime() + 16 * 60_000)
  await ask()
  expect(await readState()).toMatchObject({ fault: null, cosigned: { size: 6 } })
})

test('a failing witness is named in admin, retried after 15 minutes, and a reason for health after a day', async () => {
  await add()
  const faults: [NonNullable<typeof answer>, string][] = [
    [{ status: 404 }, 'does not know this log (404)'],
    [{ status: 403 }, 'does not trust the key of this log (403)'],
    [{ status: 500 }, 'answered with an error (500)'],
    [{ status: 302, headers: { location: 'http://127.0.0.1:9/' } }, 'redirects to another address (302)'],
    [{ status: 200, body: 'nonsense' }, 'answered without a valid cosignature'],
    [{ status: 200, body: 'x'.repeat(20_000) }, 'sent more than 16384 bytes'],
    [{ status: 409, body: 'many' }, 'answered 409 without the size']
  ]
  for (const [response, fault] of faults) {
    answer = response
    const before = calls
    await ask()
    await ask()
    expect([calls - before, (await readState())?.fault]).toEqual([1, expect.stringContaining(fault)])
    now = new Date(now.getTime() + 16 * 60_000)
  }
  const connections = () => api.signIn().then((session) => api.get('/api/admin/system/connections', session))
  expect((await connections()).body).toMatchObject({
    witnesses: { status: 'ok', detail: expect.stringContaining('409') }
  })
  now = new Date(now.getTime() + 24 * 3_600_000)
  expect((await connections()).body).toMatchObject({ witnesses: { status: 'degraded' } })
  answer = null
  ahead = 7200
  await ask()
  expect(await readState()).toMatchObject({
    fault: expect.stringContaining('its clock or ours is wrong'),
    cosigned: null
  })
})

test('a witness learns of a new key by hand, and until then the fault says so', async () => {
  await add()
  await writeTransaction(api.db, (trx) => rotateKey(trx, now))
  await ask()
  expect(await readState()).toMatchObject({
    fault: expect.stringContaining('give its operator the present verifier key')
  })
  log = { ...log, keys: [...log.keys, (await readLogKey()).publicKey] }
  now = new Date(now.getTime() + 16 * 60_000)
  await ask()
  expect(await readState()).toMatchObject({ fault: null, cosigned: { size: 1 } })
  expect(JSON.parse(await read(recordKeysPath)).keys).toHaveLength(2)
})

test('addresses in a private network, without https or of another form are refused, and so is a damaged key', async () => {
  const refused = async (url: string) => (await add(url)).body
  expect(await refused('http://witness.example')).toMatchObject({
    message: expect.stringContaining('WITNESS_HOSTS')
  })
  for (const url of [
    'ftp://witness.example',
    'https://user:pass@witness.example',
    'https://witness.example/?a=1',
    'nonsense'
  ])
    expect(await refused(url)).toMatchObject({ message: expect.stringContaining('The address must be') })
  const damaged = await api.post(
    '/api/admin/system/witnesses',
    { url: 'https://witness.example', verifier_key: `${name}+00000000+${'A'.repeat(44)}` },
    await api.signIn()
  )
  expect(damaged).toMatchObject({ status: 400, body: { message: expect.stringContaining('NAME+ID+KEY') } })
  // A name that resolves to this machine, and its address in other forms.
  for (const host of [
    'localhost:1',
    '127.0.0.1:1',
    '[::1]:1',
    '2130706433:1',
    '[::ffff:7f00:1]:1',
    '169.254.169.254',
    '10.0.0.1'
  ]) {
    expect(await add(`https://${host}`)).toMatchObject({ status: 200 })
    await ask()
    expect([host, (await readState())?.fault]).toEqual([
      host,
      expect.stringContaining('is in a private network')
    ])
    await api.send('DELETE', '/api/admin/system/witnesses', { name }, await api.signIn())
  }
  expect(calls).toBe(0)
})
