import { beforeEach, expect, test, vi } from 'vitest'
import { memoryStorage } from '../../testing/memory-storage.ts'
import { keepChosenDay, readKnownDay } from './chosen-day.ts'

let localStorage: Storage
beforeEach(() => {
  localStorage = memoryStorage()
  vi.stubGlobal('window', { localStorage })
  return () => vi.unstubAllGlobals()
})

test('a chosen day is remembered fund by fund, and forgotten', () => {
  expect(readKnownDay('MSTY')).toBeNull()
  keepChosenDay('MSTY', '2025-06-02')
  keepChosenDay('ULTY', '2025-07-01')
  expect(readKnownDay('MSTY')).toEqual({ day: '2025-06-02', from: 'choice' })
  keepChosenDay('MSTY', null)
  expect(readKnownDay('MSTY')).toBeNull()
  keepChosenDay('ULTY', null)
  expect(localStorage.length).toBe(0)
})

test('the first day bought in the fleet stands in for a choice, and whatever stands there is left alone', () => {
  const lot = (symbol: string, boughtOn: string) => ({
    id: boughtOn,
    symbol,
    shares: 1,
    boughtOn,
    price: null
  })
  const fleet = JSON.stringify({
    version: 1,
    lots: [lot('MSTY', '2025-08-01'), lot('MSTY', '2025-06-02'), lot('ULTY', '2024-03-01')],
    taxPercent: null,
    goal: null
  })
  localStorage.setItem('fleet', fleet)
  expect(readKnownDay('MSTY')).toEqual({ day: '2025-06-02', from: 'fleet' })
  expect(readKnownDay('NVDY')).toBeNull()
  keepChosenDay('MSTY', '2025-12-01')
  expect(readKnownDay('MSTY')).toEqual({ day: '2025-12-01', from: 'choice' })
  for (const text of ['{', '[]', '{"version":2}']) {
    localStorage.setItem('fleet', text)
    expect(readKnownDay('NVDY')).toBeNull()
    expect(localStorage.getItem('fleet')).toBe(text)
  }
})
