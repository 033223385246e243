/** Why nothing can be stored: no room is left, or the place may only be read. */
export type StorageFault = 'full' | 'read-only'

/** What Node, SQLite and PostgreSQL say of it in `code`. */
const faultOfCode: Record<string, StorageFault> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  SQLITE_FULL: 'full',
  '53100': 'full',
  EROFS: 'read-only',
  SQLITE_READONLY: 'read-only',
  '25006': 'read-only'
}

/** Null for an error of any other kind. */
export function findStorageFault(error: unknown): StorageFault | null {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return null
  return faultOfCode[error.code] ?? null
}
