import { expect, test } from 'vitest'
import { createWaitingPages } from './waiting-pages.ts'

const noon = new Date('2026-06-01T12:00:00Z')
const later = new Date('2026-06-01T12:06:00Z')

test('the oldest page comes first, even if it is queued again; pages that go first precede all, newest first', () => {
  const waiting = createWaitingPages()
  for (const path of ['/a', '/b', '/a', '/og/a.png']) waiting.add(path, noon)
  waiting.add('/c', noon, { goesFirst: true })
  waiting.add('/b', noon, { goesFirst: true })
  waiting.add('/c', noon)
  expect(waiting.list('pages').map(({ path }) => path)).toEqual(['/b', '/c', '/a'])
  expect(waiting.list('pictures').map(({ path }) => path)).toEqual(['/og/a.png'])
  expect(waiting.find('/og/a.png', 'pages')).toBeNull()
})

test('a page that is queued again while it is rendered keeps waiting, counted since the first time', () => {
  const waiting = createWaitingPages()
  waiting.add('/a', noon)
  const [rendered] = waiting.list('pages')
  waiting.add('/a', later)
  waiting.add('/b', later)
  if (rendered !== undefined) waiting.remove(rendered)
  expect(waiting.paths()).toEqual(['/a', '/b'])
  expect(waiting.count(later)).toEqual({ waiting: 2, late: 1, since: noon })
  waiting.clear()
  expect(waiting.count(later)).toEqual({ waiting: 0, late: 0, since: null })
})

test('a page stays unservable until it is rendered, even if it is queued again', () => {
  const waiting = createWaitingPages()
  waiting.add('/a', noon, { isUnservable: true })
  waiting.add('/a', later)
  waiting.add('/b', noon)
  expect(waiting.find('/a', 'pages')?.isUnservable).toBe(true)
  expect(waiting.find('/b', 'pages')?.isUnservable).toBe(false)
})
