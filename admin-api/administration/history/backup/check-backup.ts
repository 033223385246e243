import { createReadStream } from 'node:fs'
import { JSONParser, TokenType } from '@streamparser/json'
import { backupVersion, largestBackup } from '../../../contract/admin-history.ts'
import { ApiError } from '../../../platform/http/errors.ts'
import { BackupRecord } from './backup-record.ts'

export type CheckedBackup = { records: BackupRecord[]; exportedAt: string | null }

const forbiddenNames = ['__proto__', 'constructor', 'prototype']
const instantForm = /^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z$/

const emptyMessage = "The backup file doesn't contain any valid records."

/**
 * Validates all records before anything is written.
 * @param presentOf current symbol by current and former symbols; records are returned under it
 * @throws ApiError naming the record, its ticker and payment date, and the field
 */
export async function checkBackup(
  file: string,
  presentOf: ReadonlyMap<string, string>
): Promise<CheckedBackup> {
  let checker = new RecordChecker(presentOf)
  const { version, exportedAt = null } = await readBackup(file, (value, number) => {
    if (number === 1) checker = new RecordChecker(presentOf)
    checker.add(value, number)
  })
  if (checker.count === 0) throw invalid(emptyMessage)
  checkVersion(version)
  if (exportedAt !== null && !isInstant(exportedAt)) throw invalid('exported_at must be an instant in UTC.')
  return { records: checker.finish(), exportedAt }
}

/** Collects records until the first fault, then only counts them. */
class RecordChecker {
  count = 0
  readonly #presentOf: ReadonlyMap<string, string>
  readonly #numberOf = new Map<string, number>()
  #records: BackupRecord[] = []
  #fault: ApiError | null = null

  constructor(presentOf: ReadonlyMap<string, string>) {
    this.#presentOf = presentOf
  }

  add(value: unknown, number: number): void {
    this.count = number
    if (this.#fault === null) this.#addValid(value, number)
  }

  /** @throws ApiError with the first fault */
  finish(): BackupRecord[] {
    if (this.#fault !== null) throw this.#fault
    return this.#records
  }

  #addValid(value: unknown, number: number): void {
    try {
      const record = readRecord(value, number, this.#presentOf)
      this.#refuseDuplicates(record, number)
      this.#records.push(record)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      this.#fault = error
      this.#records = []
    }
  }

  #refuseDuplicates(record: BackupRecord, number: number): void {
    for (const key of keysOf(record)) {
      const first = this.#numberOf.get(key.text)
      if (first !== undefined) throw faultOf(record, number, `${key.field} is the same as in record ${first}`)
      this.#numberOf.set(key.text, number)
    }
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

/** Header fields of a backup. */
type BackupHead = { version: unknown; exportedAt: unknown }

/** Our records have no nesting; other files may, in fields that we skip. */
const deepestNesting = 20
/** Our own records are about 400 bytes long. */
const largestRecordBytes = 1024 * 1024

const notJson = new ApiError('invalid-input', 'The request body is not valid JSON.')
const notAnObject = new ApiError('invalid-input', 'The request body must be a JSON object.')
const tooDeep = new ApiError(
  'invalid-input',
  'Invalid Backup File: it is nested more deeply than any backup.'
)
const tooMany = new ApiError(
  'too-large',
  `A backup may hold at most ${largestBackup.records.toLocaleString('en-US')} records.`
)
const recordTooLarge = new ApiError('invalid-input', 'Invalid Backup File: a record is larger than 1 MB.')

/**
 * Parses a file as a stream and passes on each element of its `data` list with its number from 1. If `data` occurs
 * twice, the last one counts and numbering restarts.
 * @throws ApiError if the file is not one complete JSON object
 */
async function readBackup(
  file: string,
  onRecord: (value: unknown, number: number) => void
): Promise<BackupHead> {
  const head: BackupHead = { version: undefined, exportedAt: undefined }
  let fault: ApiError | null = null
  let depth = 0
  let hasStarted = false
  let recordStart = 0

  const parser = new JSONParser({ paths: ['$.data.*', '$.version', '$.exported_at'], keepStack: false })
  parser.onError = () => {
    fault ??= notJson
  }
  parser.onToken = ({ token, offset }) => {
    if (!hasStarted && token !== TokenType.LEFT_BRACE) fault ??= notAnObject
    hasStarted = true
    if (token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET) {
      depth += 1
      if (depth === 3) recordStart = offset
      if (depth > deepestNesting) fault ??= tooDeep
    } else if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) depth -= 1
    if (depth >= 3 && offset - recordStart > largestRecordBytes) fault ??= recordTooLarge
  }
  parser.onValue = ({ value, key, parent }) => {
    if (fault !== null) return
    if (Array.isArray(parent) && typeof key === 'number') {
      if (key >= largestBackup.records) fault = tooMany
      else onRecord(value, key + 1)
    } else if (key === 'version') head.version = value
    else if (key === 'exported_at') head.exportedAt = value
  }

  for await (const chunk of createReadStream(file)) {
    parser.write(chunk)
    if (fault !== null) throw fault
  }
  if (hasStarted && !parser.isEnded) throw notJson
  return head
}
