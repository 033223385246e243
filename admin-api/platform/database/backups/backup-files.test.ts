import { expect, test } from 'vitest'
import { type BackupKind, findExpired, formatBackupName, parseBackupName } from './backup-files.ts'

const at = (instant: string, kind: BackupKind = 'backup') => formatBackupName(kind, new Date(instant))
/** As the service makes them: at half past three in a New York summer. */
const ofDays = (...days: string[]) => days.map((day) => at(`2026-${day}T07:30:00.000Z`))
const daysOf = (names: readonly string[]) =>
  names.map((name) => parseBackupName(name)?.madeAt.toISOString().slice(5, 10)).toSorted()

test('a name says what the copy is and when it was made', () => {
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
  ['the only one', ofDays('01-01'), []],
  ['seven days of one week', ofDays('06-01', '06-02', '06-03', '06-04', '06-05', '06-06', '06-07'), []],
  // Of an earlier week only its newest stays, and of the day itself the newest.
  ['a second one of a day', [...ofDays('06-01'), at('2026-06-01T20:00:00Z')], ['06-01']],
  // Half past ten in the evening in New York: still June 1 there.
  ['a second one of a day in New York', [...ofDays('06-01'), at('2026-06-02T02:30:00Z')], ['06-01']],
  [
    'two that lie apart in five weeks',
    ofDays('05-05', '05-07', '05-12', '05-14', '05-19', '05-21', '05-26', '05-28', '06-02', '06-04'),
    // The last seven days that have one reach back to May 14; May 7 is the newest of the fifth week before.
    ['05-05', '05-07', '05-12']
  ]
])('which may go: %s', (_what, names, gone) => {
  expect(daysOf(findExpired(names))).toEqual(gone)
  expect(findExpired(names.toReversed()).toSorted()).toEqual(findExpired(names).toSorted())
})

test('of every night for five weeks stay the last seven, and the Sundays of three weeks before', () => {
  const gone = new Set(findExpired(nights))
  expect(daysOf(nights.filter((name) => !gone.has(name)))).toEqual([
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

test('removed night after night, the same stay as when all are looked at once', () => {
  let there: string[] = []
  for (const name of nights) {
    const gone = new Set(findExpired([...there, name]))
    there = [...there, name].filter((one) => !gone.has(one))
  }
  const gone = new Set(findExpired(nights))
  expect(there).toEqual(nights.filter((name) => !gone.has(name)))
})

test('those from before a change are counted for themselves, and no other file is touched', () => {
  const before = ['01', '02', '03', '04', '05', '06', '07'].map((day) =>
    at(`2025-01-${day}T12:00:00Z`, day === '03' ? 'before-migration' : 'before-restore')
  )
  const others = ['damaged-2020-01-01T00-00-00-000Z.sqlite', 'before-restore-mine.sqlite', 'notes.txt']
  expect(daysOf(findExpired([...nights.slice(-7), ...before, ...others]))).toEqual(['01-01', '01-02'])
})
