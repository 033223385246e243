import { setImmediate } from 'node:timers/promises'
import { backupVersion, largestBackup } from '../../../contract/admin-history.ts'
import { ApiError } from '../../../http/errors.ts'
import { BackupRecord } from './backup-record.ts'

export type SentBackup = { data?: unknown; version?: unknown; exported_at?: unknown }
export type CheckedBackup = { records: BackupRecord[]; exportedAt: string | null }

/** Checked in one go; in between the process answers others. */
const recordsAtOnce = 1000
const closedNames = ['__proto__', 'constructor', 'prototype']
const instantForm = /^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z$/

const emptyMessage = "The backup file doesn't contain any valid records."

/**
 * A backup of which every record can be written, so that nothing is begun that cannot be finished.
 * @param funds the symbols we know.
 * @throws ApiError that names the record, its ticker and payment date, and the field.
 */
export async function checkBackup(sent: SentBackup, funds: ReadonlySet<string>): Promise<CheckedBackup> {
  const { data, version, exported_at: exportedAt = null } = sent
  if (!Array.isArray(data) || data.length === 0) throw invalid(emptyMessage)
  checkVersion(version)
  if (exportedAt !== null && !isInstant(exportedAt)) throw invalid('exported_at must be an instant in UTC.')
  if (data.length > largestBackup.records) {
    const most = largestBackup.records.toLocaleString('en-US')
    throw new ApiError('too-large', `A backup may hold at most ${most} records, this one has ${data.length}.`)
  }
  const records: BackupRecord[] = []
  const numberOf = new Map<string, number>()
  for (const [index, value] of data.entries()) {
    const number = index + 1
    const record = readRecord(value, number, funds)
    for (const key of keysOf(record)) {
      const first = numberOf.get(key.text)
      if (first !== undefined) throw faultOf(value, number, `${key.field} is that of record ${first} too`)
      numberOf.set(key.text, number)
    }
    records.push(record)
    if (number % recordsAtOnce === 0) await setImmediate()
  }
  return { records, exportedAt }
}

/** Two payments share neither their payment date nor, once paid, their ex-date. */
function keysOf({ ticker, payment_date, ex_date, actual_dividend }: BackupRecord) {
  const paid = { field: 'payment_date', text: `${ticker} paid ${payment_date}` }
  if (ex_date === undefined || actual_dividend == null) return [paid]
  return [paid, { field: 'ex_date', text: `${ticker} ex ${ex_date}` }]
}

function checkVersion(version: unknown): void {
  if (version === backupVersion || version === Number(backupVersion)) return
  if (typeof version !== 'string' && typeof version !== 'number')
    throw invalid('version is missing, so this is not a backup of Doubloon.')
  const told = String(version).slice(0, 20)
  throw invalid(
    Number(version) > Number(backupVersion)
      ? `it has version ${told}, which a newer Doubloon made; this one reads version ${backupVersion}.`
      : `it has version ${told}; this Doubloon reads version ${backupVersion}.`
  )
}

function readRecord(value: unknown, number: number, funds: ReadonlySet<string>): BackupRecord {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw faultOf(value, number, 'it must be an object')
  const closed = closedNames.find((name) => Object.hasOwn(value, name))
  if (closed !== undefined) throw faultOf(value, number, `${closed} is no field of a record`)
  const read = BackupRecord.safeParse(value)
  if (!read.success) throw faultOf(value, number, read.error.issues[0]?.message ?? 'it cannot be read')
  const record = read.data
  const { ticker, payment_date, ex_date, actual_dividend, estimated_dividend, accuracy_score } = record
  if (!funds.has(ticker)) throw faultOf(value, number, `ticker ${ticker} is not one of our funds`)
  if (ex_date !== undefined && ex_date > payment_date)
    throw faultOf(value, number, `ex_date ${ex_date} is after the payment_date`)
  const isExpected = actual_dividend == null
  if (isExpected && estimated_dividend == null)
    throw faultOf(value, number, 'actual_dividend and estimated_dividend are both missing')
  if (isExpected && record.actual_as_paid != null)
    throw faultOf(value, number, 'actual_as_paid is there without an actual_dividend')
  if ((isExpected || estimated_dividend == null) && (accuracy_score ?? 0) > 0)
    throw faultOf(value, number, 'accuracy_score is there without the two amounts it compares')
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
