import { expect, test } from 'vitest'
import { isBackupDue, judgeBackups, type LastBackup, nightOf } from './last-backup.ts'

const name = 'backup-2026-06-01T07-30-00-000Z.sqlite'
const begun: LastBackup = {
  begunAt: '2026-06-01T00:00:00.000Z',
  made: null,
  failed: null,
  unsent: [],
  taken: null,
  refused: null
}
const made: LastBackup = {
  ...begun,
  made: { name, at: '2026-06-01T07:30:00.000Z', bytes: 5_230_000, rows: 61_000 }
}
const full = { at: '2026-06-02T07:30:00.000Z', reason: 'the disk is full.' }

// New York is four hours behind UTC in summer, five in winter; its clocks are moved at 2 o'clock.
test.each([
  ['2026-06-01T07:29:59Z', '2026-05-31'],
  ['2026-06-01T07:30:00Z', '2026-06-01'],
  ['2026-06-02T03:59:00Z', '2026-06-01'],
  ['2026-01-05T08:29:00Z', '2026-01-04'],
  ['2026-01-05T08:30:00Z', '2026-01-05'],
  ['2026-03-08T07:29:00Z', '2026-03-07'],
  ['2026-03-08T07:30:00Z', '2026-03-08'],
  ['2026-11-01T08:29:00Z', '2026-10-31'],
  ['2026-11-01T08:30:00Z', '2026-11-01']
])('at %s the last backup is due on %s', (instant, day) => {
  expect(nightOf(new Date(instant))).toBe(day)
})

test.each([
  ['a new database in its first evening', begun, '2026-06-01T03:00:00Z', false],
  ['a new database at half past three', begun, '2026-06-01T07:30:00Z', true],
  ['just made', made, '2026-06-01T07:30:20Z', false],
  ['the evening after', made, '2026-06-02T07:29:00Z', false],
  ['the next night', made, '2026-06-02T07:30:00Z', true],
  ['missed for a week', made, '2026-06-08T20:00:00Z', true],
  ['a clock that was set back', made, '2026-05-20T20:00:00Z', true]
])('whether a backup is due: %s', (_when, last, now, isDue) => {
  expect(isBackupDue(last, new Date(now))).toBe(isDue)
})

test.each([
  [null, '2026-06-01T12:00:00Z', true, 'The first backup is made at 3:30 a.m. New York time.'],
  [begun, '2026-06-02T12:00:00Z', true, 'The first backup is made at 3:30 a.m. New York time.'],
  [begun, '2026-06-03T00:00:01Z', false, 'No backup was made since 2026-06-01.'],
  [
    made,
    '2026-06-01T14:45:00Z',
    true,
    'The last backup was made 7 hours ago (5.2 MB). No BACKUP_COMMAND is set.'
  ],
  [
    { ...made, taken: name },
    '2026-06-03T07:30:00Z',
    true,
    'The last backup was made 2 days ago (5.2 MB). BACKUP_COMMAND succeeded.'
  ],
  [
    { ...made, taken: name },
    '2026-06-03T07:30:01Z',
    false,
    'The last backup was made 2 days ago (5.2 MB). BACKUP_COMMAND succeeded.'
  ],
  [
    { ...made, unsent: [name] },
    '2026-06-01T07:31:00Z',
    true,
    'The last backup was made 1 minute ago (5.2 MB). BACKUP_COMMAND is running.'
  ],
  [
    { ...made, unsent: [name], refused: { at: full.at, reason: 'it ended with 1.' } },
    '2026-06-01T08:31:00Z',
    false,
    'The last backup was made 1 hour ago (5.2 MB). BACKUP_COMMAND failed: it ended with 1.'
  ],
  [
    { ...made, failed: full },
    '2026-06-02T08:30:00Z',
    false,
    'The backup could not be made: the disk is full. The last backup was made 25 hours ago (5.2 MB). No BACKUP_COMMAND is set.'
  ],
  [
    { ...begun, failed: full },
    '2026-06-02T08:30:00Z',
    false,
    'The backup could not be made: the disk is full. No backup was made since 2026-06-01.'
  ]
])('backups are judged by age, failures and BACKUP_COMMAND, case %#', (last, now, isWell, detail) => {
  expect(judgeBackups(last, new Date(now))).toEqual({ isWell, detail })
})
