import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, expect, test, vi } from 'vitest'
import { makeFundRow } from '../testing/make-fund-row.ts'
import { fundColumns } from './columns.ts'
import { FundTable } from './FundTable.tsx'
import { startFundTable } from './fund-table.ts'

const weekly = { frequencyLabel: 'Weekly', nextExDate: '2026-07-16', asOf: '2026-07-08' }
const figures = {
  chances: null,
  yearPer1000: null,
  low: 0.1,
  high: 0.9,
  widthPercent: 40,
  yieldPercent: 30,
  confidence: 0.4
}
const noReturns = {
  threeMonths: null,
  twelveMonths: null,
  sinceFirst: null,
  maxDrawdown: null,
  reinvestmentNeeded: null,
  from: null,
  to: null
}
const funds = [
  makeFundRow({
    symbol: 'COIW',
    name: 'Roundhill COIN WeeklyPay ETF',
    issuer: 'Roundhill',
    underlying: null
  }),
  makeFundRow({
    symbol: 'MSTY',
    name: 'YieldMax MSTR Option Income Strategy ETF',
    underlying: { ticker: 'MSTR', name: 'Strategy (MicroStrategy)' },
    estimate: { ...weekly, dividend: 0.5 },
    figures: { ...figures, confidence: 0.7 },
    returns: { ...makeFundRow().returns, twelveMonths: null },
    typicalErrorPercent: 8
  }),
  makeFundRow(),
  makeFundRow({
    symbol: 'FEAT',
    name: 'YieldMax Dorsey Wright, "Featured 5"',
    status: 'closed',
    estimate: null,
    figures: null,
    message: 'FEAT is closed.',
    returns: noReturns,
    typicalErrorPercent: 2
  })
]

/** The table, and the parts of FundChoice.astro that the script uses. */
function renderTable(address: string, isNarrow = false): void {
  history.replaceState(null, '', address)
  const options = (slugs: readonly string[]) =>
    ['', ...slugs].map((slug) => `<option value="${slug}">${slug || 'All'}</option>`).join('')
  document.body.innerHTML = `
    <div data-fund-table data-as-of="2026-07-08">
      <form id="choice" data-choice>
        <input name="q" aria-label="Find">
        <select name="issuer" aria-label="Issuer">${options(['yieldmax', 'roundhill'])}</select>
        <select name="cadence" aria-label="Frequency">${options(['weekly'])}</select>
        <select name="underlying" aria-label="Underlying">${options(['portfolio', 'mstr', 'tsla'])}</select>
      </form>
      <p role="status" data-count></p>
      <button type="reset" form="choice">Show all</button>
      <button type="button" data-csv>Save as CSV</button>
      ${fundColumns.map(({ id }) => `<input type="checkbox" name="column" value="${id}" aria-label="${id}">`).join('')}
      <p data-none hidden>No fund matches these filters.</p>
      ${renderToStaticMarkup(<FundTable funds={funds} asOf="2026-07-08" today="2026-07-09" isOld={false} />)}
    </div>`
  vi.stubGlobal('matchMedia', () => ({ matches: isNarrow, addEventListener: () => undefined }))
  startFundTable()
}

const shownSymbols = () =>
  screen.getAllByRole('row').flatMap((row) => within(row).queryByRole('rowheader')?.dataset['value'] ?? [])
const sortBy = (heading: string) => userEvent.click(screen.getByRole('button', { name: heading }))

beforeEach(() => renderTable('/funds'))

test('all funds are in their original order, extra columns hidden', () => {
  expect(shownSymbols()).toEqual(['COIW', 'MSTY', 'TSLY', 'FEAT'])
  expect(screen.getByRole('status')).toHaveTextContent('All 4 funds, by ticker, A to Z.')
  expect(screen.getByRole('columnheader', { name: 'Yield' })).toBeVisible()
  expect(screen.queryByRole('columnheader', { name: 'Issuer' })).toBeNull()
})

test('a narrower screen starts with fewer columns, and each can be shown', async () => {
  renderTable('/funds', true)
  expect(screen.queryByRole('columnheader', { name: 'Confidence' })).toBeNull()
  expect(screen.getByRole('columnheader', { name: 'Yield' })).toBeVisible()
  await userEvent.click(screen.getByRole('checkbox', { name: 'confidence' }))
  expect(screen.getByRole('columnheader', { name: 'Confidence' })).toBeVisible()
  await userEvent.click(screen.getByRole('checkbox', { name: 'confidence' }))
  expect(localStorage.getItem('fundColumns')).toBeNull()
})

test('the first click sorts best first, the next worst first; unknown values and closed funds are last', async () => {
  await sortBy('Confidence')
  expect(shownSymbols()).toEqual(['MSTY', 'COIW', 'TSLY', 'FEAT'])
  expect(location.search).toBe('?sort=confidence')
  expect(screen.getByRole('columnheader', { name: 'Confidence' })).toHaveAttribute('aria-sort', 'descending')
  await sortBy('Confidence')
  expect(shownSymbols()).toEqual(['COIW', 'TSLY', 'MSTY', 'FEAT'])
  expect(location.search).toBe('?sort=confidence&order=ascending')
  await sortBy('Median error')
  expect(shownSymbols()).toEqual(['MSTY', 'COIW', 'TSLY', 'FEAT'])
  await sortBy('Return, 12 months')
  expect(shownSymbols()).toEqual(['COIW', 'TSLY', 'MSTY', 'FEAT'])
  await sortBy('Ticker')
  await sortBy('Ticker')
  expect(shownSymbols()).toEqual(['TSLY', 'MSTY', 'COIW', 'FEAT'])
})

test('text, issuer and underlying narrow the table, hidden columns included', async () => {
  await userEvent.type(screen.getByLabelText('Find'), 'MicroStrategy weekly')
  expect(shownSymbols()).toEqual(['MSTY'])
  expect(screen.getByRole('status')).toHaveTextContent('1 of 4 funds, by ticker, A to Z.')
  await userEvent.tab()
  expect(location.search).toBe('?q=MicroStrategy+weekly')
  await userEvent.clear(screen.getByLabelText('Find'))
  await userEvent.selectOptions(screen.getByLabelText('Issuer'), 'yieldmax')
  await userEvent.selectOptions(screen.getByLabelText('Underlying'), 'tsla')
  expect(shownSymbols()).toEqual(['TSLY', 'FEAT'])
  expect(location.search).toBe('?issuer=yieldmax&underlying=tsla')
})

test('an empty result is explained, and one click shows all again', async () => {
  renderTable('/funds?q=no+such+fund&ref=mail')
  expect(screen.getByLabelText('Find')).toHaveValue('no such fund')
  expect(screen.getByText('No fund matches these filters.')).toBeVisible()
  expect(screen.getByRole('status')).toHaveTextContent('0 of 4 funds.')
  await userEvent.click(screen.getByRole('button', { name: 'Show all' }))
  expect(shownSymbols()).toHaveLength(4)
  expect(screen.getByText('No fund matches these filters.')).not.toBeVisible()
  expect(location.search).toBe('?ref=mail')
  expect(screen.getByLabelText('Find')).toHaveFocus()
})

test('a URL restores a choice, and invalid values are ignored', () => {
  renderTable('/funds?issuer=yieldmax&sort=estimate')
  expect(shownSymbols()).toEqual(['MSTY', 'TSLY', 'FEAT'])
  expect(screen.getByLabelText('Issuer')).toHaveValue('yieldmax')
  renderTable('/funds?issuer=pirates&sort=__proto__&order=7&cadence=%E0%A4%A')
  expect(shownSymbols()).toEqual(['COIW', 'MSTY', 'TSLY', 'FEAT'])
})

test('a choice survives the URL, and a long text is cut to the limit of its field', async () => {
  const filters = 'q=option+income&issuer=yieldmax&cadence=weekly&underlying=tsla'
  renderTable(`/funds?${filters}&sort=error&order=descending`)
  expect(shownSymbols()).toEqual(['TSLY'])
  await sortBy('Median error')
  expect(location.search).toBe(`?${filters}&sort=error`)
  renderTable(`/funds?q=${'x'.repeat(5000)}`)
  expect(screen.getByLabelText('Find')).toHaveValue('x'.repeat(40))
})

test('the column choice is stored until it is the default again', async () => {
  await userEvent.click(screen.getByLabelText('issuer'))
  await userEvent.click(screen.getByLabelText('yield'))
  renderTable('/funds')
  expect(screen.getByRole('columnheader', { name: 'Issuer' })).toBeVisible()
  expect(screen.queryByRole('columnheader', { name: 'Yield' })).toBeNull()
  await userEvent.click(screen.getByLabelText('issuer'))
  await userEvent.click(screen.getByLabelText('yield'))
  expect(localStorage.length).toBe(0)
  localStorage.setItem('fundColumns', '"rubbish"')
  renderTable('/funds')
  expect(screen.getByRole('columnheader', { name: 'Yield' })).toBeVisible()
})

test('the CSV has the visible rows and columns in order', async () => {
  const files: Blob[] = []
  vi.stubGlobal('URL', { createObjectURL: (file: Blob) => files.push(file), revokeObjectURL: () => {} })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  localStorage.setItem(
    'fundColumns',
    JSON.stringify(
      Object.fromEntries(fundColumns.map(({ id }) => [id, ['estimate', 'return-12-months'].includes(id)]))
    )
  )
  renderTable('/funds?issuer=yieldmax&sort=estimate')
  await userEvent.click(screen.getByRole('button', { name: 'Save as CSV' }))
  expect(await files[0]?.text()).toBe(
    [
      'symbol,name,estimate_dollars,total_return_12_months_percent,as_of',
      'MSTY,YieldMax MSTR Option Income Strategy ETF,0.5,,2026-07-08',
      'TSLY,YieldMax TSLA Option Income Strategy ETF,0.25,-12.25,2026-07-08',
      'FEAT,"YieldMax Dorsey Wright, ""Featured 5""",,,2026-07-08',
      ''
    ].join('\r\n')
  )
})
