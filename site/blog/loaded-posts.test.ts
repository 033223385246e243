import { expect, test } from 'vitest'
import { makePost } from '../testing/make-post.ts'
import { addAnswer, hasMore, initialPosts, nextPage } from './loaded-posts.ts'

const ids = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)
const answer = (numbers: number[], currentPage: number, totalPages: number) => ({
  posts: numbers.map((id) => makePost({ id })),
  pagination: { currentPage, totalPages }
})

test.each([
  [0, 0, false],
  [3, 3, false],
  [9, 9, false],
  [10, 10, false],
  [10, 11, true],
  [20, 31, true]
])('with %i of %i posts loaded, more are offered: %s', (count, total, isOffered) => {
  expect(hasMore(initialPosts(ids(1, count), total))).toBe(isOffered)
})

test('pages are requested one after another until the last', () => {
  const first = initialPosts(ids(1, 10), 23)
  expect(nextPage(first)).toBe(2)
  const second = addAnswer(first, answer(ids(11, 20), 2, 3))
  expect(second.fresh.map(({ id }) => id)).toEqual(ids(11, 20))
  expect([hasMore(second.loaded), nextPage(second.loaded)]).toEqual([true, 3])
  const third = addAnswer(second.loaded, answer(ids(21, 23), 3, 3))
  expect(third.fresh).toHaveLength(3)
  expect(hasMore(third.loaded)).toBe(false)
})

test('a post that moved to the next page is not shown twice', () => {
  const { loaded, fresh } = addAnswer(initialPosts(ids(1, 10), 24), answer(ids(10, 19), 2, 3))
  expect(fresh.map(({ id }) => id)).toEqual(ids(11, 19))
  expect([hasMore(loaded), nextPage(loaded)]).toEqual([true, 3])
})

test('a draft in the response is ignored', () => {
  const drafts = {
    posts: [makePost({ id: 11, published: false })],
    pagination: { currentPage: 2, totalPages: 2 }
  }
  expect(addAnswer(initialPosts(ids(1, 10), 11), drafts).fresh).toEqual([])
})
