import { expect, test, vi } from 'vitest'
import { fundsDataPath } from '../../../admin-api/contract/open-data.ts'
import {
  type RecordLeaf,
  type RecordSignature,
  recordDayPath,
  recordKeysPath,
  recordSignaturesPath
} from '../../../admin-api/contract/signed-record.ts'
import { hashText, merkleRoot } from '../../../admin-api/signed-record/merkle-tree.ts'
import { idOfKey, textOfStatement } from '../../../admin-api/signed-record/verify-signature.ts'
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
async function makeFiles(): Promise<Record<string, unknown>> {
  const pair = await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])
  const publicKey = toBase64(await crypto.subtle.exportKey('raw', pair.publicKey))
  const key = await idOfKey(publicKey)
  const leaves = [leaf, { ...leaf, symbol: 'MSTY', made_at: evening }]
  const signatures: RecordSignature[] = []
  for (const [i, signed_at] of [morning, evening].entries()) {
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
    const signed = await crypto.subtle.sign('Ed25519', pair.privateKey, new TextEncoder().encode(text))
    signatures.push({ ...statement, hash: await hashText(text), signature: toBase64(signed) })
  }
  const newest = signatures.at(-1)
  return {
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

test.each(['XYZY', 'SQY'])('an estimate of a renamed fund is found by its symbol %s', async (symbol) => {
  const files = await makeFiles()
  vi.stubGlobal('fetch', async (path: string) => Response.json(files[path]))
  document.body.innerHTML = `<form data-check hidden>
    <select name="day"><option value="${day}"></option></select>
    <input name="symbol" value="${symbol}"><input name="ex_date" value="${leaf.ex_date}">
    <div data-result></div></form>`
  startCheck()
  await expect.poll(() => document.body.textContent).toContain('Signed and unchanged: this estimate of')
  expect(document.querySelector('ul')?.textContent).toContain('SQY, ex-date May 21, 2026: $0.3000')
  // The first signature that covers it, not the newest of the day.
  expect(document.querySelector('ul')?.textContent).toMatch(
    /made [^;]*7:25\u202f?\s?AM[^;]*, signed [^;]*7:25\u202f?\s?AM/
  )
  expect(document.querySelector('ol')?.textContent).toMatch(/signed 2 times, last on .*6:15\u202f?\s?PM/)
  vi.unstubAllGlobals()
})
