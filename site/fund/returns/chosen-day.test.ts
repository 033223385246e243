import { beforeEach, expect, test, vi } from 'vitest'
import { memoryStorage } from '../../testing/memory-storage.ts'
import { readKnownDay, saveChosenDay } from './chosen-day.ts'

let localStorage: Storage
beforeEach(() => {
  localStorage = memoryStorage()
  vi.stubGlobal('window', { localStorage })
  return () => vi.unstubAllGlobals()
})

test('a chosen day is stored per fund and can be removed', () => {
  expect(readKnownDay('MSTY')).toBeNull()
  saveChosenDay('MSTY', '2025-06-02')
  saveChosenDay('ULTY', '2025-07-01')
  expect(readKnownDay('MSTY')).toEqual({ day: '2025-06-02', from: 'choice' })
  saveChosenDay('MSTY', null)
  expect(readKnownDay('MSTY')).toBeNull()
  saveChosenDay('ULTY', null)
  expect(localStorage.length).toBe(0)
})

test('the first purchase in the portfolio is the default, and unreadable data stays', () => {
  const lot = (symbol: string, boughtOn: string) => ({
    id: boughtOn,
    symbol,
    shares: 1,
    boughtOn,
    price: null
  })
  const portfolio = JSON.stringify({
    version: 1,
    lots: [lot('MSTY', '2025-08-01'), lot('MSTY', '2025-06-02'), lot('ULTY', '2024-03-01')],
    taxPercent: null,
    goal: null
  })
  localStorage.setItem('fleet', portfolio)
  expect(readKnownDay('MSTY')).toEqual({ day: '2025-06-02', from: 'portfolio' })
  expect(readKnownDay('NVDY')).toBeNull()
  saveChosenDay('MSTY', '2025-12-01')
  expect(readKnownDay('MSTY')).toEqual({ day: '2025-12-01', from: 'choice' })
  for (const text of ['{', '[]', '{"version":2}']) {
    localStorage.setItem('fleet', text)
    expect(readKnownDay('NVDY')).toBeNull()
    expect(localStorage.getItem('fleet')).toBe(text)
  }
})
