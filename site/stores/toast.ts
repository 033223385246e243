import { atom } from 'nanostores'

export type ToastKind = 'info' | 'success' | 'error'
export type Toast = { id: number; kind: ToastKind; title: string; message: string; durationMs: number }

const defaultDurationMs = 5000
let lastId = 0

/** The toast on screen; a newer one takes its place. */
export const $toast = atom<Toast | null>(null)

export function showToast(toast: {
  kind: ToastKind
  title: string
  message: string
  durationMs?: number
}): void {
  lastId += 1
  $toast.set({ durationMs: defaultDurationMs, ...toast, id: lastId })
}

/** Closes the toast with this id; an older id changes nothing. */
export function dismissToast(id: number): void {
  if ($toast.get()?.id === id) $toast.set(null)
}
