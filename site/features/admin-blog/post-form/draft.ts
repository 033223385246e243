import * as z from 'zod/mini'
import { readStored, removeStored, writeStored } from '../../../lib/storage.ts'
import { storageKeys } from '../../../lib/storage-keys.ts'
import type { Fields, Mode } from './form-state.ts'

/** Unsaved work as the browser keeps it. `keptAt` is an instant. */
const Draft = z.object({
  mode: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('create') }),
    z.object({ kind: z.literal('edit'), id: z.number(), slug: z.string(), title: z.string() })
  ]),
  fields: z.object({ title: z.string(), excerpt: z.string(), content: z.string(), published: z.boolean() }),
  keptAt: z.string()
})
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
