import { largestBackup } from '../../../../admin-api/contract/admin-history.ts'

/** What a file holds, not yet checked: the server looks at each record and names the one that is wrong. */
type Backup = { data: readonly unknown[]; version: unknown; exported_at: unknown }

export type ReadBackup = { ok: true; backup: Backup } | { ok: false; message: string }

const noRecords = "The backup file doesn't contain any valid records."
const tooLarge = 'The backup file is larger than 64 MB.'
const unreadable = 'The backup file could not be read.'

/** Reads a chosen file; never throws. */
export async function readBackupFile(file: File): Promise<ReadBackup> {
  if (file.size > largestBackup.bytes) return { ok: false, message: tooLarge }
  try {
    return readBackup(await file.text())
  } catch {
    return { ok: false, message: unreadable }
  }
}

/** A backup is an object with a list `data` that is not empty. */
export function readBackup(text: string): ReadBackup {
  const value = parsed(text)
  if (typeof value !== 'object' || value === null || !('data' in value))
    return { ok: false, message: noRecords }
  if (!Array.isArray(value.data) || value.data.length === 0) return { ok: false, message: noRecords }
  const version = 'version' in value ? value.version : undefined
  const exported_at = 'exported_at' in value ? value.exported_at : undefined
  return { ok: true, backup: { data: value.data, version, exported_at } }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
