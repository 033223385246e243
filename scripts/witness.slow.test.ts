import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  parseRecordSignatures,
  recordCheckpointPath,
  recordSignaturesPath
} from '../admin-api/contract/signed-record.ts'
import { closeServer } from '../admin-api/platform/http/listen.ts'
import { parseCheckpoint, readLog } from '../admin-api/signed-record/checkpoint.ts'
import { findCosignature } from '../admin-api/signed-record/cosignature.ts'
import {
  formatVerifierKey,
  parseVerifierKey,
  signatureKinds
} from '../admin-api/signed-record/signed-note.ts'
import { formatSubmission } from '../admin-api/signed-record/witness.ts'
import {
  first,
  forgeries,
  honest,
  makeKeyPair,
  makeRecordFiles,
  publicKeyOf,
  second
} from '../admin-api/testing/make-record.ts'
import { runCommand } from '../admin-api/testing/real-server.ts'

let folder: string
let site: Server
/** Files that the site shows. */
let files: Record<string, string> = {}
let witness: ChildProcess | null = null

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'doubloon-witness-'))
  site = createServer(({ url = '' }, response) => {
    response.writeHead(files[url] === undefined ? 404 : 200).end(files[url])
  })
  await new Promise<void>((listening) => site.listen(0, '127.0.0.1', listening))
})
afterEach(async () => {
  if (witness !== null && witness.exitCode === null) {
    witness.kill('SIGKILL')
    await once(witness, 'close')
  }
  witness = null
  site.closeAllConnections()
  await closeServer(site)
  await rm(folder, { recursive: true, force: true })
})

const stateFile = () => join(folder, 'state.json')
const follow = () => [
  '--follow',
  `http://127.0.0.1:${(site.address() as AddressInfo).port}`,
  '--state',
  stateFile()
]
const lookOnce = (...args: string[]) => runCommand(folder, 'witness.ts', [...follow(), '--once', ...args])

/** Starts the witness; resolves with its address and verifier key. */
async function start(): Promise<{ url: string; key: string }> {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, 'witness.ts'), ...follow(), '--port', '0'],
    {
      stdio: ['ignore', 'pipe', 'inherit']
    }
  )
  witness = child
  let printed = ''
  return new Promise((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString()
      const url = /Listening on (\S+)\n/.exec(printed)?.[1]
      if (url !== undefined) resolve({ url, key: /Witness: (\S+)\n/.exec(printed)?.[1] ?? '' })
    })
    child.once('close', () => reject(new Error(`it ended: ${printed}`)))
  })
}

async function submit(url: string, record: Record<string, string>, oldSize: number): Promise<Response> {
  const { tree } = await readLog(parseRecordSignatures(record[recordSignaturesPath] ?? '').signatures)
  const proof = await tree.proveGrowth(oldSize, tree.size)
  const body = formatSubmission(oldSize, proof, record[recordCheckpointPath] ?? '')
  return fetch(`${url}/add-checkpoint`, { method: 'POST', body })
}

test('it cosigns what grew, refuses what was rewritten, and remembers both after a restart', async () => {
  const pair = await makeKeyPair()
  const grown = await makeRecordFiles(honest, pair)
  files = await makeRecordFiles([first, second], pair)
  const { url, key } = await start()
  const response = await submit(url, grown, 2)
  expect(response.status).toBe(200)
  const verifier = await parseVerifierKey(key, signatureKinds.cosignature)
  if (verifier === null) throw new Error('it prints its key')
  const head = parseCheckpoint(grown[recordCheckpointPath] ?? '')
  const line = (await response.text()).trimEnd()
  expect(await findCosignature([line], head, verifier)).toMatchObject({ line })
  expect(await (await fetch(url)).json()).toMatchObject({
    witness: key,
    log: head.origin,
    size: 3,
    checkpoint: `${grown[recordCheckpointPath]}${line}\n`,
    refusal: null
  })
  // What it cosigned is on the disk before it answers.
  witness?.kill('SIGKILL')
  const again = await start()
  expect(again.key).toBe(key)
  const outdated = await submit(again.url, grown, 2)
  expect([outdated.status, outdated.headers.get('content-type'), await outdated.text()]).toEqual([
    409,
    'text/x.tlog.size',
    '3\n'
  ])
  for (const { history } of forgeries) {
    const forged = await makeRecordFiles(history, pair)
    const size = parseCheckpoint(forged[recordCheckpointPath] ?? '').size
    expect((await submit(again.url, forged, Math.min(size, 3))).status).toBe(size > 3 ? 422 : 409)
  }
  expect((await submit(again.url, await makeRecordFiles(honest, await makeKeyPair()), 3)).status).toBe(404)
  expect(
    (await fetch(`${again.url}/add-checkpoint`, { method: 'POST', body: 'x'.repeat(20_000) })).status
  ).toBe(413)
  expect((await fetch(`${again.url}/other`)).status).toBe(404)
  // It looked at the site, too, which shows the log of before.
  expect(await (await fetch(again.url)).json()).toMatchObject({
    size: 3,
    refusal: expect.stringContaining('has seen 3 signatures, and the log has 2')
  })
})

test('a look finds a rewritten log, a log of another key, and learns an introduced key', async () => {
  const [pair, next, stranger] = [await makeKeyPair(), await makeKeyPair(), await makeKeyPair()]
  files = await makeRecordFiles([first, second], pair)
  expect(await lookOnce()).toMatchObject({
    code: 0,
    printed: expect.stringContaining('Cosigned 2 signatures')
  })
  expect((await stat(`${stateFile()}.key`)).mode & 0o777).toBe(0o600)
  files = await makeRecordFiles(honest, pair, next)
  expect(await lookOnce()).toMatchObject({
    code: 0,
    printed: expect.stringContaining('Cosigned 3 signatures')
  })
  const remembered = await readFile(stateFile(), 'utf8')
  expect(JSON.parse(remembered).keys).toEqual([await publicKeyOf(pair), await publicKeyOf(next)])
  for (const { history } of forgeries) {
    files = await makeRecordFiles(history, pair)
    expect(await lookOnce()).toMatchObject({ code: 1, printed: expect.stringContaining('REFUSED: ') })
  }
  files = await makeRecordFiles(honest, stranger)
  expect(await lookOnce()).toMatchObject({
    code: 1,
    printed: expect.stringContaining('REFUSED: This witness watches')
  })
  files = {}
  expect(await lookOnce()).toMatchObject({ code: 1, printed: expect.stringContaining('Not checked: ') })
  expect(await readFile(stateFile(), 'utf8')).toBe(remembered)
})

test('with --key, a site with another key is refused at the first start', async () => {
  const [pair, stranger] = [await makeKeyPair(), await makeKeyPair()]
  files = await makeRecordFiles(honest, pair)
  const { origin } = parseCheckpoint(files[recordCheckpointPath] ?? '')
  const keyOf = async (publicKey: string) =>
    formatVerifierKey({ name: origin, publicKey }, signatureKinds.note)
  const wrong = await lookOnce('--key', await keyOf(await publicKeyOf(stranger)))
  expect(wrong).toEqual({
    code: 1,
    printed: `The witness could not start: the site’s log is ${origin}, and not by the key of --key.\n`
  })
  expect((await lookOnce('--key', 'nonsense')).printed).toContain('--key is not a verifier key')
  expect(await lookOnce('--key', await keyOf(await publicKeyOf(pair)))).toMatchObject({ code: 0 })
})
