// Watches the signed record of another site, and cosigns its checkpoints as long as the log only grows.
// When: by anyone who helps a site to prove that it shows everybody the same record; it needs no database.
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  hash,
  type KeyObject,
  sign
} from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import {
  type LogHead,
  parseRecordKeys,
  parseRecordSignatures,
  type RecordKeys,
  recordCheckpointPath,
  recordKeysPath,
  recordSignaturesPath,
  toLogHead
} from '../admin-api/contract/signed-record.ts'
import { countOf } from '../admin-api/numbers/format-numbers.ts'
import { writeDurably } from '../admin-api/platform/files/durable-file.ts'
import { originOf, parseCheckpoint, readLog } from '../admin-api/signed-record/checkpoint.ts'
import { textOfCosignature, toCosignatureBytes } from '../admin-api/signed-record/cosignature.ts'
import {
  formatVerifierKey,
  parseVerifierKey,
  signatureKinds,
  toSignatureLine
} from '../admin-api/signed-record/signed-note.ts'
import { findKeyFault } from '../admin-api/signed-record/verify-signature.ts'
import {
  formatSubmission,
  judgeSubmission,
  longestSubmission,
  type SubmissionVerdict
} from '../admin-api/signed-record/witness.ts'
import { exitWith, flag, messageOf, number, readOptions, required, text } from './command.ts'
import { createReader, toPrintable } from './published-files.ts'

const minuteMs = 60_000
/** Keys are read again when a checkpoint is by an unknown one, which anybody may send. */
const keysRestMs = minuteMs
const callTimeoutMs = 10_000

const options = readOptions({
  follow: required(text('URL', 'address of the site')),
  state: text('FILE', 'remembers the log there, and the witness’s key in FILE.key (default witness.json)'),
  key: text(
    'KEY',
    'verifier key of the log; without it, the key that the site shows at the first start is trusted'
  ),
  name: text('NAME', 'name of this witness, such as witness.example/w1, at the first start'),
  port: number('port of the calls of the site, 0 for any (default 8787)'),
  host: text('ADDRESS', 'address to listen on (default 127.0.0.1; 0.0.0.0 for all)'),
  every: number('minutes between looks at the site (default 10)'),
  once: flag('looks once, without listening, and exits with code 1 if the log was rewritten')
})
const stateFile = options.state ?? 'witness.json'
const read = createReader(options.follow)

/** In the state file, so that a restart forgets nothing. */
type State = {
  name: string
  origin: string
  /** Public keys of the log, oldest first. */
  keys: string[]
  head: LogHead | null
  /** The last checkpoint with our cosignature; null before the first. */
  note: string | null
}

/** What the last look at the site found, or a refused call: a sentence; null while the log only grew. */
let refusal: string | null = null
let keysReadAt = Number.NEGATIVE_INFINITY
/** Calls and looks take turns, so that no two compare with the same head. */
let turn: Promise<unknown> = Promise.resolve()

await run().catch((error) =>
  exitWith('The witness could not start: ')(new Error(toPrintable(messageOf(error))))
)

async function run(): Promise<void> {
  const key = await loadKey()
  const state = await loadState(key)
  const verifierKey = await formatVerifierKey(
    { name: state.name, publicKey: publicOf(key) },
    signatureKinds.cosignature
  )
  console.log(`Witness: ${verifierKey}`)
  console.log(`Log: ${state.origin}, ${state.keys.length === 1 ? '1 key' : `${state.keys.length} keys`}.`)
  const witness = { key, state, verifierKey }
  const isWell = await look(witness)
  if (options.once) {
    process.exitCode = isWell ? 0 : 1
    return
  }
  setInterval(() => void look(witness), Math.max(1, options.every ?? 10) * minuteMs)
  const server = createServer((request, response) => void answer(witness, request, response))
  Object.assign(server, { requestTimeout: callTimeoutMs, headersTimeout: callTimeoutMs, maxConnections: 100 })
  server.listen(options.port ?? 8787, options.host ?? '127.0.0.1', () => {
    const address = server.address()
    if (address !== null && typeof address === 'object')
      console.log(`Listening on http://${options.host ?? '127.0.0.1'}:${address.port}`)
  })
}

type Witness = { key: KeyObject; state: State; verifierKey: string }

/** The witness's own key, made at the first start. */
async function loadKey(): Promise<KeyObject> {
  const file = `${stateFile}.key`
  const saved = await readOrNull(file)
  if (saved !== null) return createPrivateKey(saved)
  const pem = generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' })
  await writeFile(file, pem, { mode: 0o600, flag: 'wx' })
  return createPrivateKey(pem)
}

async function loadState(key: KeyObject): Promise<State> {
  const saved = await readOrNull(stateFile)
  if (saved !== null) {
    const state: State = JSON.parse(saved)
    if (state.head !== null && toLogHead(state.head) === undefined)
      throw new Error(
        `${stateFile} is damaged; restore it from a copy, because without it nothing is remembered.`
      )
    return state
  }
  const { keys } = await readKeys()
  const { signatures } = parseRecordSignatures(await read(recordSignaturesPath))
  const [first] = signatures
  if (first === undefined) throw new Error('the site has not signed anything yet.')
  const origin = originOf(first.key)
  const state: State = {
    name: options.name ?? `doubloon-witness/${hash('sha256', publicOf(key)).slice(0, 8)}`,
    origin,
    keys: (await trustedOf(origin, keys)).map(({ public_key }) => public_key),
    head: null,
    note: null
  }
  await save(state)
  return state
}

/** Keys from --key on, or all. @throws Error if the site has another key */
async function trustedOf(origin: string, keys: RecordKeys['keys']): Promise<RecordKeys['keys']> {
  if (options.key === undefined) return keys
  const given = await parseVerifierKey(options.key, signatureKinds.note)
  if (given === null) throw new Error('--key is not a verifier key; /record of the site shows it.')
  const index = keys.findIndex(({ public_key }) => public_key === given.publicKey)
  if (given.name !== origin || index < 0)
    throw new Error(`the site’s log is ${origin}, and not by the key of --key.`)
  return keys.slice(index)
}

/** @throws Error if a key was not introduced by the one before */
async function readKeys(): Promise<RecordKeys> {
  const file = parseRecordKeys(await read(recordKeysPath))
  const fault = await findKeyFault(file.keys)
  if (fault !== null) throw new Error(`${fault}.`)
  return file
}

/** Adds keys that the newest trusted one, or its successors, introduced. @returns whether there are any */
async function learnKeys({ state }: Witness): Promise<boolean> {
  if (Date.now() - keysReadAt < keysRestMs) return false
  keysReadAt = Date.now()
  const { keys } = await readKeys()
  const index = keys.findIndex(({ public_key }) => public_key === state.keys.at(-1))
  const added = index < 0 ? [] : keys.slice(index + 1).map(({ public_key }) => public_key)
  state.keys.push(...added)
  if (added.length > 0) await save(state)
  return added.length > 0
}

/** Decides about a submission, and stores what it cosigns before it resolves. */
async function add(witness: Witness, body: string): Promise<SubmissionVerdict & { line?: string }> {
  const { state, key } = witness
  let verdict = await judgeSubmission(body, state)
  if (verdict.status === 403 && (await learnKeys(witness).catch(() => false)))
    verdict = await judgeSubmission(body, state)
  if (verdict.status !== 200) return verdict
  const { origin, size, root, text: signed } = verdict.checkpoint
  const seconds = Math.floor(Date.now() / 1000)
  const signature = sign(null, Buffer.from(textOfCosignature(signed, seconds)), key)
  const line = await toSignatureLine(
    { name: state.name, publicKey: publicOf(key) },
    signatureKinds.cosignature,
    toCosignatureBytes(seconds, signature)
  )
  const note = body.slice(body.indexOf('\n\n') + 2)
  Object.assign(state, { head: { origin, size, root }, note: note + line })
  await save(state)
  return { ...verdict, line }
}

/** Compares the site's published log with the remembered head, also when the site never calls. @returns whether it only grew */
async function look(witness: Witness): Promise<boolean> {
  const looking = turn.then(() => lookNow(witness))
  turn = looking.catch(() => undefined)
  try {
    const said = await looking
    if (said !== null) console.log(toPrintable(said))
    return refusal === null
  } catch (error) {
    console.log(toPrintable(`Not checked: ${messageOf(error)}`))
    return false
  }
}

/** @returns a line about what changed; null if nothing did */
async function lookNow(witness: Witness): Promise<string | null> {
  const { head } = witness.state
  const note = await read(recordCheckpointPath)
  const checkpoint = parseCheckpoint(note)
  if (checkpoint.size === head?.size && checkpoint.root === head.root && checkpoint.origin === head.origin) {
    refusal = null
    return null
  }
  const { signatures } = parseRecordSignatures(await read(recordSignaturesPath))
  const { tree } = await readLog(signatures, (bytes) => hash('sha256', bytes, 'buffer'))
  const [from, to] = [head?.size ?? 0, checkpoint.size]
  // A shorter log has no proof, and a size of its own is refused.
  const proof = from <= to && to <= tree.size ? await tree.proveGrowth(from, to) : []
  const verdict = await add(witness, formatSubmission(Math.min(from, to), proof, note))
  refusal = verdict.status === 200 ? null : verdict.reason
  return verdict.status === 200
    ? `Cosigned ${countOf(to, 'signature')}, root ${checkpoint.root}.`
    : `REFUSED: ${verdict.reason}`
}

async function answer(witness: Witness, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const send = (status: number, body: string, type = 'text/plain; charset=utf-8') =>
    response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body)
  const path = new URL(request.url ?? '/', 'http://witness').pathname
  if (request.method === 'GET' && path === '/') {
    const { state, verifierKey } = witness
    const { origin, head, note } = state
    const status = { witness: verifierKey, log: origin, size: head?.size ?? 0, checkpoint: note, refusal }
    return void send(200, `${JSON.stringify(status, null, 2)}\n`, 'application/json')
  }
  if (request.method !== 'POST' || path !== '/add-checkpoint')
    return void send(404, 'There is no such page.\n')
  try {
    const chunks: Buffer[] = []
    let bytes = 0
    for await (const chunk of request) {
      bytes += chunk.length
      if (bytes > longestSubmission)
        return void send(413, 'The request is too long.\n').on('finish', () => request.destroy())
      chunks.push(chunk)
    }
    const adding = turn.then(() => add(witness, Buffer.concat(chunks).toString()))
    turn = adding.catch(() => undefined)
    const verdict = await adding
    if (verdict.status === 200) return void send(200, verdict.line ?? '')
    console.log(toPrintable(`REFUSED (${verdict.status}): ${verdict.reason}`))
    if (verdict.status === 409) return void send(409, `${verdict.knownSize}\n`, 'text/x.tlog.size')
    send(verdict.status, `${verdict.reason}\n`)
  } catch (error) {
    console.error(toPrintable(`A call failed: ${messageOf(error)}`))
    if (!response.headersSent) send(500, 'The witness could not store the checkpoint.\n')
  }
}

async function save(state: State): Promise<void> {
  await writeDurably([{ file: stateFile, bytes: Buffer.from(`${JSON.stringify(state, null, 2)}\n`) }])
}

/** The 32 bytes of the public key as base64. */
function publicOf(key: KeyObject): string {
  return Buffer.from(createPublicKey(key).export({ format: 'jwk' }).x ?? '', 'base64url').toString('base64')
}

function readOrNull(file: string): Promise<string | null> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
}
