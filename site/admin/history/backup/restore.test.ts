import { expect, test } from 'vitest'
import { describeChanges, describeFailure, describeProgress } from './restore.ts'

test('the confirmation counts added, changed and unchanged records', () => {
  const changes = { added: 3, changed: 2, unchanged: 3407 }
  expect(describeChanges('history.json', 3412, changes)).toBe(
    'history.json holds 3,412 records: 3 added, 2 changed, 3,407 unchanged. ' +
      'Records that are not in it stay. ' +
      'The database is backed up first.'
  )
})

test('progress names the step, and says that a check changes nothing', () => {
  const fileName = 'history.json'
  expect(describeProgress({ step: 'idle' })).toBe('')
  expect(describeProgress({ step: 'reading', fileName })).toBe('Reading history.json...')
  expect(describeProgress({ step: 'checking', fileName, count: 1 })).toContain('nothing is changed yet')
  expect(describeProgress({ step: 'restoring', fileName, count: 3412 })).toBe('Restoring 3,412 records...')
})

test('only a rejected restore is certain to have changed nothing', () => {
  const failure = { fileName: 'history.json', message: 'The server took too long to answer.' }
  expect(describeFailure({ step: 'failed', ...failure })).toContain('nothing was changed')
  expect(describeFailure({ step: 'unknown', ...failure })).toContain('may or may not have been restored')
  expect(describeFailure({ step: 'idle' })).toBeNull()
  expect(describeProgress({ step: 'unknown', ...failure })).toBe('')
})
