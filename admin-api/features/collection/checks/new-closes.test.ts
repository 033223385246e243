import { expect, test } from 'vitest'
import { pickNewCloses } from './new-closes.ts'

const stored = [
  { date: '2026-05-28', close: 20 },
  { date: '2026-05-29', close: 20.04 }
]

test('unknown days are taken, known ones are left as they are', () => {
  const told = [
    { date: '2026-05-27', close: 19.9 },
    { date: '2026-05-28', close: 20.5 },
    { date: '2026-05-29', close: 20.04 },
    { date: '2026-06-01', close: 21 }
  ]
  expect(pickNewCloses(told, stored)).toEqual({
    accepted: [told[0], told[3]],
    refused: [],
    brokenFrom: null
  })
})

test('the newest known close may be corrected by up to 2 %', () => {
  const cents = { date: '2026-05-29', close: 20.06 }
  expect(pickNewCloses([cents], stored).accepted).toEqual([cents])
  const dollar = pickNewCloses([{ date: '2026-05-29', close: 21.04 }], stored)
  expect(dollar.accepted).toEqual([])
  expect(dollar.refused).toEqual(['the close of 2026-05-29 is told as 21.04, but 20.04 is stored'])
})

test('a jump that lasts breaks the series; one odd day does not', () => {
  const jump = { date: '2026-06-01', close: 100.2 }
  const after = { date: '2026-06-02', close: 101 }
  expect(pickNewCloses([jump, after], stored)).toMatchObject({ accepted: [], brokenFrom: '2026-06-01' })
  const back = { date: '2026-06-02', close: 20.1 }
  expect(pickNewCloses([jump, back], stored)).toMatchObject({ accepted: [back], brokenFrom: null })
})

test('a fall to a fifth is refused, a little less of a fall is not', () => {
  expect(pickNewCloses([{ date: '2026-06-01', close: 4 }], stored).accepted).toEqual([])
  expect(pickNewCloses([{ date: '2026-06-01', close: 4.1 }], stored).accepted).toHaveLength(1)
})

test('a close of a day without trading is refused', () => {
  const { accepted, refused } = pickNewCloses([{ date: '2026-05-30', close: 20 }], stored)
  expect(accepted).toEqual([])
  expect(refused).toEqual(['a close of 2026-05-30 is told, a day without trading'])
})

test('a fund without prices takes all that is told', () => {
  expect(pickNewCloses(stored, []).accepted).toEqual(stored)
})
