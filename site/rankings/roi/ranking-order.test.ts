import { expect, test } from 'vitest'
import { makeRoiEntry } from '../../testing/make-roi-entry.ts'
import { countIssuers, rankEntries, readIssuer } from './roi-entries.ts'

const entries = rankEntries([
  makeRoiEntry({ symbol: 'NVDY', total_roi: 166, issuer: 'YieldMax' }),
  makeRoiEntry({ symbol: 'AAPW', total_roi: 12, issuer: 'Roundhill' }),
  makeRoiEntry({ symbol: 'CONY', total_roi: 12, issuer: 'YieldMax' }),
  makeRoiEntry({ symbol: 'LOST', total_roi: null, issuer: 'Defiance' })
])

test('issuers are counted, largest first', () => {
  expect(countIssuers(entries)).toEqual([
    { value: 'YieldMax', text: 'YieldMax (2)' },
    { value: 'Defiance', text: 'Defiance (1)' },
    { value: 'Roundhill', text: 'Roundhill (1)' }
  ])
})

test('no rank is shown among fewer than ten funds', () => {
  const field = (size: number) =>
    rankEntries(Array.from({ length: size }, () => makeRoiEntry())).map(({ isRanked }) => isRanked)
  expect(field(9)).not.toContain(true)
  expect(field(10)).not.toContain(false)
})

test('the issuer is read from the address', () => {
  const issuers = ['YieldMax', 'First Trust']
  expect(readIssuer('?issuer=first-trust', issuers)).toBe('First Trust')
  expect(readIssuer('?issuer=nobody', issuers)).toBeNull()
  expect(readIssuer('?ref=mail', issuers)).toBeNull()
})
