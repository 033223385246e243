import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { makeRoiEntry } from '../../testing/make-roi-entry.ts'
import { RoiRankings } from './RoiRankings.tsx'

function bodyRows(html: string): string[] {
  const body = /<tbody>(.*)<\/tbody>/s.exec(html)?.[1] ?? ''
  return body.split('</tr>').slice(0, -1)
}

test('without data five placeholder rows are shown', () => {
  const html = renderToStaticMarkup(<RoiRankings rankings={[]} />)
  expect(bodyRows(html)).toHaveLength(5)
  expect(html).toContain('aria-busy="true"')
})

test("the page's ranking is shown immediately", () => {
  const html = renderToStaticMarkup(
    <RoiRankings rankings={[makeRoiEntry(), makeRoiEntry({ symbol: 'TSLY' })]} />
  )
  expect(bodyRows(html)).toHaveLength(2)
  expect(html).not.toContain('aria-busy="true"')
})

test('unknown figures are dashes', () => {
  const lost = makeRoiEntry({
    declaration_date_price: 0,
    declaration_date: null,
    earliest_price: 0,
    earliest_date: null,
    total_dividends: 0,
    price_change: null,
    total_roi: null
  })
  const [row = ''] = bodyRows(renderToStaticMarkup(<RoiRankings rankings={[lost]} />))
  const cells = row.split('<td').map((cell) => cell.replace(/^[^>]*>/, '').replaceAll(/<[^>]*>/g, ''))
  expect(cells.slice(2)).toEqual(['–', '–', '–', '$0.00', '–'])
})

test('an old price is marked', () => {
  const old = makeRoiEntry({ is_price_recent: false, declaration_date: '2025-04-03' })
  const [row] = bodyRows(renderToStaticMarkup(<RoiRankings rankings={[old]} />))
  expect(row).toContain('old price')
  expect(row).toContain('April 3, 2025')
})
