import { expect, test } from 'vitest'
import {
  type BackupKind,
  describeFuture,
  findExpired,
  formatBackupName,
  parseBackupName
} from './backup-files.ts'

const at = (instant: string, kind: BackupKind = 'backup') => formatBackupName(kind, new Date(instant))
/** After all of them. */
const later = new Date('2026-12-31T00:00:00Z')
/** Nightly backups, made at 3:30 in a New York summer. */
const ofDays = (...days: string[]) => days.map((day) => at(`2026-${day}T07:30:00.000Z`))
const daysOf = (names: readonly string[]) =>
  names.map((name) => parseBackupName(name)?.madeAt.toISOString().slice(5, 10)).toSorted()

test('a name contains the kind and the time of the backup', () => {
  const name = 'before-restore-2026-06-01T12-00-05-007Z.sqlite'
  expect(formatBackupName('before-restore', new Date('2026-06-01T12:00:05.007Z'))).toBe(name)
  expect(parseBackupName(name)).toEqual({
    name,
    kind: 'before-restore',
    madeAt: new Date('2026-06-01T12:00:05.007Z')
  })
  for (const other of [
    'damaged-2026-06-01T12-00-05-007Z.sqlite',
    `${name}.writing`,
    `${name}-wal`,
    'backup-2026-13-41T12-00-05-007Z.sqlite',
    'mine.sqlite'
  ])
    expect(parseBackupName(other)).toBe(null)
})

/** All nights from May 4, a Monday, to June 7, 2026, a Sunday. */
const nights = Array.from({ length: 35 }, (_, day) =>
  at(new Date(Date.UTC(2026, 4, 4 + day, 7, 30)).toISOString())
)

test.each([
  ['none', [], []],
  ['a single one', ofDays('01-01'), []],
  ['seven days of one week', ofDays('06-01', '06-02', '06-03', '06-04', '06-05', '06-06', '06-07'), []],
  // An earlier week keeps only its newest backup, and so does each day.
  ['two of one day', [...ofDays('06-01'), at('2026-06-01T20:00:00Z')], ['06-01']],
  // 10:30 p.m. in New York, still June 1.
  ['two of one day in New York', [...ofDays('06-01'), at('2026-06-02T02:30:00Z')], ['06-01']],
  [
    'two a week for five weeks',
    ofDays('05-05', '05-07', '05-12', '05-14', '05-19', '05-21', '05-26', '05-28', '06-02', '06-04'),
    // The last seven days that have one reach back to May 14; May 7 is the newest of the fifth week before.
    ['05-05', '05-07', '05-12']
  ]
])('expired backups: %s', (_what, names, expired) => {
  expect(daysOf(findExpired(names, later))).toEqual(expired)
  expect(findExpired(names.toReversed(), later).toSorted()).toEqual(findExpired(names, later).toSorted())
})

test('nightly backups of five weeks: the last seven stay, and the Sundays of the three weeks before', () => {
  const expired = new Set(findExpired(nights, later))
  expect(daysOf(nights.filter((name) => !expired.has(name)))).toEqual([
    '05-17',
    '05-24',
    '05-31',
    '06-01',
    '06-02',
    '06-03',
    '06-04',
    '06-05',
    '06-06',
    '06-07'
  ])
})

test('removing expired backups every night leaves the same ones as removing them all at once', () => {
  let kept: string[] = []
  for (const name of nights) {
    const expired = new Set(findExpired([...kept, name], later))
    kept = [...kept, name].filter((one) => !expired.has(one))
  }
  const expired = new Set(findExpired(nights, later))
  expect(kept).toEqual(nights.filter((name) => !expired.has(name)))
})

test('backups from before a change are counted separately, and no other file is removed', () => {
  const before = ['01', '02', '03', '04', '05', '06', '07'].map((day) =>
    at(`2025-01-${day}T12:00:00Z`, day === '03' ? 'before-migration' : 'before-restore')
  )
  const others = ['damaged-2020-01-01T00-00-00-000Z.sqlite', 'before-restore-mine.sqlite', 'notes.txt']
  expect(daysOf(findExpired([...nights.slice(-7), ...before, ...others], later))).toEqual(['01-01', '01-02'])
})

test('backups dated in the future expire nothing, stay, and are named', () => {
  const now = new Date('2026-05-01T07:30:00.000Z')
  const future = ['01', '02', '03', '04', '05'].map((day) => at(`2027-01-${day}T12:00:00Z`, 'before-restore'))
  const made = [at('2026-05-01T07:30:00.000Z'), at('2026-05-01T07:30:00.000Z', 'before-migration')]
  expect(findExpired([...nights, ...future, ...made], now)).toEqual([])
  expect(describeFuture(made, now)).toBeNull()
  expect(describeFuture([...future, ...made], now)).toBe(
    'Backups are dated in the future: before-restore-2027-01-01T12-00-00-000Z.sqlite and 4 more. Check the clock; they are kept until their day, so remove those that you don’t need.'
  )
})
