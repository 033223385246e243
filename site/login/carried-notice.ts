import * as z from 'zod/mini'
import '../lib/no-eval.ts'
import { readStored, removeStored, writeStored } from '../lib/storage.ts'
import { storageKeys } from '../lib/storage-keys.ts'
import { showToast } from '../ui/toast.ts'

const Notice = z.object({
  kind: z.enum(['info', 'success', 'error']),
  title: z.string(),
  message: z.string()
})
export type Notice = z.infer<typeof Notice>

/** Keeps a notice that would be lost with this page; the page that follows shows it. */
export function carryNotice(notice: Notice): void {
  writeStored('sessionStorage', storageKeys.carriedNotice, notice)
}

/** Shows, once, what the page before left. */
export function showCarriedNotice(): void {
  const notice = readStored('sessionStorage', storageKeys.carriedNotice, Notice)
  if (notice === null) return
  removeStored('sessionStorage', storageKeys.carriedNotice)
  showToast(notice)
}
