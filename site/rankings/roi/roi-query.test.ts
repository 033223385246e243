import { expect, test } from 'vitest'
import { makeRoiEntry } from '../../testing/make-roi-entry.ts'
import { newerRankings } from './roi-entries.ts'

const onPage = [makeRoiEntry()]

test("a newer response replaces the page's ranking, an older one doesn't", () => {
  const newer = [makeRoiEntry({ as_of: '2026-06-01', total_roi: 20 })]
  const older = [makeRoiEntry({ as_of: '2026-05-28', total_roi: 10 })]
  expect(newerRankings(null, onPage)).toBe(onPage)
  expect(newerRankings(newer, onPage)).toBe(newer)
  expect(newerRankings(older, onPage)).toBe(onPage)
  expect(newerRankings(older, [])).toBe(older)
})
