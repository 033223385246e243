import { expect, test } from 'vitest'
import { createWaitingPages } from './waiting-pages.ts'

const noon = new Date('2026-06-01T12:00:00Z')
const later = new Date('2026-06-01T12:06:00Z')

test('longest waiting first, also where a page is queued again; what goes first stands before all, the newest of it ahead', () => {
  const waiting = createWaitingPages()
  for (const path of ['/a', '/b', '/a', '/og/a.png']) waiting.add(path, noon)
  waiting.add('/c', noon, { goesFirst: true })
  waiting.add('/b', noon, { goesFirst: true })
  waiting.add('/c', noon)
  expect(waiting.list('pages').map(({ path }) => path)).toEqual(['/b', '/c', '/a'])
  expect(waiting.list('pictures').map(({ path }) => path)).toEqual(['/og/a.png'])
  expect(waiting.find('/og/a.png', 'pages')).toBeNull()
})

test('a page that is queued again while it is drawn goes on waiting, since it was first queued', () => {
  const waiting = createWaitingPages()
  waiting.add('/a', noon)
  const [drawn] = waiting.list('pages')
  waiting.add('/a', later)
  waiting.add('/b', later)
  if (drawn !== undefined) waiting.remove(drawn)
  expect(waiting.paths()).toEqual(['/a', '/b'])
  expect(waiting.count(later)).toEqual({ waiting: 2, late: 1, since: noon })
  waiting.clear()
  expect(waiting.count(later)).toEqual({ waiting: 0, late: 0, since: null })
})

test('a file of another build or address stays one that nobody may get, whatever else changes, until it is drawn', () => {
  const waiting = createWaitingPages()
  waiting.add('/a', noon, { isForeign: true })
  waiting.add('/a', later)
  waiting.add('/b', noon)
  expect(waiting.find('/a', 'pages')?.isForeign).toBe(true)
  expect(waiting.find('/b', 'pages')?.isForeign).toBe(false)
})
