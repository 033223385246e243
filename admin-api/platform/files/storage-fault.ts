/**
 * Reason why nothing can be stored. 'unwritable': a file may not grow, or the disk is failing; 'away': the database can't
 * be reached; 'busy': it does not answer in time.
 */
export type StorageFault = 'full' | 'read-only' | 'unwritable' | 'away' | 'busy'

/** Error codes of Node, SQLite, PostgreSQL and our database driver. */
const faultOfCode: Record<string, StorageFault> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  SQLITE_FULL: 'full',
  '53100': 'full',
  EROFS: 'read-only',
  SQLITE_READONLY: 'read-only',
  '25006': 'read-only',
  EFBIG: 'unwritable',
  EIO: 'unwritable',
  SQLITE_IOERR_WRITE: 'unwritable',
  SQLITE_IOERR_FSYNC: 'unwritable',
  SQLITE_IOERR_TRUNCATE: 'unwritable',
  DATABASE_AWAY: 'away',
  DATABASE_BUSY: 'busy',
  SQLITE_BUSY: 'busy'
}

/** Null for any other error. */
export function findStorageFault(error: unknown): StorageFault | null {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return null
  return faultOfCode[error.code] ?? null
}
