import * as z from 'zod/mini'
import { readStored, removeStored, writeStored } from '../../lib/storage.ts'
import { storageKeys } from '../../lib/storage-keys.ts'
import { Fields, Mode } from './fields.ts'

/** Unsaved work as the browser keeps it. `keptAt` is an instant. */
const Draft = z.object({ mode: Mode, fields: Fields, keptAt: z.string() })
export type Draft = z.infer<typeof Draft>

export function readDraft(): Draft | null {
  return readStored('localStorage', storageKeys.blogDraft, Draft)
}

export function keepDraft(mode: Mode, fields: Fields): void {
  const draft: Draft = { mode, fields, keptAt: new Date().toISOString() }
  writeStored('localStorage', storageKeys.blogDraft, draft)
}

export function dropDraft(): void {
  removeStored('localStorage', storageKeys.blogDraft)
}
