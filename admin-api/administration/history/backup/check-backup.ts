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
export function checkBackup(text: string, presentOf: ReadonlyMap<string, string>): CheckedBackup {
  const { version, exported_at: exportedAt = null, data } = parseBackup(text)
  if (!Array.isArray(data) || data.length === 0) throw invalid(emptyMessage)
  if (data.length > largestBackup.records)
    throw new ApiError(
      'too-large',
      `A backup may hold at most ${largestBackup.records.toLocaleString('en-US')} records.`
    )
  checkVersion(version)
  if (exportedAt !== null && !isInstant(exportedAt)) throw invalid('exported_at must be an instant in UTC.')
  const records = data.map((value, index) => readRecord(value, index + 1, presentOf))
  refuseDuplicates(records)
  return { records, exportedAt }
}

function refuseDuplicates(records: readonly BackupRecord[]): void {
  const numberOf = new Map<string, number>()
  for (const [index, record] of records.entries()) {
    for (const key of keysOf(record)) {
      const first = numberOf.get(key.text)
      if (first !== undefined)
        throw faultOf(record, index + 1, `${key.field} is the same as in record ${first}`)
      numberOf.set(key.text, index + 1)
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

function parseBackup(text: string): Record<string, unknown> {
  if (text === '') throw invalid(emptyMessage)
  let backup: unknown
  try {
    backup = JSON.parse(text)
  } catch {
    throw new ApiError('invalid-input', 'The request body is not valid JSON.')
  }
  if (typeof backup !== 'object' || backup === null || Array.isArray(backup))
    throw new ApiError('invalid-input', 'The request body must be a JSON object.')
  return backup as Record<string, unknown>
}
