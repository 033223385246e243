import { beforeEach, expect, test, vi } from 'vitest'
import { $toast, dismissToast, showToast } from './toast.ts'

beforeEach(() => $toast.set(null))

test('a newer toast replaces the older, whose id then closes nothing', () => {
  const older = showToast({ kind: 'info', title: 'Land in sight', message: '' })
  const newer = showToast({ kind: 'error', title: 'Aground', message: '', durationMs: 9000 })
  dismissToast(older)
  expect($toast.get()).toMatchObject({ id: newer, title: 'Aground', durationMs: 9000 })
  dismissToast(newer)
  expect($toast.get()).toBeNull()
})

test('a toast stays for five seconds by default', () => {
  showToast({ kind: 'info', title: 'Land in sight', message: '' })
  expect($toast.get()?.durationMs).toBe(5000)
})

test('a toast without a visible title is logged to the console', () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  showToast({ kind: 'info', title: ' ', message: 'Of what?' })
  expect(logged).toHaveBeenCalledWith('A toast needs a visible title', expect.anything())
  logged.mockRestore()
})
