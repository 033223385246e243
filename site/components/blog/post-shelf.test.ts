import { expect, test } from 'vitest'
import { firstShelf, nextPage, offersMore, shelve } from './post-shelf.ts'
import { makePost } from './testing.ts'

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
])('with %i of %i posts loaded there is more: %s', (loaded, total, isOffered) => {
  expect(offersMore(firstShelf(ids(1, loaded), total))).toBe(isOffered)
})

test('pages are asked for one after the other, until one is the last', () => {
  const first = firstShelf(ids(1, 10), 23)
  expect(nextPage(first)).toBe(2)
  const second = shelve(first, answer(ids(11, 20), 2, 3))
  expect(second.fresh.map(({ id }) => id)).toEqual(ids(11, 20))
  expect([offersMore(second.shelf), nextPage(second.shelf)]).toEqual([true, 3])
  const third = shelve(second.shelf, answer(ids(21, 23), 3, 3))
  expect(third.fresh).toHaveLength(3)
  expect(offersMore(third.shelf)).toBe(false)
})

test('a post pushed onto the next page is not shown twice, and the list goes on', () => {
  const { shelf, fresh } = shelve(firstShelf(ids(1, 10), 24), answer(ids(10, 19), 2, 3))
  expect(fresh.map(({ id }) => id)).toEqual(ids(11, 19))
  expect([offersMore(shelf), nextPage(shelf)]).toEqual([true, 3])
})

test('a draft in the answer is left out', () => {
  const drafts = {
    posts: [makePost({ id: 11, published: false })],
    pagination: { currentPage: 2, totalPages: 2 }
  }
  expect(shelve(firstShelf(ids(1, 10), 11), drafts).fresh).toEqual([])
})
