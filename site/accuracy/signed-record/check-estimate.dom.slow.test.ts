import { afterEach, expect, test, vi } from 'vitest'
import { fundsDataPath } from '../../../admin-api/contract/open-data.ts'
import {
  type RecordLeaf,
  type RecordSignature,
  recordCheckpointPath,
  recordDayPath,
  recordKeysPath,
  recordSignaturesPath
} from '../../../admin-api/contract/signed-record.ts'
import { recordCosignaturesPath } from '../../../admin-api/contract/witnesses.ts'
import { headOf, readLog, textOfCheckpoint } from '../../../admin-api/signed-record/checkpoint.ts'
import { hashText, merkleRoot } from '../../../admin-api/signed-record/merkle-tree.ts'
import { toNote } from '../../../admin-api/signed-record/signed-note.ts'
import { idOfKey, textOfStatement } from '../../../admin-api/signed-record/verify-signature.ts'
import {
  cosign,
  forgeries,
  honest,
  makeKeyPair,
  makeRecordFiles
} from '../../../admin-api/testing/make-record.ts'
import { startCheck } from './check-estimate.ts'

const day = '2026-05-20'
const morning = '2026-05-20T11:25:00.000Z'
const evening = '2026-05-20T22:15:00.000Z'
/** SQY became XYZY after this estimate was signed. */
const leaf: RecordLeaf = {
  format: 1,
  symbol: 'SQY',
  ex_date: '2026-05-21',
  origin: 'live',
  as_of: '2026-05-19',
  family: 'yieldmax-single',
  made_at: morning,
  method_version: '6',
  rule: 'last-yield',
  q05: 0.2,
  low: 0.25,
  q25: 0.28,
  estimate: 0.3,
  q75: 0.32,
  high: 0.35,
  q95: 0.4,
  price: 20,
  price_date: '2026-05-19',
  baseline_last_yield: 0.3
}

const toBase64 = (bytes: ArrayBuffer) => btoa(String.fromCharCode(...new Uint8Array(bytes)))

/** Published files of a day with an estimate that was signed in the morning, and another one in the evening. */
async function makeFiles(
  pair: CryptoKeyPair,
  { times = [morning, evening], estimate = 0.3 } = {}
): Promise<Record<string, unknown>> {
  const sign = async (text: string) =>
    toBase64(await crypto.subtle.sign('Ed25519', pair.privateKey, new TextEncoder().encode(text)))
  const publicKey = toBase64(await crypto.subtle.exportKey('raw', pair.publicKey))
  const key = await idOfKey(publicKey)
  const leaves = [
    { ...leaf, estimate },
    { ...leaf, symbol: 'MSTY', made_at: evening }
  ].slice(0, times.length)
  const signatures: RecordSignature[] = []
  for (const [i, signed_at] of times.entries()) {
    const statement = {
      format: 1 as const,
      number: i + 1,
      day,
      leaves: i + 1,
      root: await merkleRoot(leaves.slice(0, i + 1)),
      previous: signatures.at(-1)?.hash ?? null,
      signed_at,
      key
    }
    const text = textOfStatement(statement)
    signatures.push({ ...statement, hash: await hashText(text), signature: await sign(text) })
  }
  const newest = signatures.at(-1)
  const head = await headOf(await readLog(signatures))
  if (head === null) throw new Error('the day has a signature')
  const text = textOfCheckpoint(head)
  return {
    [recordCheckpointPath]: await toNote({ origin: head.origin, text }, publicKey, await sign(text)),
    [recordDayPath(day)]: {
      day,
      root: newest?.root,
      signature: newest?.signature,
      signatures,
      leaves
    },
    [recordSignaturesPath]: { signatures },
    [recordKeysPath]: { keys: [{ id: key, public_key: publicKey, introduction: null }] },
    [fundsDataPath]: { funds: [{ symbol: 'XYZY', former_symbols: ['SQY'] }] }
  }
}

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

/** Opens the page with these files and checks an estimate. */
function check(files: Record<string, unknown>, symbol = 'XYZY', signedOn = day): void {
  vi.stubGlobal('fetch', async (path: string) => {
    const file = files[path]
    if (file === undefined) return new Response('', { status: 404 })
    return typeof file === 'string' ? new Response(file) : Response.json(file)
  })
  document.body.innerHTML = `<form data-check hidden>
    <select name="day"><option value="${signedOn}"></option></select>
    <input name="symbol" value="${symbol}"><input name="ex_date" value="${leaf.ex_date}">
    <div data-result></div></form>`
  startCheck()
}

const shown = () => document.body.textContent

test.each(['XYZY', 'SQY'])('an estimate of a renamed fund is found by its symbol %s', async (symbol) => {
  check(await makeFiles(await makeKeyPair()), symbol)
  await expect.poll(shown).toContain('Signed and unchanged: this estimate of')
  expect(document.querySelector('ul')?.textContent).toContain('SQY, ex-date May 21, 2026: $0.3000')
  // The first signature that covers it, not the newest of the day.
  expect(document.querySelector('ul')?.textContent).toMatch(
    /made [^;]*7:25\u202f?\s?AM[^;]*, signed [^;]*7:25\u202f?\s?AM/
  )
  expect(document.querySelector('ol')?.textContent).toMatch(/signed 2 times, last on .*6:15\u202f?\s?PM/)
})

test('a record that was rewritten or rolled back since this browser checked it is a warning, each time', async () => {
  const pair = await makeKeyPair()
  check(await makeFiles(pair, { times: [morning] }))
  await expect.poll(shown).toContain('this browser remembers it')
  check(await makeFiles(pair))
  await expect.poll(shown).toContain('continues the log of 1 that this browser checked before')
  const rewritten = 'The record was rewritten since this browser last checked it: '
  check(await makeFiles(pair, { times: [morning] }))
  await expect.poll(shown).toContain(`${rewritten}it had 2 signatures, and now has 1.`)
  for (const _visit of [1, 2]) {
    check(await makeFiles(pair, { estimate: 0.4 }))
    await expect.poll(shown).toContain(`${rewritten}its first 2 signatures are not those of then.`)
  }
  check(await makeFiles(await makeKeyPair()))
  await expect.poll(shown).toContain(`${rewritten}it was doubloon-record/`)
})

test('a checkpoint of another record is a fault, and a site without one is not', async () => {
  const pair = await makeKeyPair()
  const files = await makeFiles(pair)
  const other = await makeFiles(pair, { estimate: 0.4 })
  check({ ...files, [recordCheckpointPath]: other[recordCheckpointPath] })
  await expect.poll(shown).toContain('The log does not match: the checkpoint is of another record')
  check({ ...files, [recordCheckpointPath]: undefined })
  await expect.poll(shown).toContain('Signed and unchanged')
})

test.each(forgeries)(
  '$kind is found by a browser that checked the honest record',
  async ({ history, finds }) => {
    const pair = await makeKeyPair()
    check(await makeRecordFiles(honest, pair), 'MSTY', '2026-06-01')
    await expect.poll(shown).toContain('this browser remembers it')
    check(await makeRecordFiles(history, pair), 'MSTY', '2026-06-01')
    await expect
      .poll(shown)
      .toContain(`The record was rewritten since this browser last checked it: ${finds}.`)
  }
)

test.each(forgeries)(
  '$kind is found by a first visit when the site shows what a witness cosigned',
  async ({ history }) => {
    const [pair, witness] = [await makeKeyPair(), await makeKeyPair()]
    const files = await makeRecordFiles(honest, pair)
    const cosigned = await cosign(files, witness)
    check({ ...files, [recordCosignaturesPath]: cosigned }, 'MSTY', '2026-06-01')
    await expect.poll(shown).toContain('The witness witness.example/w1 saw the same 3 signatures')
    localStorage.clear()
    check(
      { ...(await makeRecordFiles(history, pair)), [recordCosignaturesPath]: cosigned },
      'MSTY',
      '2026-06-01'
    )
    await expect
      .poll(shown)
      .toContain('has cosigned another log of 3 signatures, so the record was rewritten')
    check({ ...files, [recordCosignaturesPath]: '{}' }, 'MSTY', '2026-06-01')
    await expect.poll(shown).toContain('the list of cosignatures is damaged')
  }
)
