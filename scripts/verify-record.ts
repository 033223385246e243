// Verifies the signed record of estimates: signatures, their chain, daily trees, and the estimates shown on the site.
// When: by anyone, `npm run verify-record -- https://SITE`, or with a folder of saved files; it needs no database.
import { spawnSync } from 'node:child_process'
import { hash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { fundsDataPath } from '../admin-api/contract/open-data.ts'
import { outlookRecordCsvPath } from '../admin-api/contract/outlook-record.ts'
import { recordCsvPath } from '../admin-api/contract/record.ts'
import { type LogHead, recordSignaturesPath, toLogHead } from '../admin-api/contract/signed-record.ts'
import { countOf } from '../admin-api/numbers/format-numbers.ts'
import type { PublishedOutlook } from '../admin-api/signed-record/verify-outlooks.ts'
import {
  type PublishedEstimate,
  presentSymbols,
  type RecordReport,
  verifyRecord
} from '../admin-api/signed-record/verify-record.ts'
import { exitWith, messageOf, positional, readOptions, text } from './command.ts'
import { createReader, toPrintable } from './published-files.ts'

/* The site may be hostile: its files have limits of size, time and form, and what it says is printed without control characters. */

const clientTimeoutMs = 30_000
const longestMinutes = 10
/** Receipts of OpenTimestamps have a few kilobytes. */
const longestReceipt = 64 * 1024
const longestRow = 10_000
const unpaidShown = 5
const estimateColumns = ['symbol', 'ex_date', 'origin', 'counts', 'as_of', 'made_at', 'paid_ex_date']

const options = readOptions({
  'URL-or-FOLDER': positional('URL-or-FOLDER', 'address of the site, or a folder with its files'),
  expect: text('HASH', 'a hash that you noted earlier; the record must still contain it'),
  witness: text('KEY', 'verifier key of a witness that you trust; it must have cosigned the record'),
  state: text(
    'FILE',
    'remembers the log there, and fails if it was rewritten since; use somebody else’s file to compare with what they saw'
  )
})
const location = options['URL-or-FOLDER'] ?? 'http://localhost:4321'
setTimeout(() => {
  console.error(`The record could not be verified within ${longestMinutes} minutes.`)
  process.exit(1)
}, longestMinutes * 60_000).unref()
await verify().catch((error) =>
  exitWith('The record could not be verified: ')(new Error(toPrintable(messageOf(error))))
)

async function verify(): Promise<void> {
  const read = createReader(location)
  const remembered = options.state === undefined ? undefined : await readState(options.state)
  // Without this, a wrong address would look like a record with a fault.
  await read(recordSignaturesPath)
  const published = await read(recordCsvPath).then(
    (csv): PublishedEstimate[] =>
      parse(csv, { columns: readColumns(recordCsvPath, estimateColumns), max_record_size: longestRow }),
    messageOf
  )
  // Sites of earlier versions have none.
  const outlooks = await read(outlookRecordCsvPath).then(
    (csv): PublishedOutlook[] =>
      parse(csv, {
        columns: readColumns(outlookRecordCsvPath, ['symbol', 'session', 'months', 'origin']),
        max_record_size: longestRow
      }),
    () => null
  )
  const report = await verifyRecord({
    read,
    published: typeof published === 'string' ? null : published,
    outlooks,
    remembered,
    hash: (bytes) => hash('sha256', bytes, 'buffer'),
    presentSymbolOf: presentSymbols(JSON.parse(await read(fundsDataPath).catch(() => '{"funds":[]}')))
  })
  const missing = options.expect !== undefined && !report.hashes.has(options.expect)
  for (const line of format(report, typeof published === 'string' ? published : null))
    console.log(toPrintable(line))
  const isForged = await checkReceipts(report.anchors)
  if (missing) console.log(`FAILED: the record does not contain the hash ${options.expect}.`)
  const isUnwitnessed =
    options.witness !== undefined &&
    !report.cosigned.some(({ verifier_key }) => verifier_key === options.witness)
  if (isUnwitnessed) console.log('FAILED: the witness of --witness has not cosigned this record.')
  const isVerified = report.fault === null && !missing && !isForged && !isUnwitnessed
  if (isVerified && options.state !== undefined && report.head !== null)
    await writeFile(options.state, `${JSON.stringify(report.head, null, 2)}\n`)
  process.exitCode = isVerified ? 0 : 1
}

function tryParse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

/** Head of the log at the last run; undefined at the first. @throws Error if --state didn't write the file */
async function readState(file: string): Promise<LogHead | undefined> {
  const saved = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (saved === null) return undefined
  const head = toLogHead(tryParse(saved))
  if (head === undefined)
    throw new Error(`${file} is not a state that --state wrote; name another file to start anew.`)
  return head
}

/** Returns a reader of the first line, which throws for another table. */
function readColumns(path: string, needed: readonly string[]): (header: readonly string[]) => string[] {
  return (header) => {
    const missing = needed.filter((column) => !header.includes(column))
    if (missing.length > 0) throw new Error(`${path} has no column ${missing.join(', ')}.`)
    return [...header]
  }
}

/** Prints what OpenTimestamps says about its receipts. @returns whether one is for another hash */
async function checkReceipts(anchors: RecordReport['anchors']): Promise<boolean> {
  const stamps = anchors.filter(({ file }) => file?.endsWith('.ots'))
  if (anchors.length > 0)
    console.log(`${countOf(anchors.length, 'receipt')} of a witness; newest: ${anchors.at(-1)?.day}.`)
  if (stamps.length === 0) return false
  const folder = await mkdtemp(join(tmpdir(), 'verify-record-'))
  try {
    let isForged = false
    for (const [i, { day, hash, receipt }] of stamps.entries()) {
      // The name is ours: one from the site could lead out of the folder.
      const said = await askClient(join(folder, `receipt-${i}.ots`), hash, receipt)
      if (said === null) {
        console.log('OpenTimestamps receipts were not checked: its client `ots` is not installed.')
        break
      }
      console.log(toPrintable(`OpenTimestamps, ${day}: ${said.split('\n').at(-1) || 'not confirmed yet'}`))
      isForged ||= /does not match|not a timestamp file|invalid timestamp file/i.test(said)
    }
    if (isForged) console.log('FAILED: a receipt is for another hash, or no receipt.')
    return isForged
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** What the client says about a receipt; null if it is not installed. */
async function askClient(file: string, hash: string, receipt: string): Promise<string | null> {
  if (receipt.length > longestReceipt) return 'not a timestamp file: it is larger than any receipt'
  await writeFile(file, receipt, 'base64')
  const { error, stdout, stderr } = spawnSync('ots', ['verify', '-d', hash, file], {
    encoding: 'utf8',
    timeout: clientTimeoutMs,
    maxBuffer: longestReceipt
  })
  if (error === undefined) return `${stdout}${stderr}`.trim()
  return 'code' in error && error.code === 'ENOENT' ? null : `not checked: ${error.message}`
}

function format(
  {
    days,
    live,
    backtested,
    outlooks,
    outlookSessions,
    signedLate,
    countedLate,
    unpaid,
    newest,
    head,
    hasCheckpoint,
    cosigned,
    fault
  }: RecordReport,
  unread: string | null
): string[] {
  const counts = `${countOf(days, 'day')} with ${live} live and ${backtested} backtested estimates match.`
  const lines = [
    fault === null || days > 0 ? counts : null,
    outlooks > 0
      ? `${countOf(outlooks, 'outlook')} of ${countOf(outlookSessions, 'month')} match, each signed before its first session opened.`
      : null,
    signedLate > 0
      ? `${countOf(signedLate, 'live estimate')} can’t be proven to be from before the ex-date: signed too late, or with a time before that of an earlier signature. ${countOf(countedLate, 'of them counts', 'of them count')}.`
      : null,
    unpaid.length > 0 ? describeUnpaid(unpaid) : null,
    unread === null ? null : `Not compared with the estimates that the site shows: ${unread}`,
    head === null ? null : `The log has ${countOf(head.size, 'signature')} and the root ${head.root}.`,
    ...cosigned.map(
      ({ witness, size, cosigned_at }) =>
        `${witness} cosigned ${countOf(size, 'signature')} on ${cosigned_at}.`
    ),
    head === null || hasCheckpoint ? null : 'The site has no checkpoint: it is of an earlier version.',
    newest === null
      ? 'Nothing is signed yet.'
      : `Newest hash: ${newest.hash} (${newest.day}, key ${newest.key})`,
    newest === null ? null : 'Note it, and check it next time with --expect, or let --state FILE remember it.'
  ]
  if (fault !== null)
    lines.push(
      fault.day === null
        ? `FAILED: ${fault.reason}.`
        : `FAILED: the first day that does not match is ${fault.day}: ${fault.reason}.`
    )
  return lines.filter((line) => line !== null)
}

function describeUnpaid(unpaid: RecordReport['unpaid']): string {
  const newest = unpaid.slice(-unpaidShown).map(({ symbol, ex_date }) => `${symbol} ${ex_date}`)
  const rest = unpaid.length > unpaidShown ? `, and ${unpaid.length - unpaidShown} before` : ''
  const what = countOf(unpaid.length, 'live estimate')
  return `${what} counted for a day that passed without a payment on the site: ${newest.join(', ')}${rest}.`
}
