import { expect, test } from 'vitest'
import {
  parseRecordSignatures,
  recordCheckpointPath,
  recordKeysPath,
  recordSignaturesPath
} from '../contract/signed-record.ts'
import { recordCosignaturesPath } from '../contract/witnesses.ts'
import {
  cosign,
  first,
  forgeries,
  honest,
  makeKeyPair,
  makeRecordFiles,
  publicKeyOf,
  second,
  third
} from '../testing/make-record.ts'
import { headOf, parseCheckpoint, readLog, textOfCheckpoint } from './checkpoint.ts'
import { findCosignature, textOfCosignature, toCosignatureBytes } from './cosignature.ts'
import {
  formatVerifierKey,
  parseVerifierKey,
  signatureKinds,
  toBase64,
  toSignatureLine
} from './signed-note.ts'
import { verifyRecord } from './verify-record.ts'
import { formatSubmission, judgeSubmission, type WitnessedLog } from './witness.ts'

type Files = Record<string, string>

const noteOf = (files: Files) => files[recordCheckpointPath] ?? ''
const logOf = (files: Files) => readLog(parseRecordSignatures(files[recordSignaturesPath] ?? '').signatures)

/** A witness that has seen this record. */
async function watch(files: Files, ...pairs: CryptoKeyPair[]): Promise<WitnessedLog> {
  const head = await headOf(await logOf(files))
  if (head === null) throw new Error('nothing is signed')
  return { origin: head.origin, keys: await Promise.all(pairs.map(publicKeyOf)), head }
}

/** Sends a record's checkpoint, with the proof that its operator can make. */
async function submit(files: Files, witness: WitnessedLog, oldSize = witness.head?.size ?? 0) {
  const { tree } = await logOf(files)
  const proof = oldSize <= tree.size ? await tree.proveGrowth(oldSize, tree.size) : []
  return judgeSubmission(formatSubmission(Math.min(oldSize, tree.size), proof, noteOf(files)), witness)
}

const verify = (files: Files, remembered?: WitnessedLog) =>
  verifyRecord({
    read: async (path) => files[path] ?? Promise.reject(new Error('404')),
    published: null,
    outlooks: null,
    presentSymbolOf: (symbol) => symbol,
    remembered: remembered?.head ?? undefined
  })

test('a witness cosigns a log that grew, and again one that did not', async () => {
  const pair = await makeKeyPair()
  const files = await makeRecordFiles(honest, pair)
  for (const seen of [[first], [first, second], honest]) {
    const witness = await watch(await makeRecordFiles(seen, pair), pair)
    expect(await submit(files, witness)).toMatchObject({ status: 200, checkpoint: { size: 3 } })
  }
  expect(await submit(files, { ...(await watch(files, pair)), head: null })).toMatchObject({ status: 200 })
})

test.each(forgeries)(
  '$kind verifies alone; who remembers the log finds it, and a witness refuses it',
  async ({ history, finds }) => {
    const pair = await makeKeyPair()
    const witness = await watch(await makeRecordFiles(honest, pair), pair)
    const files = await makeRecordFiles(history, pair)
    expect((await verify(files)).fault).toBeNull()
    expect((await verify(files, witness)).fault?.reason).toBe(
      `the log was rewritten since you verified it: ${finds}`
    )
    const { tree } = await logOf(files)
    expect(await submit(files, witness)).toMatchObject(
      tree.size > 3
        ? { status: 422, reason: expect.stringContaining('does not continue the log of 3') }
        : {
            status: 409,
            knownSize: 3,
            reason: expect.stringMatching(/The log was rewritten|it was rolled back/)
          }
    )
  }
)

test('a key without an introduction is another log; one that only claims the id of the trusted key is refused', async () => {
  const [pair, stranger] = [await makeKeyPair(), await makeKeyPair()]
  const witness = await watch(await makeRecordFiles(honest, pair), pair)
  const files = await makeRecordFiles(honest, stranger)
  expect((await verify(files, witness)).fault?.reason).toContain('and now is doubloon-record/')
  expect(await submit(files, witness)).toMatchObject({ status: 404 })
  const note = noteOf(files).replaceAll(/doubloon-record\/\w+/g, witness.origin)
  expect(await judgeSubmission(formatSubmission(3, [], note), witness)).toMatchObject({ status: 403 })
})

test('a key with the id of another one is a fault, also if it only signed the checkpoint', async () => {
  const [pair, next, stranger] = [await makeKeyPair(), await makeKeyPair(), await makeKeyPair()]
  const files = await makeRecordFiles(honest, pair, next)
  expect((await verify(files)).fault).toBeNull()
  const keys = (files[recordKeysPath] ?? '').replace(await publicKeyOf(next), await publicKeyOf(stranger))
  const forged = { ...(await makeRecordFiles(honest, pair, stranger)), [recordKeysPath]: keys }
  expect((await verify(forged)).fault?.reason).toMatch(/^the key \w+ does not have the published id$/)
})

test('a submission with another size, a wrong proof or another form is refused with its status', async () => {
  const pair = await makeKeyPair()
  const files = await makeRecordFiles(honest, pair)
  const witness = await watch(await makeRecordFiles([first], pair), pair)
  const judge = (body: string) => judgeSubmission(body, witness)
  const proof = await (await logOf(files)).tree.proveGrowth(1, 3)
  expect(await judge(formatSubmission(1, proof, noteOf(files)))).toMatchObject({ status: 200 })
  expect(await judge(formatSubmission(2, proof, noteOf(files)))).toMatchObject({ status: 409, knownSize: 1 })
  expect(await judge(formatSubmission(4, proof, noteOf(files)))).toMatchObject({ status: 400 })
  expect(await judge(formatSubmission(1, proof.toReversed(), noteOf(files)))).toMatchObject({ status: 422 })
  expect(await judge(formatSubmission(1, [], noteOf(files)))).toMatchObject({ status: 422 })
  for (const body of ['', 'old 1', 'old 01\n\n', `old 1\nAAAA\n\n${noteOf(files)}`, 'old 1\n\nnonsense\n'])
    expect(await judge(body)).toMatchObject({ status: 400 })
  const long = formatSubmission(
    1,
    Array.from({ length: 64 }, () => new Uint8Array(32)),
    noteOf(files)
  )
  expect(await judge(long)).toMatchObject({ status: 400 })
})

test('a cosignature has the form of the specification, and is valid for its head, key and time only', async () => {
  const [pair, stranger] = [await makeKeyPair(), await makeKeyPair()]
  const { text } = parseCheckpoint(noteOf(await makeRecordFiles(honest, pair)))
  const head = parseCheckpoint(noteOf(await makeRecordFiles(honest, pair)))
  expect(textOfCheckpoint(head)).toBe(text)
  const key = { name: 'witness.example/w1', publicKey: await publicKeyOf(pair) }
  const seconds = 1_679_315_147
  const message = textOfCosignature(text, seconds)
  expect(message).toBe(`cosignature/v1\ntime 1679315147\n${text}`)
  const signature = await crypto.subtle.sign('Ed25519', pair.privateKey, new TextEncoder().encode(message))
  const lineFor = (at: number) =>
    toSignatureLine(key, signatureKinds.cosignature, toCosignatureBytes(at, new Uint8Array(signature)))
  const line = (await lineFor(seconds)).trimEnd()
  // 4 bytes of the key's id, 8 of the time, 64 of the signature.
  expect(Buffer.from(line.split(' ')[2] ?? '', 'base64')).toHaveLength(76)
  expect(await findCosignature([line], head, key)).toEqual({ line, at: '2023-03-20T12:25:47.000Z' })
  expect(await findCosignature([line], { ...head, size: 2 }, key)).toBeNull()
  expect(await findCosignature([line], head, { ...key, name: 'witness.example/w2' })).toBeNull()
  expect(await findCosignature([line], head, { ...key, publicKey: await publicKeyOf(stranger) })).toBeNull()
  for (const at of [0, seconds + 1])
    expect(await findCosignature([(await lineFor(at)).trimEnd()], head, key)).toBeNull()
})

test('a verifier key is read as it is written; one with a typing error or of another kind is not', async () => {
  // A verifier key of the Go documentation of golang.org/x/mod/sumdb/note.
  const text = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW'
  const key = await parseVerifierKey(text, signatureKinds.note)
  expect(key).toMatchObject({ name: 'PeterNeumann' })
  if (key === null) throw new Error('it is a key')
  expect(await formatVerifierKey(key, signatureKinds.note)).toBe(text)
  expect(await parseVerifierKey(text, signatureKinds.cosignature)).toBeNull()
  expect(await parseVerifierKey(text.replace('P', 'Q'), signatureKinds.note)).toBeNull()
  expect(await parseVerifierKey(`${text}=`, signatureKinds.note)).toBeNull()
  expect(toBase64([])).toBe('')
})

test('two visitors with two histories see it when either has the head of the other', async () => {
  const pair = await makeKeyPair()
  const [one, other] = await Promise.all(
    [honest, [first, second, { ...third, symbols: ['TSLY'] }]].map((history) =>
      makeRecordFiles(history, pair)
    )
  )
  if (one === undefined || other === undefined) throw new Error('there are two')
  expect((await verify(one, await watch(other, pair))).fault?.reason).toContain('its first 3 signatures')
  expect((await verify(other, await watch(one, pair))).fault?.reason).toContain('its first 3 signatures')
})

test('a published cosignature of another log, or one that is not valid, is a fault', async () => {
  const [pair, witness] = [await makeKeyPair(), await makeKeyPair()]
  const files = await makeRecordFiles(honest, pair)
  const cosigned = await cosign(files, witness)
  const check = async (list: string) =>
    (await verify({ ...files, [recordCosignaturesPath]: list })).fault?.reason
  expect(await check(cosigned)).toBeUndefined()
  const name = 'witness.example/w1'
  expect(await check(cosigned.replace('"size":3', '"size":2'))).toBe(
    `the cosignature of ${name} for 2 signatures is not valid`
  )
  expect(await check(cosigned.replace('22:16:00', '22:17:00'))).toContain('another time than its file says')
  expect(await check(cosigned.replace('"witness":"', '"witness":"x'))).toContain('a damaged verifier key')
  for (const { history } of forgeries) {
    const forged = await makeRecordFiles(history, pair)
    expect((await verify({ ...forged, [recordCosignaturesPath]: cosigned })).fault?.reason).toBe(
      `${name} has cosigned another log of 3 signatures, so the record was rewritten`
    )
  }
})
