import { act, renderHook, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { startFakeServer } from '../../../testing/fake-server.ts'
import { makeHistoryRecord } from '../../../testing/make-history-record.ts'
import { $toast } from '../../../ui/toast.ts'
import { describeChanges, useRestore } from './restore.ts'

const file = new File([JSON.stringify({ version: '1', data: [makeHistoryRecord()] })], 'history.json')

test('the confirmation counts added, changed and unchanged records', () => {
  const changes = { added: 3, changed: 2, unchanged: 3407 }
  expect(describeChanges('history.json', 3412, changes)).toBe(
    'history.json holds 3,412 records: 3 added, 2 changed, 3,407 unchanged. ' +
      'Records that are not in it stay. ' +
      'The database is backed up first.'
  )
})

test('progress names the step, and says that a check changes nothing', async () => {
  const server = startFakeServer()
  const releaseCheck = server.hold(200, { added: 1, changed: 0, unchanged: 0 })
  const releaseImport = server.hold(200, { recordCount: 1, message: 'Imported.' })
  const { result } = renderHook(() => useRestore(async () => true))
  expect(result.current.progress).toBe('')
  act(() => void result.current.start(file))
  expect(result.current.progress).toBe('Reading history.json...')
  await waitFor(() => expect(result.current.progress).toContain('nothing is changed yet'))
  releaseCheck()
  await waitFor(() => expect(result.current.progress).toBe('Restoring 1 record...'))
  releaseImport()
  await waitFor(() => expect(result.current).toMatchObject({ progress: '', failure: null }))
})

test('the toast says what was restored, or why not', async () => {
  const server = startFakeServer()
  const { result } = renderHook(() => useRestore(async () => true))
  const restore = () => act(() => result.current.start(file))
  server.answer(200, { added: 1, changed: 0, unchanged: 0 })
  server.answer(200, { recordCount: 1, message: 'Imported.' })
  await restore()
  const message = 'Successfully restored 1 records from backup'
  expect($toast.get()).toMatchObject({ title: 'Backup Restored', message })
  server.answer(502, 'Bad gateway')
  await restore()
  expect($toast.get()).toMatchObject({ title: 'Restore Failed', message: 'Failed to restore backup' })
})

test('only a rejected restore is certain to have changed nothing', async () => {
  const server = startFakeServer()
  const { result } = renderHook(() => useRestore(async () => true))
  const restore = () => act(() => result.current.start(file))
  server.answer(200, { added: 1, changed: 0, unchanged: 0 })
  server.answer(400, { message: 'Its first record has no ticker.' })
  await restore()
  expect(result.current.failure?.message).toBe(
    'wasn’t restored; nothing was changed. Its first record has no ticker.'
  )
  server.answer(200, { added: 1, changed: 0, unchanged: 0 })
  await restore()
  expect(result.current.failure?.message).toContain('may or may not have been restored')
  expect(result.current.progress).toBe('')
})
