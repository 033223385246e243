type StorageName = 'localStorage' | 'sessionStorage'

/** Keys of everything that this site stores in a browser. The inline script in site/chrome/boot.js repeats some. */
export const storageKeys = {
  cardOrder: 'cardOrder',
  lastSearch: 'lastSearch',
  stockData: 'stockData',
  stockDataSession: 'stockDataSession',
  searchLimits: 'searchLimits',
  theme: 'theme',
  /** Symbols that a visitor has marked as their own. */
  ownFunds: 'ownFunds',
  /** Columns of the table of all funds that a visitor has shown or hidden. */
  fundColumns: 'fundColumns',
  /** A visitor's lots, tax rate and goal. */
  portfolio: 'fleet',
  /** When the portfolio was last saved to a file. */
  fileDays: 'fleetFile',
  /** Per fund, the day since which a visitor wants to see its return. */
  returnDays: 'returnDays',
  /** Size and root of the log of the signed record when this browser last checked it. */
  recordLog: 'recordLog',
  lcp: 'lcp',
  adminAuthenticated: 'adminAuthenticated',
  /** A notice for the page that a redirect leads to. */
  carriedNotice: 'carriedNotice',
  blogDraft: 'blogDraft'
} as const

/**
 * Reads a stored JSON value. A value that `check` does not accept, such as one of an earlier version, is removed.
 * Blocked storage (private mode) counts as empty.
 * @param check returns the value if it has the expected form, otherwise undefined
 */
export function readStored<Value>(
  storage: StorageName,
  key: string,
  check: (value: unknown) => Value | undefined
): Value | null {
  try {
    const text = window[storage].getItem(key)
    if (text === null) return null
    const value = check(tryParseJson(text))
    if (value !== undefined) return value
    window[storage].removeItem(key)
  } catch {
    // Storage is blocked.
  }
  return null
}

/** Stores a value as JSON; nothing happens if storage is blocked or full. */
export function writeStored(storage: StorageName, key: string, value: unknown): void {
  try {
    window[storage].setItem(key, JSON.stringify(value))
  } catch {
    // The value is lost with the page; nothing on screen depends on it.
  }
}

export function hasStored(storage: StorageName, key: string): boolean {
  try {
    return window[storage].getItem(key) !== null
  } catch {
    return false
  }
}

export function removeStored(storage: StorageName, key: string): void {
  try {
    window[storage].removeItem(key)
  } catch {
    // Nothing was stored.
  }
}

/** Calls `onChange` when another tab changes one of the keys. Returns a function that ends it. */
export function watchStored(keys: readonly string[], onChange: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    // The key is null when another tab cleared all storage.
    if (key === null || keys.includes(key)) onChange()
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}

/** Whether a value is an object in which every value has the form that `isValue` accepts. */
export function isRecordOf<Value>(
  value: unknown,
  isValue: (value: unknown) => value is Value
): value is Record<string, Value> {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every(isValue)
  )
}

export function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
