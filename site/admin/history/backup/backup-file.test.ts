import { expect, test } from 'vitest'
import { makeHistoryRecord } from '../../../testing/make-history-record.ts'
import { readBackup, readBackupFile } from './backup-file.ts'

const good = JSON.stringify({
  version: '1',
  exported_at: '2026-06-01T12:00:00Z',
  data: [makeHistoryRecord()]
})

test('a backup gives its records and its version', async () => {
  const read = {
    ok: true,
    backup: { version: '1', exported_at: '2026-06-01T12:00:00Z', data: [makeHistoryRecord()] }
  }
  expect(readBackup(good)).toEqual(read)
  expect(await readBackupFile(new File([good], 'backup.json'))).toEqual(read)
})

test.each([
  ['nothing', ''],
  ['half a backup', good.slice(0, -20)],
  ['no JSON', '<html></html>'],
  ['null', 'null'],
  ['a bare list', '[1]'],
  ['an object of another kind', '{"posts":[1]}'],
  ['an empty list', '{"version":"1","data":[]}'],
  ['data that is no list', '{"version":"1","data":{"length":1}}']
])('%s holds no valid records', (_case, text) => {
  expect(readBackup(text)).toEqual({
    ok: false,
    message: "The backup file doesn't contain any valid records."
  })
})

test('a file over 64 MB is not even opened', async () => {
  const file = new File([], 'huge.json')
  Object.defineProperty(file, 'size', { value: 64 * 1024 * 1024 + 1 })
  expect(await readBackupFile(file)).toEqual({ ok: false, message: 'The backup file is larger than 64 MB.' })
})

test('a file that is gone by the time it is read is a refusal, not an exception', async () => {
  const file = new File(['{}'], 'gone.json')
  file.text = () => Promise.reject(new DOMException('gone', 'NotFoundError'))
  expect(await readBackupFile(file)).toMatchObject({ ok: false })
})
