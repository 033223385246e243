import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { makeHistory } from '../../testing/make-stock.ts'
import { PaymentsTable } from './PaymentsTable.tsx'
import { paymentRowsOf } from './payment-rows.ts'

const history = makeHistory([0.25, 0.3])
const exDate = history.dividend_history[0]?.ex_date ?? ''

test('a payment without a notice has an unknown return of capital, and one without an estimate a dash', () => {
  const rows = paymentRowsOf(history, [], {
    notices: [{ ex_date: exDate, percent: 98.7, source: '' }],
    finals: []
  })
  const html = renderToStaticMarkup(<PaymentsTable symbol="MSTY" history={history} rows={rows} />)
  const cells = [...html.matchAll(/<tr><th.*?<\/tr>/g)]
    .slice(-2)
    .map(([row]) => [...row.matchAll(/<td>([^<]*)/g)].map(([, text]) => text))
  expect(cells.map((row) => row.slice(2))).toEqual([
    ['–', '–', '–', '98.7%'],
    ['–', '–', '–', 'unknown']
  ])
})

test('without rows the table has the payments only', () => {
  const html = renderToStaticMarkup(<PaymentsTable symbol="MSTY" history={history} />)
  expect([...html.matchAll(/scope="col">([^<]*)/g)].map(([, name]) => name)).toEqual([
    'Ex-date',
    'Paid',
    'Pay date'
  ])
})
