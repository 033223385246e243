/**
 * Why nothing can be stored: no room is left, or the place may only be read. Or neither stored nor read: the database
 * can't be reached, or does not answer in time.
 */
export type StorageFault = 'full' | 'read-only' | 'away' | 'busy'

/** What Node, SQLite, PostgreSQL and our own way to it say of it in `code`. */
const faultOfCode: Record<string, StorageFault> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  SQLITE_FULL: 'full',
  '53100': 'full',
  EROFS: 'read-only',
  SQLITE_READONLY: 'read-only',
  '25006': 'read-only',
  DATABASE_AWAY: 'away',
  DATABASE_BUSY: 'busy'
}

/** Null for an error of any other kind. */
export function findStorageFault(error: unknown): StorageFault | null {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return null
  return faultOfCode[error.code] ?? null
}
