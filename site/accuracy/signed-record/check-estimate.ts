import { type FundsData, fundsDataPath } from '../../../admin-api/contract/open-data.ts'
import {
  type RecordDay,
  type RecordKeys,
  type RecordLeaf,
  type RecordSignature,
  type RecordSignatures,
  recordCheckpointPath,
  recordDayPath,
  recordKeysPath,
  recordSignaturesPath,
  toLogHead
} from '../../../admin-api/contract/signed-record.ts'
import {
  findCheckpointFault,
  findRewrite,
  headOf,
  readLog
} from '../../../admin-api/signed-record/checkpoint.ts'
import { findFirstSignature } from '../../../admin-api/signed-record/proven-times.ts'
import { presentSymbols } from '../../../admin-api/signed-record/verify-record.ts'
import {
  canVerify,
  findKeyFault,
  findLeavesFault,
  findSignatureFault
} from '../../../admin-api/signed-record/verify-signature.ts'
import { formatDay, formatDividend, formatNewYorkTime } from '../../lib/format.ts'
import { queryParam } from '../../lib/query-param.ts'
import { readStored, storageKeys, writeStored } from '../../lib/storage.ts'

type Wanted = { day: string; symbol: string; exDate: string }

/** Starts the form, filled in from the address. */
export function startCheck(): void {
  const form = document.querySelector<HTMLFormElement>('[data-check]')
  const result = form?.querySelector<HTMLElement>('[data-result]')
  if (!form || !result) return
  form.hidden = false
  const fields = form.elements
  const field = (name: string) => fields.namedItem(name) as HTMLInputElement | HTMLSelectElement
  for (const name of ['day', 'symbol', 'ex_date']) {
    const value = queryParam(location.search, name, (text) => text)
    if (value === null) continue
    // A link may name a day that is no longer in the list.
    if (name === 'day' && !form.querySelector(`option[value="${CSS.escape(value)}"]`))
      field(name).append(new Option(formatDay(value), value))
    field(name).value = value
  }
  const check = async () => {
    result.replaceChildren(paragraph('Checking …'))
    const wanted = {
      day: field('day').value,
      symbol: field('symbol').value.toUpperCase(),
      exDate: field('ex_date').value
    }
    result.replaceChildren(...(await checkEstimate(wanted).catch(describeFailure)))
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void check()
  })
  if (field('symbol').value !== '') void check()
}

async function checkEstimate(wanted: Wanted): Promise<HTMLElement[]> {
  if (!(await canVerify()))
    return [
      paragraph(
        'This browser can’t check Ed25519 signatures, or this address is not https. Use the program below.'
      )
    ]
  const [checkpoint, file, { signatures }, { keys }, funds] = await Promise.all([
    fetchCheckpoint(),
    fetchJson<RecordDay>(recordDayPath(wanted.day)),
    fetchJson<RecordSignatures>(recordSignaturesPath),
    fetchJson<RecordKeys>(recordKeysPath),
    fetchJson<FundsData>(fundsDataPath)
  ])
  const fault = await findFault(file, signatures, keys)
  if (fault !== null) return [paragraph(`This day does not match: ${fault}.`, 'negative strong')]
  const log = await checkLog(checkpoint, signatures, keys)
  if (log.fault !== null) return [paragraph(log.fault, 'negative strong')]
  const presentOf = presentSymbols(funds)
  const present = presentOf(wanted.symbol)
  const found = file.leaves.flatMap((leaf, position) => {
    const isWanted =
      presentOf(leaf.symbol) === present && (wanted.exDate === '' || leaf.ex_date === wanted.exDate)
    return isWanted ? [{ leaf, signature: findFirstSignature(file, position) }] : []
  })
  const last = signatures.at(-1)
  const newest = file.signatures.at(-1)
  return [
    paragraph(
      found.length === 0
        ? `${wanted.symbol} has no such estimate among the ${file.leaves.length} that were signed on ${formatDay(wanted.day)}.`
        : `Signed and unchanged: ${found.length === 1 ? 'this estimate' : `these ${found.length} estimates`} of ${wanted.symbol}.`
    ),
    list('ul', found.slice(0, longestList).map(describeLeaf)),
    ...(found.length > longestList
      ? [paragraph(`And ${found.length - longestList} more; enter an ex-date.`)]
      : []),
    list('ol', [
      `The ${file.leaves.length} estimates of the day have the root ${file.root.slice(0, 16)}…`,
      `The day was signed ${file.signatures.length === 1 ? 'once' : `${file.signatures.length} times, last`} on ${formatNewYorkTime(newest?.signed_at ?? '')} (by our clock) with the key ${newest?.key.slice(0, 16)}…`,
      `${signatures.length === 1 ? 'The only signature is valid' : `All ${signatures.length} signatures are valid, and each contains the one before`}; the newest hash is ${last?.hash.slice(0, 16)}…`,
      log.said
    ])
  ]
}

const longestList = 12

async function findFault(
  file: RecordDay,
  signatures: readonly RecordSignature[],
  keys: RecordKeys['keys']
): Promise<string | null> {
  const keyFault = await findKeyFault(keys)
  if (keyFault !== null) return keyFault
  let before: RecordSignature | null = null
  for (const signature of signatures) {
    const fault = await findSignatureFault(signature, before, keys)
    if (fault !== null) return fault
    before = signature
  }
  return findLeavesFault(
    file,
    signatures.filter(({ day }) => day === file.day)
  )
}

type CheckedLog = { fault: string } | { fault: null; said: string }

/** Compares the log of all signatures, which are verified, with its checkpoint and with what this browser saw last. */
async function checkLog(
  checkpoint: string | null,
  signatures: readonly RecordSignature[],
  keys: RecordKeys['keys']
): Promise<CheckedLog> {
  const remembered = readStored('localStorage', storageKeys.recordLog, toLogHead)
  const log = await readLog(signatures)
  const rewrite = remembered && (await findRewrite(remembered, log))
  // The remembered head stays, so that every later check warns, too.
  if (rewrite) return { fault: `The record was rewritten since this browser last checked it: ${rewrite}.` }
  const misstated = checkpoint && (await findCheckpointFault(checkpoint, log, keys))
  if (misstated) return { fault: `The log does not match: ${misstated}.` }
  const head = await headOf(log)
  if (head !== null) writeStored('localStorage', storageKeys.recordLog, head)
  const root = `The log of all signatures has the root ${head?.root.slice(0, 16)}…`
  return {
    fault: null,
    said: remembered
      ? `${root} and continues the log of ${remembered.size} that this browser checked before`
      : `${root}; this browser remembers it, and will warn if the record is rewritten`
  }
}

/** Null on sites of earlier versions, which have none. */
async function fetchCheckpoint(): Promise<string | null> {
  const response = await fetch(recordCheckpointPath)
  return response.ok ? response.text() : null
}

/** An estimate with the first signature that covers it; later ones of the day cover it again. */
type Found = { leaf: RecordLeaf; signature: RecordSignature | undefined }

function describeLeaf({ leaf, signature }: Found): string {
  const { symbol, ex_date, origin, estimate, low, high, made_at, method_version } = leaf
  const kind = origin === 'live' ? 'live' : 'backtested'
  const signed = signature === undefined ? '' : `, signed ${formatNewYorkTime(signature.signed_at)}`
  return `${symbol}, ex-date ${formatDay(ex_date)}: ${formatDividend(estimate)}, 80% range ${formatDividend(low)} to ${formatDividend(high)}; ${kind}, made ${formatNewYorkTime(made_at)}${signed}, method ${method_version}`
}

async function fetchJson<Content>(path: string): Promise<Content> {
  const response = await fetch(path)
  if (response.status === 404) throw new RangeError('No estimates were signed on that day.')
  if (!response.ok) throw new Error(`${path} answered ${response.status}`)
  return response.json()
}

function describeFailure(error: unknown): HTMLElement[] {
  const text =
    error instanceof RangeError
      ? error.message
      : 'The files couldn’t be loaded. Check your connection and try again.'
  return [paragraph(text, 'negative strong')]
}

function paragraph(text: string, className = ''): HTMLElement {
  return Object.assign(document.createElement('p'), { textContent: text, className })
}

function list(kind: 'ul' | 'ol', items: readonly string[]): HTMLElement {
  const element = document.createElement(kind)
  element.className = 'check-estimate__steps'
  element.append(...items.map((text) => Object.assign(document.createElement('li'), { textContent: text })))
  return element
}
