import { atom } from 'nanostores'
import type { CallFailure } from '../lib/call-endpoint.ts'
import { logFailure } from '../lib/log.ts'

type ToastKind = 'info' | 'success' | 'error'
export type Toast = {
  id: number
  kind: ToastKind
  title: string
  message: string
  /** A second sentence, such as why a request failed. */
  detail?: string
  /** Opens in a new tab. */
  link?: { href: string; text: string }
  /** Button; the toast closes when it is pressed. */
  action?: { text: string; run: () => void }
  durationMs: number
}

const defaultDurationMs = 5000
let lastId = 0

/** The visible toast; a newer one replaces it. */
export const $toast = atom<Toast | null>(null)

/** Returns the id for dismissToast. */
export function showToast(toast: Omit<Toast, 'id' | 'durationMs'> & { durationMs?: number }): number {
  if (toast.title.trim() === '') logFailure('A toast needs a visible title', toast)
  lastId += 1
  $toast.set({ durationMs: defaultDurationMs, ...toast, id: lastId })
  return lastId
}

/**
 * Texts of a toast about a failed request: the server's message, or `sentence` if it can't be read, with what the page
 * knows about the reason.
 */
export function failureTexts(
  { from, message }: Pick<CallFailure, 'from' | 'message'>,
  sentence: string
): Pick<Toast, 'message' | 'detail'> {
  return from === 'server' ? { message } : { message: sentence, detail: message }
}

/** Copies a text and says so. A browser that blocks copying gets it in the toast. */
export async function copyText(text: string, title: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    showToast({ kind: 'success', title, message: 'Paste it where you need it.' })
  } catch {
    showToast({ kind: 'info', title: 'Copy this by hand', message: text })
  }
}

/** Closes the toast if it still has this id. */
export function dismissToast(id: number): void {
  if ($toast.get()?.id === id) $toast.set(null)
}
