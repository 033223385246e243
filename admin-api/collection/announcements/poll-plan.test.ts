import { expect, test } from 'vitest'
import { type Expected, isPollDue, learnHours, listWindows, planPolls } from './poll-plan.ts'

const usual = { from: '08:50', to: '09:50' }
const hoursOf = () => usual
/** YieldMax announces on Wednesday, June 3, 2026, for the ex-date of Thursday. */
const group: Expected = { family: 'yieldmax-single', exDate: '2026-06-04', funds: 20, undeclared: 20 }
const inWindow = new Date('2026-06-03T13:00:00Z')

test('a family is expected on the session before its ex-date, at its hours, until its payments are declared', () => {
  const isOpen = (expected: Expected, at: Date) =>
    listWindows([expected], hoursOf, at).some((window) => window.isOpen)
  expect(isOpen(group, inWindow)).toBe(true)
  expect(isOpen(group, new Date('2026-06-03T12:49:00Z'))).toBe(false)
  expect(isOpen(group, new Date('2026-06-03T13:50:00Z'))).toBe(false)
  expect(isOpen(group, new Date('2026-06-02T13:00:00Z'))).toBe(false)
  // A few funds may pay nothing.
  expect(isOpen({ ...group, undeclared: 4 }, inWindow)).toBe(false)
  expect(isOpen({ ...group, undeclared: 5 }, inWindow)).toBe(true)
  // For the Monday after a weekend it is Friday.
  const weeklyPay = { ...group, exDate: '2026-06-08' }
  expect(listWindows([weeklyPay], hoursOf, new Date('2026-06-05T13:00:00Z'))).toHaveLength(1)
})

test('hours are learned from announcements as the source dates them, also across the change of clocks', () => {
  expect(learnHours(['2026-06-03T13:06:00Z', '2026-05-27T13:20:00Z'], usual)).toBe(usual)
  const times = [
    '2026-02-25T14:06:00Z',
    '2026-05-20T13:10:00Z',
    '2026-05-27T13:20:00Z',
    '2026-06-03T13:00:00Z'
  ]
  expect(learnHours(times, usual)).toEqual({ from: '08:50', to: '09:50' })
  const evening = ['2026-05-22T22:10:00Z', '2026-05-29T22:10:00Z', '2026-06-05T22:10:00Z']
  expect(learnHours(evening, usual)).toEqual({ from: '18:00', to: '18:40' })
})

test('polls of a day stay under sixty: every three minutes in windows, hourly otherwise', () => {
  const [window] = listWindows([group], hoursOf, inWindow)
  const long = { from: 600, to: 720, isOpen: false }
  const cases = [[[]], [[], []], [[window]], [[window, window], []], [[window, long], [long]]]
  for (const windows of cases) {
    const all = windows.map((each) => each.filter((one) => one !== undefined))
    const plan = planPolls(all)
    const minutes = [...new Set(all.flat())].reduce((sum, { from, to }) => sum + to - from, 0)
    const most = minutes / plan.inWindow + (all.length * (24 * 60 - minutes)) / plan.otherwise
    expect(most, JSON.stringify(windows)).toBeLessThanOrEqual(60)
    expect(plan.inWindow).toBeGreaterThanOrEqual(3)
    expect(plan.otherwise).toBeGreaterThanOrEqual(60)
  }
  expect(planPolls([listWindows([group], hoursOf, inWindow)])).toEqual({ inWindow: 3, otherwise: 60 })
})

test('a source is due after its interval, with the jitter drawn at the last poll', () => {
  const plan = { inWindow: 3, otherwise: 60 }
  const windows = listWindows([group], hoursOf, inWindow)
  const after = (seconds: number) => ({
    askedAt: new Date(inWindow.getTime() - seconds * 1000).toISOString()
  })
  expect(isPollDue(undefined, [], plan, inWindow)).toBe(true)
  expect(isPollDue(after(179), windows, plan, inWindow)).toBe(false)
  expect(isPollDue(after(180), windows, plan, inWindow)).toBe(true)
  expect(isPollDue({ ...after(180), jitter: 1.1 }, windows, plan, inWindow)).toBe(false)
  expect(isPollDue(after(180), [], plan, inWindow)).toBe(false)
  expect(isPollDue(after(3600), [], plan, inWindow)).toBe(true)
})
