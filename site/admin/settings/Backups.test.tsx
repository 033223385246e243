import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { startFakeServer } from '../../testing/fake-server.ts'
import { Backups } from './Backups.tsx'

test('a backup made by hand is waited for, because a busy service needs more than the usual 15 seconds', async () => {
  const server = startFakeServer()
  server.answer(200, { message: 'backup-2026-06-01.sqlite: 1.0 MB, 9 rows.' })
  const timeout = vi.spyOn(AbortSignal, 'timeout')
  const value = { version: '0.3.0', settings: [], backups: [] }
  render(<Backups query={{ value, failure: null, refetch: async () => undefined }} />)
  await userEvent.click(screen.getByRole('button', { name: 'Back up now' }))
  await vi.waitFor(() => expect(timeout).toHaveBeenCalledWith(180_000))
  timeout.mockRestore()
})
