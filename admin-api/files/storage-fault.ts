/** Why nothing can be stored: no room is left, or the place may only be read. */
export type StorageFault = 'full' | 'read-only'

/** What Node and SQLite say of it in `code`. */
const faultOfCode: Record<string, StorageFault> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  SQLITE_FULL: 'full',
  EROFS: 'read-only',
  SQLITE_READONLY: 'read-only'
}

/** Null for an error of any other kind. */
export function findStorageFault(error: unknown): StorageFault | null {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return null
  return faultOfCode[error.code] ?? null
}
