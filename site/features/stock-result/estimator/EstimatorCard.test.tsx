import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { makeStock } from '../../../testing/make-stock.ts'
import { EstimatorCard } from './EstimatorCard.tsx'

/** As of 29 May 2026: the ex-date is 4 June, the pay date the day after. */
function textOn(today: string): string {
  const stock = makeStock({ own_by: '2026-06-03' })
  const html = renderToStaticMarkup(<EstimatorCard stock={stock} today={today} tools={null} />)
  return html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')
}

test('what is ahead is the next, the ex-date itself included', () => {
  expect(textOn('2026-06-03')).toMatch(/Predicted next dividend .*Next ex-date .*Next pay date .*Own it by/)
  expect(textOn('2026-06-04')).toMatch(
    /Predicted next dividend .*Next ex-date .*Next pay date .*Who owned it/
  )
})

test('what has passed was expected, and the amount names its day', () => {
  expect(textOn('2026-06-05')).toMatch(
    /Predicted dividend, as of 29 May 2026 .*Ex-date was expected Thursday 4 June 2026 .*Next pay date Friday 5 June/
  )
  expect(textOn('2026-06-06')).toContain('Pay date was expected')
  expect(textOn('2026-06-06')).not.toMatch(/next|Own it by/i)
})
