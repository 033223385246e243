import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { makeRoiEntry } from '../../testing/make-roi-entry.ts'
import { sortRows } from '../../ui/table-columns.ts'
import { RoiRankings } from './RoiRankings.tsx'
import { roiColumns } from './RoiTable.tsx'
import { rankEntries } from './roi-entries.ts'

function bodyRows(html: string): string[] {
  const body = /<tbody>(.*)<\/tbody>/s.exec(html)?.[1] ?? ''
  return body.split('</tr>').slice(0, -1)
}

test('without data the table says that it is loading', () => {
  const html = renderToStaticMarkup(<RoiRankings rankings={[]} />)
  expect(bodyRows(html).join()).toContain('Loading the ranking...')
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

test('unknown figures are last in both directions, ties by rank, and sorting keeps the ranks', () => {
  const entries = rankEntries([
    makeRoiEntry({ symbol: 'NVDY', total_roi: 166, total_dividends: 39 }),
    makeRoiEntry({ symbol: 'AAPW', total_roi: 12, total_dividends: 16 }),
    makeRoiEntry({ symbol: 'CONY', total_roi: 12, total_dividends: 300 }),
    makeRoiEntry({ symbol: 'LOST', total_roi: null, declaration_date_price: 0 })
  ])
  const by = (heading: string, direction: 'ascending' | 'descending') => {
    const column = roiColumns.find((column) => column.heading === heading)
    if (column === undefined) throw new Error(`no column ${heading}`)
    return sortRows(entries, column, direction).map(({ symbol, rank }) => `${rank} ${symbol}`)
  }
  expect(by('Total ROI', 'descending')).toEqual(['1 NVDY', '2 AAPW', '3 CONY', '4 LOST'])
  expect(by('Total ROI', 'ascending')).toEqual(['2 AAPW', '3 CONY', '1 NVDY', '4 LOST'])
  expect(by('Declaration Date Price ($)', 'ascending').at(-1)).toBe('4 LOST')
  expect(by('Total Dividends ($)', 'descending')).toEqual(['3 CONY', '1 NVDY', '2 AAPW', '4 LOST'])
})
