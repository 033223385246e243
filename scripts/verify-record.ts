// Verifies the signed record of estimates: signatures, their chain, daily trees, and the estimates shown on the site.
// When: by anyone, `npm run verify-record -- https://SITE`, or with a folder of saved files; it needs no database.
import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { fundsDataPath } from '../admin-api/contract/open-data.ts'
import { recordCsvPath } from '../admin-api/contract/record.ts'
import { recordSignaturesPath } from '../admin-api/contract/signed-record.ts'
import { countOf } from '../admin-api/numbers/format-numbers.ts'
import {
  type PublishedEstimate,
  presentSymbols,
  type RecordReport,
  verifyRecord
} from '../admin-api/signed-record/verify-record.ts'
import { exitWith, messageOf, positional, readOptions, text } from './command.ts'

const timeoutMs = 30_000

const options = readOptions({
  'URL-or-FOLDER': positional('URL-or-FOLDER', 'address of the site, or a folder with its files'),
  expect: text('HASH', 'a hash that you noted earlier; the record must still contain it')
})
const location = options['URL-or-FOLDER'] ?? 'http://localhost:4321'
await verify().catch(exitWith('The record could not be verified: '))

async function verify(): Promise<void> {
  const read = createReader(location)
  // Without this, a wrong address would look like a record with a fault.
  await read(recordSignaturesPath)
  const published = await read(recordCsvPath).then(
    (csv): PublishedEstimate[] => parse(csv, { columns: true }),
    messageOf
  )
  const report = await verifyRecord({
    read,
    published: typeof published === 'string' ? null : published,
    presentSymbolOf: presentSymbols(JSON.parse(await read(fundsDataPath).catch(() => '{"funds":[]}')))
  })
  const missing = options.expect !== undefined && !report.hashes.has(options.expect)
  console.log(format(report, typeof published === 'string' ? published : null))
  const isForged = await checkReceipts(report.anchors)
  if (missing) console.log(`FAILED: the record does not contain the hash ${options.expect}.`)
  process.exitCode = report.fault === null && !missing && !isForged ? 0 : 1
}

/** Prints what OpenTimestamps says about its receipts. @returns whether one is for another hash */
async function checkReceipts(anchors: RecordReport['anchors']): Promise<boolean> {
  const stamps = anchors.filter(({ file }) => file?.endsWith('.ots'))
  if (anchors.length > 0)
    console.log(`${countOf(anchors.length, 'receipt')} of a witness; newest: ${anchors.at(-1)?.day}.`)
  if (stamps.length === 0) return false
  const folder = await mkdtemp(join(tmpdir(), 'verify-record-'))
  let isForged = false
  for (const { day, hash, receipt } of stamps) {
    const file = join(folder, `${day}.ots`)
    await writeFile(file, receipt, 'base64')
    const { error, stdout, stderr } = spawnSync('ots', ['verify', '-d', hash, file], { encoding: 'utf8' })
    if (error) {
      console.log('OpenTimestamps receipts were not checked: its client `ots` is not installed.')
      break
    }
    const said = `${stdout}${stderr}`.trim()
    console.log(`OpenTimestamps, ${day}: ${said.split('\n').at(-1) || 'not confirmed yet'}`)
    isForged ||= /does not match|not a timestamp file|invalid timestamp file/i.test(said)
  }
  if (isForged) console.log('FAILED: a receipt is for another hash, or no receipt.')
  await rm(folder, { recursive: true })
  return isForged
}

type Read = (path: string) => Promise<string>

function createReader(from: string): Read {
  if (!/^https?:/.test(from)) return (path) => readFile(join(from, path), 'utf8')
  return async (path) => {
    const address = new URL(path, from)
    const response = await fetch(address, { signal: AbortSignal.timeout(timeoutMs) })
    if (!response.ok) throw new Error(`${address} answered ${response.status}.`)
    return response.text()
  }
}

function format(
  { days, live, backtested, signedLate, newest, fault }: RecordReport,
  unread: string | null
): string {
  const counts = `${countOf(days, 'day')} with ${live} live and ${backtested} backtested estimates match.`
  const lines = [
    fault === null || days > 0 ? counts : null,
    signedLate > 0
      ? `${countOf(signedLate, 'live estimate')} can’t be proven to be from before the ex-date: signed too late, or with a time before that of an earlier signature.`
      : null,
    unread === null ? null : `Not compared with the estimates that the site shows: ${unread}`,
    newest === null
      ? 'Nothing is signed yet.'
      : `Newest hash: ${newest.hash} (${newest.day}, key ${newest.key})`,
    newest === null ? null : 'Note it, and check it next time with --expect.'
  ]
  if (fault !== null)
    lines.push(
      fault.day === null
        ? `FAILED: ${fault.reason}.`
        : `FAILED: the first day that does not match is ${fault.day}: ${fault.reason}.`
    )
  return lines.filter((line) => line !== null).join('\n')
}
