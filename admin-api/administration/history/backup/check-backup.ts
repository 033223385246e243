import { read } from 'node:fs'
import { promisify } from 'node:util'
import { JSONParser, TokenType } from '@streamparser/json'
import { backupVersion, largestBackup } from '../../../contract/admin-history.ts'
import { ApiError } from '../../../platform/http/errors.ts'
import { BackupRecord } from './backup-record.ts'

export type CheckedBackup = { records: BackupRecord[]; exportedAt: string | null }

const forbiddenNames = ['__proto__', 'constructor', 'prototype']
const instantForm = /^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z$/

export const emptyBackup = "Invalid Backup File: The backup file doesn't contain any valid records."

/**
 * Validates all records before anything is written. The file is parsed as a stream and refused at its first fault: as one
 * value, 60 MB of brackets would take gigabytes.
 * @param file descriptor of the open file
 * @param presentOf current symbol by current and former symbols; records are returned under it
 * @throws ApiError naming the record, its ticker and payment date, and the field
 */
export async function checkBackup(
  file: number,
  presentOf: ReadonlyMap<string, string>
): Promise<CheckedBackup> {
  const records: BackupRecord[] = []
  const numberOf = new Map<string, number>()
  const { version, exportedAt } = await readBackup(file, (value, number) => {
    const record = readRecord(value, number, presentOf)
    refuseDuplicate(record, number, numberOf)
    records.push(record)
  })
  if (records.length === 0) throw new ApiError('invalid-input', emptyBackup)
  checkVersion(version)
  if (exportedAt !== null && !isInstant(exportedAt)) throw invalid('exported_at must be an instant in UTC.')
  return { records, exportedAt }
}

function refuseDuplicate(record: BackupRecord, number: number, numberOf: Map<string, number>): void {
  for (const key of keysOf(record)) {
    const first = numberOf.get(key.text)
    if (first !== undefined) throw faultOf(record, number, `${key.field} is the same as in record ${first}`)
    numberOf.set(key.text, number)
  }
}

/** Two payments may share neither their payment date nor, if paid, their ex-date. */
function keysOf({ ticker, payment_date, ex_date, actual_dividend }: BackupRecord) {
  const paid = { field: 'payment_date', text: `${ticker} paid ${payment_date}` }
  if (ex_date === undefined || actual_dividend == null) return [paid]
  return [paid, { field: 'ex_date', text: `${ticker} ex ${ex_date}` }]
}

function checkVersion(version: unknown): void {
  if (version === backupVersion || version === Number(backupVersion)) return
  if (typeof version !== 'string' && typeof version !== 'number')
    throw invalid('version is missing, so this is not a backup of Doubloon.')
  const named = String(version).slice(0, 20)
  throw invalid(
    Number(version) > Number(backupVersion)
      ? `it has version ${named}, which a newer Doubloon made; this one reads version ${backupVersion}.`
      : `it has version ${named}; this Doubloon reads version ${backupVersion}.`
  )
}

function readRecord(value: unknown, number: number, presentOf: ReadonlyMap<string, string>): BackupRecord {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw faultOf(value, number, 'it must be an object')
  const forbidden = forbiddenNames.find((name) => Object.hasOwn(value, name))
  if (forbidden !== undefined) throw faultOf(value, number, `${forbidden} is not a field of a record`)
  const read = BackupRecord.safeParse(value)
  if (!read.success) throw faultOf(value, number, read.error.issues[0]?.message ?? 'it cannot be read')
  const present = presentOf.get(read.data.ticker)
  if (present === undefined)
    throw faultOf(value, number, `ticker ${read.data.ticker} is not one of our funds`)
  const record = { ...read.data, ticker: present }
  const { payment_date, ex_date, actual_dividend, estimated_dividend, accuracy_score } = record
  if (ex_date !== undefined && ex_date > payment_date)
    throw faultOf(value, number, `ex_date ${ex_date} is after the payment_date`)
  const isExpected = actual_dividend == null
  if (isExpected && estimated_dividend == null)
    throw faultOf(value, number, 'actual_dividend and estimated_dividend are both missing')
  if (isExpected && record.actual_as_paid != null)
    throw faultOf(value, number, 'actual_as_paid is set without an actual_dividend')
  if ((isExpected || estimated_dividend == null) && (accuracy_score ?? 0) > 0)
    throw faultOf(value, number, 'accuracy_score is set without the two amounts it compares')
  return record
}

/** 'record 17 (MSTY, 2026-05-29): actual_dividend must be ...' */
function faultOf(value: unknown, number: number, fault: string): ApiError {
  const { ticker, payment_date } = (value ?? {}) as { ticker?: unknown; payment_date?: unknown }
  const names = [ticker, payment_date].map((name) => (typeof name === 'string' ? name.slice(0, 12) : '?'))
  return invalid(`record ${number} (${names.join(', ')}): ${fault}.`)
}

function invalid(message: string): ApiError {
  return new ApiError('invalid-input', `Invalid Backup File: ${message}`)
}

function isInstant(value: unknown): value is string {
  return typeof value === 'string' && instantForm.test(value) && !Number.isNaN(Date.parse(value))
}

/** Records have no nesting; files of other programs may, in fields that are skipped. */
const deepestNesting = 20
/** Records are about 400 bytes long. A file may have as much before its first, between two and after its last one. */
const longestStretch = 64 * 1024
/** A few milliseconds of parsing, after which other work of the thread has its turn. */
const bytesPerChunk = 16 * 1024

const readAt = promisify(read)
const byteOrderMark = Buffer.from('\uFEFF')

type BackupHead = { version: unknown; exportedAt: unknown }

/**
 * Passes on each element of the list `data` with its number from 1.
 * @throws ApiError at the first fault, or if the file is not one complete JSON object
 */
async function readBackup(
  file: number,
  onRecord: (value: unknown, number: number) => void
): Promise<BackupHead> {
  const head: BackupHead = { version: undefined, exportedAt: null }
  const parser = new JSONParser({ paths: ['$.data.*', '$.version', '$.exported_at'], keepStack: false })
  let depth = 0
  let hasStarted = false
  let count = 0
  let tokenEnd = 0
  let stretchStart = 0

  // The parser passes what a callback throws to onError.
  parser.onError = (error) => {
    throw error instanceof ApiError ? error : notJson()
  }
  parser.onToken = ({ token, offset }) => {
    if (!hasStarted && token !== TokenType.LEFT_BRACE)
      throw new ApiError('invalid-input', 'The request body must be a JSON object.')
    hasStarted = true
    tokenEnd = offset
    if (token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET) depth += 1
    else if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) depth -= 1
    if (depth > deepestNesting) throw invalid('it is nested more deeply than any backup.')
  }
  parser.onValue = ({ value, key, parent }) => {
    if (Array.isArray(parent)) {
      if (typeof key !== 'number' || key < count) throw invalid('it has two lists named data.')
      if (key >= largestBackup.records) throw tooMany()
      count = key + 1
      stretchStart = tokenEnd
      onRecord(value, count)
    } else if (key === 'version') head.version = value
    else if (key === 'exported_at') head.exportedAt = value
  }

  let bytes = 0
  for await (const chunk of readChunks(file)) {
    const text = bytes === 0 && hasByteOrderMark(chunk) ? chunk.subarray(byteOrderMark.length) : chunk
    parser.write(text)
    if (bytes - stretchStart > longestStretch) throw noRecord(count)
    bytes += text.length
  }
  if (bytes > 0 && !parser.isEnded) throw notJson()
  return head
}

/** A stream of the file would close it, although its owner does. */
async function* readChunks(file: number): AsyncGenerator<Buffer> {
  for (let position = 0; ; ) {
    const chunk = Buffer.allocUnsafe(bytesPerChunk)
    const { bytesRead } = await readAt(file, chunk, 0, bytesPerChunk, position)
    if (bytesRead === 0) return
    position += bytesRead
    yield chunk.subarray(0, bytesRead)
  }
}

function hasByteOrderMark(chunk: Buffer): boolean {
  return chunk.subarray(0, byteOrderMark.length).equals(byteOrderMark)
}

function noRecord(count: number): ApiError {
  const where = count === 0 ? 'its first 64 kB' : `the 64 kB after record ${count}`
  return invalid(`${where} contain no complete record.`)
}

function notJson(): ApiError {
  return new ApiError('invalid-input', 'The request body is not valid JSON.')
}

function tooMany(): ApiError {
  const most = largestBackup.records.toLocaleString('en-US')
  return new ApiError('too-large', `A backup may hold at most ${most} records.`)
}
