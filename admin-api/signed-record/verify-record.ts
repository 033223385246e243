import type { FundsData } from '../contract/open-data.ts'
import type { recordCsvColumns } from '../contract/record.ts'
import { tiledCheckpointPath } from '../contract/record-tiles.ts'
import {
  type LogHead,
  parseRecordDay,
  parseRecordKeys,
  parseRecordSignatures,
  type RecordAnchor,
  RecordFileError,
  type RecordLeaf,
  type RecordSignature,
  recordCheckpointPath,
  recordDayPath,
  recordKeysPath,
  recordSignaturesPath,
  type SignedDay
} from '../contract/signed-record.ts'
import { parseCosignatures, type RecordCosignature, recordCosignaturesPath } from '../contract/witnesses.ts'
import { findCheckpointFault, findRewrite, headOf, readLog } from './checkpoint.ts'
import { findCosignatureFault } from './cosignature.ts'
import { pickCounting } from './counted-estimates.ts'
import type { Sha256 } from './merkle-tree.ts'
import {
  type ChainedSignature,
  findCountedFault,
  findFirstSignature,
  findTimeFault,
  isProvenForecast,
  type LiveEstimate,
  linkSignatures,
  listUnpaid,
  nameOfEstimate
} from './proven-times.ts'
import { createOutlookCheck, type PublishedOutlook } from './verify-outlooks.ts'
import { findKeyFault, findLeavesFault, findSignatureFault } from './verify-signature.ts'

/** The estimates that a site scores and shows: rows of its /api/accuracy.csv. */
export type PublishedEstimate = Readonly<Record<(typeof recordCsvColumns)[number], string>>

export type RecordToVerify = {
  /** Text of a published file by its path. @throws when it can't be read */
  read: (path: string) => Promise<string>
  /** Null: not available, so the files are only compared with each other. */
  published: readonly PublishedEstimate[] | null
  /** Rows of the table of outlooks; null: not available, as on sites of earlier versions. */
  outlooks: readonly PublishedOutlook[] | null
  /** Maps former symbols to the present ones. */
  presentSymbolOf: (symbol: string) => string
  /** Head of the log when it was last verified, by this visitor or another one. */
  remembered?: LogHead | undefined
  /** A faster SHA-256 than that of Web Crypto. */
  hash?: Sha256
}

/** Maps former symbols to present ones, because leaves keep the symbol of their day. */
export function presentSymbols({ funds }: FundsData): RecordToVerify['presentSymbolOf'] {
  const present = new Map(
    funds.flatMap(({ symbol, former_symbols }) => former_symbols.map((former) => [former, symbol] as const))
  )
  return (symbol) => present.get(symbol) ?? symbol
}

export type RecordReport = {
  /** Days that match. */
  days: number
  live: number
  backtested: number
  /** Live estimates without a signature that proves a time before the session of their ex-date. */
  signedLate: number
  /** How many of these count. */
  countedLate: number
  /** Signed outlooks, and the sessions that they are of. */
  outlooks: number
  outlookSessions: number
  /** Counting estimates whose day has passed without a payment, oldest first. */
  unpaid: Pick<RecordLeaf, 'symbol' | 'ex_date'>[]
  newest: RecordSignature | null
  hashes: ReadonlySet<string>
  /** The log of all signatures; null before the first. */
  head: LogHead | null
  /** Whether the site published a checkpoint; sites of earlier versions do not. */
  hasCheckpoint: boolean
  /** The newest valid cosignature of each witness. */
  cosigned: readonly RecordCosignature[]
  anchors: readonly RecordAnchor[]
  /** The first day that does not match; null if all do. Its day is null if it concerns no single one. */
  fault: { day: string | null; reason: string } | null
}

/**
 * Verifies a whole record from its published files: signatures, their chain, every day's tree, that the estimates scored
 * on the site are the signed ones, when they were signed, and which of them count. Stops at the first day that does not match.
 * @throws RecordFileError if the list of signatures or keys is damaged
 */
export async function verifyRecord(source: RecordToVerify): Promise<RecordReport> {
  const { read } = source
  const checkpoints = [
    await read(recordCheckpointPath).catch(() => null),
    await read(tiledCheckpointPath).catch(() => null)
  ].filter((note) => note !== null)
  const { keys } = parseRecordKeys(await read(recordKeysPath))
  const { signatures, anchors = [] } = parseRecordSignatures(await read(recordSignaturesPath))
  const report = { days: 0, live: 0, backtested: 0, signedLate: 0, countedLate: 0 }
  const newest = signatures.at(-1) ?? null
  const hashes = new Set(signatures.map(({ hash }) => hash))
  const unpaid: RecordReport['unpaid'] = []
  const outlooks = createOutlookCheck(read, source.outlooks, source.presentSymbolOf)
  const log = await readLog(signatures, source.hash)
  const head = await headOf(log)
  const cosignatures = await readCosignatures(read)
  let cosigned: readonly RecordCosignature[] = []
  const end = (fault: RecordReport['fault']): RecordReport => ({
    ...report,
    outlooks: outlooks.outlooks,
    outlookSessions: outlooks.sessions,
    unpaid,
    newest,
    hashes,
    head,
    hasCheckpoint: checkpoints.length > 0,
    cosigned,
    anchors,
    fault
  })
  const keyFault = await findKeyFault(keys)
  if (keyFault !== null) return end({ day: null, reason: keyFault })
  const rewrite = source.remembered && (await findRewrite(source.remembered, log))
  if (rewrite) return end({ day: null, reason: `the log was rewritten since you verified it: ${rewrite}` })
  const published = source.published && indexPublished(source.published)
  const repeated = source.published?.find((row) => published?.get(keyOfRow(row))?.row !== row)
  if (repeated)
    return end({ day: null, reason: `the site shows two rows of one estimate: ${nameOf(repeated)}` })
  const stray = anchors.find(({ number, hash }) => signatures[number - 1]?.hash !== hash)
  if (stray) return end({ day: stray.day, reason: 'its receipt is for a hash that the record does not have' })
  const links = linkSignatures(signatures)
  const estimates: LiveEstimate[] = []
  let before: RecordSignature | null = null
  for (const [day, signed] of Map.groupBy(signatures, (signature) => signature.day)) {
    for (const signature of signed) {
      const reason = await findSignatureFault(signature, before, keys)
      if (reason !== null) return end({ day, reason })
      before = signature
    }
    const text = await read(recordDayPath(day)).catch(() => null)
    if (text === null) return end({ day, reason: 'its file is missing' })
    const file = parseDay(text)
    if (typeof file === 'string') return end({ day, reason: `its file is damaged: ${file}` })
    const reason =
      (await findLeavesFault(file, signed, source.hash)) ??
      findPublishedFault(file.leaves, published, source.presentSymbolOf) ??
      (await outlooks.checkDay(file, links))
    if (reason !== null) return end({ day, reason })
    const live = listLive(file, links, published, source.presentSymbolOf)
    const late = live.filter((estimate) => !isProvenForecast(estimate))
    report.days += 1
    report.live += live.length
    report.backtested += file.leaves.length - live.length
    report.signedLate += late.length
    report.countedLate += late.filter(({ shown }) => shown?.counts).length
    const timeFault = live
      .map(({ leaf, first }) => findTimeFault({ leaf, name: nameOfEstimate(leaf), first }))
      .find((fault) => fault !== null)
    if (timeFault !== undefined) return end({ day, reason: timeFault })
    estimates.push(...live)
  }
  for (const checkpoint of checkpoints) {
    const misstated = await findCheckpointFault(checkpoint, log, keys)
    if (misstated !== null) return end({ day: null, reason: misstated })
  }
  const uncosigned = await findCosignatureFault(cosignatures, log)
  if (uncosigned) return end({ day: null, reason: uncosigned })
  cosigned = [...new Map(cosignatures.map((each) => [each.verifier_key, each])).values()]
  const unsigned = published && [...published.values()].find(({ isSigned }) => !isSigned)?.row
  if (unsigned)
    return end({ day: null, reason: `the site shows an estimate that was never signed: ${nameOf(unsigned)}` })
  if (newest !== null)
    unpaid.push(
      ...listUnpaid(estimates, newest.day).map(({ leaf: { symbol, ex_date } }) => ({ symbol, ex_date }))
    )
  const reason =
    outlooks.findUnsigned() ?? findCountsFault(source.published ?? []) ?? findCountedFault(estimates)
  return end(reason === null ? null : { day: null, reason })
}

/** Sites of earlier versions have none. @throws RecordFileError */
async function readCosignatures(read: RecordToVerify['read']): Promise<RecordCosignature[]> {
  const file = await read(recordCosignaturesPath).catch(() => null)
  return file === null ? [] : parseCosignatures(file)
}

/** The content of a day's file, or why it can't be read. */
function parseDay(text: string): SignedDay | string {
  try {
    return parseRecordDay(text)
  } catch (error) {
    if (error instanceof RecordFileError) return error.message
    throw error
  }
}

/** Live estimates of a day with their first signatures and what the site shows about their payments. */
function listLive(
  file: SignedDay,
  links: ReadonlyMap<number, ChainedSignature>,
  published: Published | null,
  presentSymbolOf: RecordToVerify['presentSymbolOf']
): LiveEstimate[] {
  return file.leaves.flatMap((leaf, position) => {
    const first = links.get(findFirstSignature(file, position)?.number ?? 0)
    if (!isLive(leaf) || first === undefined) return []
    const row = published?.get(keyOfLeaf(leaf, presentSymbolOf))?.row
    const shown =
      row === undefined ? null : { counts: row.counts === 'yes', paidExDate: row.paid_ex_date || null }
    return [{ symbol: presentSymbolOf(leaf.symbol), leaf, first, shown }]
  })
}

/** Why `counts` is not what the signed columns of these estimates give, so that nobody can count the best version. */
function findCountsFault(rows: readonly PublishedEstimate[]): string | null {
  const estimates = rows.map((row) => {
    return { ...row, paid_ex_date: row.paid_ex_date || null, version: Number(row.version ?? 0), actual: null }
  })
  const counting = pickCounting(estimates)
  const wrong = estimates.find((row) => (row.counts === 'yes') !== counting.has(row))
  if (wrong === undefined) return null
  const should = counting.has(wrong) ? 'should' : 'should not'
  return `only the last estimate before the session of an ex-date counts, and this ${should}: ${nameOf(wrong)}`
}

function isLive({ origin }: RecordLeaf): boolean {
  return origin === 'live'
}

type Published = Map<string, { row: PublishedEstimate; isSigned: boolean }>

function indexPublished(rows: readonly PublishedEstimate[]): Published {
  return new Map(rows.map((row) => [keyOfRow(row), { row, isSigned: false }]))
}

function keyOfRow(row: PublishedEstimate): string {
  return keyOf(row.symbol, row.ex_date, row.origin, row.as_of, row.version ?? '0')
}

function keyOfLeaf(leaf: RecordLeaf, presentSymbolOf: RecordToVerify['presentSymbolOf']): string {
  const { symbol, ex_date, origin, as_of, version = 0 } = leaf
  return keyOf(presentSymbolOf(symbol), ex_date, origin, as_of, String(version))
}

function nameOf(row: Pick<PublishedEstimate, 'symbol' | 'ex_date' | 'made_at'>): string {
  return `${row.symbol}, ex-date ${row.ex_date}, made ${row.made_at}`
}

function keyOf(...parts: string[]): string {
  return parts.join(' ')
}

/** Columns of the file that a leaf has, too. */
const comparedColumns = [
  'family',
  'made_at',
  'method_version',
  'rule',
  'q05',
  'low',
  'q25',
  'estimate',
  'q75',
  'high',
  'q95',
  'price',
  'price_date',
  'baseline_last_yield'
] as const satisfies (keyof RecordLeaf)[]

/** Marks signed estimates. A backtested one may have been replaced by one of a newer method; a live one never is. */
function findPublishedFault(
  leaves: readonly RecordLeaf[],
  published: Published | null,
  presentSymbolOf: RecordToVerify['presentSymbolOf']
): string | null {
  if (published === null) return null
  for (const leaf of leaves) {
    const { symbol, ex_date, origin, as_of } = leaf
    const shown = published.get(keyOfLeaf(leaf, presentSymbolOf))
    const name = `the ${origin} estimate of ${symbol} for ${ex_date}, as of ${as_of},`
    if (shown === undefined) {
      if (isLive(leaf)) return `${name} is not among those that the site shows`
      continue
    }
    const changed = comparedColumns.find((column) => shown.row[column] !== String(leaf[column] ?? ''))
    if (changed !== undefined) {
      if (!isLive(leaf) && shown.row.made_at !== leaf.made_at) continue
      return `${name} has ${changed} ${leaf[changed] ?? 'nothing'}, and the site shows ${shown.row[changed] || 'nothing'}`
    }
    if (shown.isSigned && isLive(leaf)) return `${name} is signed twice`
    shown.isSigned = true
  }
  return null
}
