import { expect, test } from 'vitest'
import { makePost } from '../testing/make-post.ts'
import { changedDay, describePost, postFacts } from './post-facts.ts'

test('a post has its address, day and reading time', () => {
  expect(postFacts(makePost({ id: 7, reading_minutes: 4 }))).toMatchObject({
    href: '/blog/entry-7',
    day: '2026-11-16',
    dayText: 'November 16, 2026',
    reading: '4 min read'
  })
})

test("the day of a change is shown if it isn't the day of publication", () => {
  expect(changedDay(makePost({ id: 1, updated_at: '2026-11-16T23:59:00.000Z' }))).toBeNull()
  expect(changedDay(makePost({ id: 1, updated_at: '2026-11-17T00:00:00.000Z' }))).toBe('2026-11-17')
  expect(changedDay(makePost({ id: 1, updated_at: '2026-11-01T00:00:00.000Z' }))).toBeNull()
})

test('a description is neither too short nor too long', () => {
  expect(describePost(makePost({ id: 1, excerpt: 'Short.' }))).toBe(
    'Short. A post of November 16, 2026 on the blog of Doubloon.'
  )
  const long = describePost(makePost({ id: 1, excerpt: 'word '.repeat(150) }))
  expect(long.length).toBeLessThanOrEqual(302)
  expect(long).toMatch(/word …$/)
  expect(describePost(makePost({ id: 1, excerpt: 'x'.repeat(1000) })).length).toBeLessThanOrEqual(302)
})
