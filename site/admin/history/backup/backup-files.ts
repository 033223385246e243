import {
  backupTooLarge,
  historyExportPath,
  largestBackup
} from '../../../../admin-api/contract/admin-history.ts'
import { ErrorBody } from '../../../../admin-api/contract/errors.ts'
import { adminMarker } from '../../../../admin-api/contract/headers.ts'

type DownloadResult = { ok: true; file: Blob; name: string } | { ok: false; message: string }

const defaultName = 'dividend-history-backup.json'
const failed = 'Failed to download the backup'

/** Downloads the complete backup, so that a failure is not saved as a file. Never throws. */
export async function fetchBackup(): Promise<DownloadResult> {
  try {
    const response = await fetch(historyExportPath, { headers: { [adminMarker.name]: adminMarker.value } })
    if (!response.ok) {
      const refusal = ErrorBody.safeParse(await response.json().catch(() => null))
      return { ok: false, message: refusal.success ? refusal.data.message : failed }
    }
    return { ok: true, file: await response.blob(), name: fileNameOf(response.headers) }
  } catch {
    return { ok: false, message: failed }
  }
}

/** The file name sent by the server, without a path. */
function fileNameOf(headers: Headers): string {
  const name = /filename="?([^";]+)"?/i.exec(headers.get('content-disposition') ?? '')?.[1]
  return name?.split(/[\\/]/).at(-1) || defaultName
}

/** Contents of a backup file. The server validates each record and names the one that is wrong. */
type Backup = { data: readonly unknown[]; version: unknown; exported_at: unknown }

type BackupResult = { ok: true; backup: Backup } | { ok: false; message: string }

/** Reads a chosen file. Never throws. */
export async function readBackupFile(file: File): Promise<BackupResult> {
  if (file.size > largestBackup.bytes) return { ok: false, message: backupTooLarge }
  try {
    return parseBackup(await file.text())
  } catch {
    return { ok: false, message: 'The backup file could not be read.' }
  }
}

/** Expects an object with a non-empty array `data`. */
export function parseBackup(text: string): BackupResult {
  const { data, version, exported_at } = parseObject(text)
  if (!Array.isArray(data) || data.length === 0)
    return { ok: false, message: "The backup file doesn't contain any valid records." }
  return { ok: true, backup: { data, version, exported_at } }
}

function parseObject(text: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}
