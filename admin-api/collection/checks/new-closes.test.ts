import { expect, test } from 'vitest'
import { pickNewCloses } from './new-closes.ts'

const stored = [
  { date: '2026-05-28', close: 20 },
  { date: '2026-05-29', close: 20.04 }
]

test('closes of new days are accepted, stored ones stay', () => {
  const reported = [
    { date: '2026-05-27', close: 19.9 },
    { date: '2026-05-28', close: 20.5 },
    { date: '2026-05-29', close: 20.04 },
    { date: '2026-06-01', close: 21 }
  ]
  expect(pickNewCloses(reported, stored)).toEqual({
    accepted: [reported[0], reported[3]],
    refused: [],
    held: 0,
    confirmed: [],
    brokenFrom: null
  })
})

test('the newest known close may be corrected by up to 2 %', () => {
  const cents = { date: '2026-05-29', close: 20.06 }
  expect(pickNewCloses([cents], stored).accepted).toEqual([cents])
  const dollar = pickNewCloses([{ date: '2026-05-29', close: 21.04 }], stored)
  expect(dollar.accepted).toEqual([])
  expect(dollar.refused).toEqual(['the close of May 29, 2026 is reported as 21.04, but 20.04 is stored'])
  const reconstructed = { ...cents, basis: 'reconstructed' } as const
  expect(pickNewCloses([reconstructed], stored)).toMatchObject({ accepted: [], refused: [] })
})

test('a corrected close of data/ replaces one of data/, but none of a live source', () => {
  const reported = [
    { date: '2026-05-27', close: 19.9, basis: 'stored' as const },
    { date: '2026-05-28', close: 19.8, basis: 'reconstructed' as const },
    { date: '2026-05-29', close: 20.04, basis: 'stored' as const }
  ]
  const ofData = [{ date: '2026-05-27', close: 19.9, source: null }]
  const accepted = (source: string | null) =>
    pickNewCloses(reported, [...ofData, ...stored.map((close) => ({ ...close, source }))]).accepted
  expect(accepted(null)).toEqual([reported[1]])
  expect(accepted('Yahoo')).toEqual([])
})

test("a lasting jump breaks the series, a single odd day doesn't", () => {
  const jump = { date: '2026-06-01', close: 100.2 }
  const after = { date: '2026-06-02', close: 101 }
  expect(pickNewCloses([jump, after], stored)).toMatchObject({ accepted: [], brokenFrom: '2026-06-01' })
  const back = { date: '2026-06-02', close: 20.1 }
  expect(pickNewCloses([jump, back], stored)).toMatchObject({ accepted: [back], brokenFrom: null })
})

test('a close is quarantined if it moves by a factor of 1.5 or more in a session', () => {
  const next = (close: number) => pickNewCloses([{ date: '2026-06-01', close }], stored)
  for (const close of [30.06, 40, 13.36, 10]) expect(next(close)).toMatchObject({ accepted: [], held: 1 })
  for (const close of [30.05, 13.37]) expect(next(close)).toMatchObject({ held: 0, brokenFrom: null })
  expect(next(40).refused).toEqual([
    'the close of June 1, 2026 is reported as 40, 2 times the 20.04 of May 29, 2026, and no split explains it'
  ])
})

test('after missing sessions a larger fall is accepted, down to a fifth', () => {
  const after = (date: string, close: number) => pickNewCloses([{ date, close }], stored).accepted.length
  // June 2 is two sessions after May 29: 1.5 squared is 2.25.
  expect([after('2026-06-02', 9), after('2026-06-02', 8.9)]).toEqual([1, 0])
  expect([after('2026-07-01', 4.1), after('2026-07-01', 4)]).toEqual([1, 0])
})

test('three sessions at the new level confirm a jump and the closes after it', () => {
  const crash = [
    { date: '2026-06-01', close: 8 },
    { date: '2026-06-02', close: 7.1 },
    { date: '2026-06-03', close: 7.5 },
    { date: '2026-06-04', close: 7.6 }
  ]
  expect(pickNewCloses(crash.slice(0, 2), stored)).toMatchObject({
    accepted: [],
    held: 2,
    brokenFrom: '2026-06-01'
  })
  expect(pickNewCloses(crash, stored)).toEqual({
    accepted: crash,
    refused: [],
    held: 0,
    confirmed: [
      'the close of June 1, 2026, 8 after 20.04 on May 29, 2026, is confirmed by those of June 2, 2026 and June 3, 2026'
    ],
    brokenFrom: null
  })
})

test('an error within a jump restarts the count and is never accepted', () => {
  const reported = [
    { date: '2026-06-01', close: 800 },
    { date: '2026-06-02', close: 8 },
    { date: '2026-06-03', close: 8.2 },
    { date: '2026-06-04', close: 8.1 }
  ]
  expect(pickNewCloses(reported.slice(0, 3), stored)).toMatchObject({ accepted: [], held: 3 })
  const { accepted, refused } = pickNewCloses(reported, stored)
  expect(accepted).toEqual(reported.slice(1))
  expect(refused).toEqual([expect.stringContaining('the close of June 1, 2026 is reported as 800')])
})

test('a close on a non-trading day is refused', () => {
  const { accepted, refused } = pickNewCloses([{ date: '2026-05-30', close: 20 }], stored)
  expect(accepted).toEqual([])
  expect(refused).toEqual(['a close of May 30, 2026 is reported, a day without trading'])
})

test('a fund without prices accepts everything', () => {
  expect(pickNewCloses(stored, []).accepted).toEqual(stored)
})
