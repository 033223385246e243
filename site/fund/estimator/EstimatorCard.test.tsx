import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { StockResult } from '../../../admin-api/contract/stock.ts'
import { makeStock } from '../../testing/make-stock.ts'
import { EstimatorCard } from './EstimatorCard.tsx'

/** As of May 29, 2026: the ex-date is June 4, the pay date the day after. */
function textOn(today: string, given: Partial<StockResult> = {}): string {
  const stock = makeStock({ own_by: '2026-06-03', ...given })
  const html = renderToStaticMarkup(
    <EstimatorCard stock={stock} today={today} tools={null} ledger={null} notes={null} />
  )
  return html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')
}

test('a date ahead is the next one, the ex-date included', () => {
  expect(textOn('2026-06-03')).toMatch(/Predicted next dividend .*Next ex-date .*Next pay date .*Own it by/)
  expect(textOn('2026-06-04')).toMatch(
    /Predicted next dividend .*Next ex-date .*Next pay date .*Who owned it/
  )
})

test('a passed date was expected, and the amount names its day', () => {
  expect(textOn('2026-06-05')).toMatch(
    /Predicted dividend, as of 29 May 2026 .*Ex-date was expected Thursday 4 June 2026 .*Next pay date Friday 5 June/
  )
  expect(textOn('2026-06-06')).toContain('Pay date was expected')
  expect(textOn('2026-06-06')).not.toMatch(/next|Own it by/i)
})

test('in season, one-off payments are described apart from the range', () => {
  const one_offs = 'Around New Year MSTY paid one-off amounts in 1 of 2 years.'
  expect(textOn('2026-06-03', { one_offs })).toContain(one_offs)
})

test('a declared payment is next to the estimate, with source and day', () => {
  const declared = { amount: 0.312, declared_on: '2026-06-02', source: 'Massive', seen_on: '2026-06-03' }
  const text = textOn('2026-06-03', { declared })
  expect(text).toContain('Declared: $0.3120 a share , on 2 June 2026 (Massive, 3 June 2026)')
  expect(text).toContain('$0.3000 a share')
  expect(text).toContain('The ex-date is declared.')
  expect(textOn('2026-06-03')).not.toMatch(/declared/i)
})
