import { type FundsData, fundsDataPath } from '../../../admin-api/contract/open-data.ts'
import {
  type RecordDay,
  RecordFileError,
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
  parseCosignatures,
  type RecordCosignature,
  recordCosignaturesPath
} from '../../../admin-api/contract/witnesses.ts'
import { countOf } from '../../../admin-api/numbers/format-numbers.ts'
import {
  findCheckpointFault,
  findRewrite,
  headOf,
  readLog
} from '../../../admin-api/signed-record/checkpoint.ts'
import { findCosignatureFault } from '../../../admin-api/signed-record/cosignature.ts'
import { findFirstSignature } from '../../../admin-api/signed-record/proven-times.ts'
import { presentSymbols } from '../../../admin-api/signed-record/verify-record.ts'
import {
  canVerify,
  findKeyFault,
  findLeavesFault,
  findSignatureFault
} from '../../../admin-api/signed-record/verify-signature.ts'
import { formatCount, formatDay, formatDividend, formatNewYorkTime } from '../../lib/format.ts'
import { readStored, storageKeys, writeStored } from '../../lib/storage.ts'
import { paragraph } from './paragraph.ts'

/** An estimate in the record. */
export type WantedEstimate = {
  /** Day of its signature. */
  day: string
  symbol: string
  /** Empty for any. */
  exDate: string
  /** Amount that the page shows, dollars a share, which must be among the signed ones; null if it shows none. */
  shownAmount: number | null
}

/** Downloads the record, and says in paragraphs and lists whether it has this estimate, unchanged. @throws RangeError with a sentence */
export async function verifyEstimate(wanted: WantedEstimate): Promise<HTMLElement[]> {
  if (!(await canVerify()))
    return [
      paragraph(
        'This browser can’t check Ed25519 signatures, or this address is not https. Use the program below.'
      )
    ]
  const [checkpoint, cosignatures, file, { signatures }, { keys }, funds] = await Promise.all([
    fetchText(recordCheckpointPath),
    fetchText(recordCosignaturesPath),
    fetchJson<RecordDay>(recordDayPath(wanted.day)),
    fetchJson<RecordSignatures>(recordSignaturesPath),
    fetchJson<RecordKeys>(recordKeysPath),
    fetchJson<FundsData>(fundsDataPath)
  ])
  const fault = await findFault(file, signatures, keys)
  if (fault !== null) return [paragraph(`This day does not match: ${fault}.`, 'negative strong')]
  const log = await checkLog({ checkpoint, cosignatures, signatures, keys })
  if (log.fault !== null) return [paragraph(log.fault, 'negative strong')]
  const presentOf = presentSymbols(funds)
  const present = presentOf(wanted.symbol)
  const found = file.leaves.flatMap((leaf, position) => {
    const isWanted =
      presentOf(leaf.symbol) === present && (wanted.exDate === '' || leaf.ex_date === wanted.exDate)
    return isWanted ? [{ leaf, signature: findFirstSignature(file, position) }] : []
  })
  const { shownAmount } = wanted
  if (shownAmount !== null && !found.some(({ leaf }) => leaf.estimate === shownAmount))
    return [
      paragraph(
        `This page shows ${formatDividend(shownAmount)}, which is not what was signed on ${formatDay(wanted.day)}.`,
        'negative strong'
      )
    ]
  const last = signatures.at(-1)
  const newest = file.signatures.at(-1)
  return [
    paragraph(
      found.length === 0
        ? `${wanted.symbol} has no such estimate among the ${formatCount(file.leaves.length)} that were signed on ${formatDay(wanted.day)}.`
        : `Signed and unchanged: ${found.length === 1 ? 'this estimate' : `these ${found.length} estimates`} of ${wanted.symbol}.`
    ),
    list('ul', found.slice(0, longestList).map(describeLeaf)),
    ...(found.length > longestList
      ? [paragraph(`And ${found.length - longestList} more; enter an ex-date.`)]
      : []),
    list('ol', [
      `The ${formatCount(file.leaves.length)} estimates of the day have the root ${file.root.slice(0, 16)}…`,
      `The day was signed ${file.signatures.length === 1 ? 'once' : `${file.signatures.length} times, last`} on ${formatNewYorkTime(newest?.signed_at ?? '')} (by our clock) with the key ${newest?.key.slice(0, 16)}…`,
      `${signatures.length === 1 ? 'The only signature is valid' : `All ${formatCount(signatures.length)} signatures are valid, and each contains the one before`}; the newest hash is ${last?.hash.slice(0, 16)}…`,
      ...log.said
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

/** The newest cosignature of each witness; null if the file is damaged. */
function listNewest(file: string): RecordCosignature[] | null {
  try {
    return [...new Map(parseCosignatures(file).map((each) => [each.verifier_key, each])).values()]
  } catch (error) {
    if (error instanceof RecordFileError) return null
    throw error
  }
}

type CheckedLog = { fault: string } | { fault: null; said: string[] }

type LogFiles = {
  /** Null: the site is of an earlier version. */
  checkpoint: string | null
  cosignatures: string | null
  signatures: readonly RecordSignature[]
  keys: RecordKeys['keys']
}

/** Compares the log of all signatures, which are verified, with its checkpoint and with what this browser saw last. */
async function checkLog({ checkpoint, cosignatures, signatures, keys }: LogFiles): Promise<CheckedLog> {
  const remembered = readStored('localStorage', storageKeys.recordLog, toLogHead)
  const log = await readLog(signatures)
  const rewrite = remembered && (await findRewrite(remembered, log))
  // The remembered head stays, so that every later check warns, too.
  if (rewrite) return { fault: `The record was rewritten since this browser last checked it: ${rewrite}.` }
  const misstated = checkpoint && (await findCheckpointFault(checkpoint, log, keys))
  if (misstated) return { fault: `The log does not match: ${misstated}.` }
  const newest = cosignatures === null ? [] : listNewest(cosignatures)
  if (newest === null) return { fault: 'The log does not match: the list of cosignatures is damaged.' }
  const uncosigned = await findCosignatureFault(newest, log)
  if (uncosigned) return { fault: `The log does not match: ${uncosigned}.` }
  const head = await headOf(log)
  if (head !== null) writeStored('localStorage', storageKeys.recordLog, head)
  const root = `The log of all signatures has the root ${head?.root.slice(0, 16)}…`
  return {
    fault: null,
    said: [
      remembered
        ? `${root} and continues the log of ${remembered.size} that this browser checked before`
        : `${root}; this browser remembers it, and will warn if the record is rewritten`,
      ...newest.map(
        ({ witness, size, cosigned_at }) =>
          `The witness ${witness} saw the same ${countOf(size, 'signature')} on ${formatNewYorkTime(cosigned_at)}, and cosigned them`
      )
    ]
  }
}

/** Null on sites of earlier versions, which have none. */
async function fetchText(path: string): Promise<string | null> {
  const response = await fetch(path)
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

function list(kind: 'ul' | 'ol', items: readonly string[]): HTMLElement {
  const element = document.createElement(kind)
  element.className = 'check-estimate__steps'
  element.append(...items.map((text) => Object.assign(document.createElement('li'), { textContent: text })))
  return element
}
