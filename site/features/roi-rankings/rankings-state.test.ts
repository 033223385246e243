import { expect, test } from 'vitest'
import { openRankings, rankingsReducer } from './rankings-state.ts'
import { makeEntry } from './testing.ts'

const known = [makeEntry()]

test('a page with figures is ready, one without waits for them', () => {
  expect(openRankings(known).status).toBe('ready')
  expect(openRankings([]).status).toBe('loading')
})

test('known figures stay while newer are fetched, and when that fails', () => {
  const asked = rankingsReducer(openRankings(known), { type: 'asked' })
  expect(asked).toEqual({ status: 'loading', entries: known })
  expect(rankingsReducer(asked, { type: 'failed' })).toEqual({ status: 'failed', entries: known })
})

test('a newer answer replaces them, an older one does not', () => {
  const newer = [makeEntry({ as_of: '2026-06-01', total_roi: 20 })]
  const older = [makeEntry({ as_of: '2026-05-28', total_roi: 10 })]
  expect(rankingsReducer(openRankings(known), { type: 'answered', entries: newer }).entries).toBe(newer)
  expect(rankingsReducer(openRankings(known), { type: 'answered', entries: older })).toEqual({
    status: 'ready',
    entries: known
  })
  expect(rankingsReducer(openRankings([]), { type: 'answered', entries: older }).entries).toBe(older)
})
