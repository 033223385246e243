import { expect, test } from 'vitest'
import { makeBattleEntry } from '../../testing/make-battle-entry.ts'
import { compareFunds, verdictOf } from './compare-funds.ts'

const msty = makeBattleEntry()
const nvdw = makeBattleEntry({ symbol: 'NVDW', yield_on_cost: 20, price_change: -4.6, total_return: 51.7 })

test('the better side of each measure is known, dollars have none', () => {
  const rows = compareFunds(msty, nvdw, '2026-06-04')
  expect(rows.map(({ measure, better }) => [measure, better])).toEqual([
    ['Yield on cost', 'left'],
    ['Latest payment', null],
    ['Price paid', null],
    ['Price now', null],
    ['Price change', 'right'],
    ['Total return since the purchase', 'right'],
    ['Ex-date', null]
  ])
})

test('figures carry their days', () => {
  const [, latest, paid] = compareFunds(msty, nvdw, '2026-06-04')
  expect(latest?.left).toEqual({ figure: '$0.3000', note: 'ex-date 28 May 2026, paid 29 May 2026' })
  expect(paid?.left).toEqual({ figure: '$60.00', note: '30 May 2025' })
})

test('an ex-date is the next one until it has passed', () => {
  const noteOn = (today: string) => compareFunds(msty, nvdw, today).at(-1)?.left
  expect(noteOn('2026-06-04')).toEqual({ figure: '4 June 2026', note: 'next, estimated' })
  expect(noteOn('2026-06-05')).toEqual({ figure: '4 June 2026', note: 'was expected' })
})

test('the verdict never takes a yield for a return', () => {
  expect(verdictOf(msty, nvdw)).toBe('MSTY yields more on its cost, but NVDW has returned more in all.')
  const poor = makeBattleEntry({ symbol: 'AIYY', yield_on_cost: 15, total_return: -46 })
  expect(verdictOf(poor, msty)).toBe('MSTY yields more on its cost and has returned more in all.')
  expect(verdictOf(msty, makeBattleEntry({ symbol: 'TSLY', total_return: 1 }))).toBe(
    'TSLY has returned more in all; the rest is level.'
  )
  expect(verdictOf(msty, makeBattleEntry({ symbol: 'TSLY' }))).toBe('MSTY and TSLY are level.')
})
