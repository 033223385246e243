import { atom } from 'nanostores'
import { logFailure } from '../lib/log.ts'

type ToastKind = 'info' | 'success' | 'error'
export type Toast = {
  id: number
  kind: ToastKind
  title: string
  message: string
  /** Opens in a tab of its own. */
  link?: { href: string; text: string }
  durationMs: number
}

const defaultDurationMs = 5000
let lastId = 0

/** The toast on screen; a newer one takes its place. */
export const $toast = atom<Toast | null>(null)

/** Answers the id that dismissToast closes it by. */
export function showToast(toast: Omit<Toast, 'id' | 'durationMs'> & { durationMs?: number }): number {
  if (toast.title.trim() === '') logFailure('A toast needs a visible title', toast)
  lastId += 1
  $toast.set({ durationMs: defaultDurationMs, ...toast, id: lastId })
  return lastId
}

/** Closes the toast with this id; an older id changes nothing. */
export function dismissToast(id: number): void {
  if ($toast.get()?.id === id) $toast.set(null)
}
