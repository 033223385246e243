import type * as z from 'zod/mini'

type Kept = 'localStorage' | 'sessionStorage'

/**
 * Browser storage that may be closed to us (private mode, full disk, an old version's values): reading
 * gives null, writing does nothing, and a value that does not fit its schema is thrown away.
 */
export function readStored<Schema extends z.ZodMiniType>(
  kept: Kept,
  key: string,
  schema: Schema
): z.output<Schema> | null {
  try {
    const text = window[kept].getItem(key)
    if (text === null) return null
    const value = schema.safeParse(parsed(text))
    if (value.success) return value.data
    window[kept].removeItem(key)
  } catch {
    // Closed storage holds nothing.
  }
  return null
}

export function writeStored(kept: Kept, key: string, value: unknown): void {
  try {
    window[kept].setItem(key, JSON.stringify(value))
  } catch {
    // What cannot be kept is lost with the page; nothing on screen depends on it.
  }
}

export function hasStored(kept: Kept, key: string): boolean {
  try {
    return window[kept].getItem(key) !== null
  } catch {
    return false
  }
}

export function removeStored(kept: Kept, key: string): void {
  try {
    window[kept].removeItem(key)
  } catch {
    // Nothing was kept.
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
