import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { cleanStores } from 'nanostores'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { completeDialogs } from '../../testing/dialogs.ts'
import { type FakeServer, startFakeServer } from '../../testing/fake-server.ts'
import { makeFleetFunds, makeWeeklyFund } from '../../testing/make-fund-data.ts'
import { $toast } from '../../ui/toast.ts'
import { calculatePortfolio } from '../calculate-portfolio.ts'
import { formatAmount } from '../format-portfolio.ts'
import type { HeldFunds } from '../funds/held-fund.ts'
import { toHeldFund } from '../funds/held-fund.ts'
import { ImportView } from '../import/ImportView.tsx'
import { PortfolioNotices } from '../PortfolioNotices.tsx'
import { unreadPortfolio } from '../portfolio-state.ts'
import { $portfolio, changePortfolio } from '../portfolio-store.ts'
import { $fileDays, $isKept } from '../safekeeping.ts'
import {
  emptyPortfolio,
  formatPortfolio,
  type Portfolio,
  parsePortfolio,
  savePortfolio
} from '../stored-portfolio.ts'
import { PortfolioFiles } from './PortfolioFiles.tsx'

completeDialogs()

let server: FakeServer
beforeEach(() => {
  server = startFakeServer()
  server.always('/data/fleet-funds.json', makeFleetFunds([makeWeeklyFund()]))
})
afterEach(() => {
  cleanStores($portfolio, $fileDays, $isKept)
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'storage')
  vi.restoreAllMocks()
})

function files({ transactions }: Portfolio, today = '2026-07-08', known: HeldFunds = new Map()) {
  return (
    <PortfolioFiles
      figures={calculatePortfolio(transactions, known, today)}
      onFile={() => undefined}
      onExample={() => undefined}
    />
  )
}

/** The files of a stored portfolio. */
function storedFiles(portfolio: Portfolio, today?: string, known?: HeldFunds) {
  savePortfolio(portfolio)
  return files(portfolio, today, known)
}

async function importFile(text: string) {
  const user = userEvent.setup()
  render(
    <ImportView
      figures={calculatePortfolio([], new Map(), '2026-07-08')}
      chosenFile={null}
      onDone={() => undefined}
    />
  )
  const chooser = screen.getByLabelText('Import from your broker', { selector: 'input' })
  await user.upload(chooser, new File([text], 'history.csv'))
  return user
}

test('a day that can be read in two ways is read as the visitor says', async () => {
  const user = await importFile('symbol,shares,date\nMSTY,3,03/11/2026\n')
  expect(await screen.findByText('Which day is “03/11/2026” in this file?')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'March 11, 2026' }))
  expect(await screen.findByRole('heading', { name: 'Doubloon: 1 buy from 1 fund' })).toBeVisible()
  expect(screen.queryByText(/Which day/)).toBeNull()
})

test('a file on which the importer fails says so', async () => {
  const levels = 20_000
  await importFile(`<?xml version="1.0"?>${'<a>'.repeat(levels)}${'</a>'.repeat(levels)}`)
  expect(
    await screen.findByText(/^This file couldn’t be imported \(.*\)\. Nothing was changed\./)
  ).toBeVisible()
})

const buy = {
  id: 'a',
  account: '',
  type: 'buy',
  symbol: 'MSTY',
  date: '2026-05-04',
  shares: 3,
  price: null,
  fee: 0
} as const
const portfolio: Portfolio = { ...emptyPortfolio, transactions: [buy] }
const lastSaved = () => screen.getByText(/^(?:Last saved|Not saved) to a file/)

function stubDownloads() {
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:backup')
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue(undefined)
}

/** The browser's answers about its storage. */
function stubStorage(answers: { persisted: boolean; persist: boolean }) {
  const persist = vi.fn(async () => answers.persist)
  Object.defineProperty(navigator, 'storage', {
    configurable: true,
    value: { persisted: async () => answers.persisted, persist }
  })
  return persist
}

test('how long ago the portfolio was saved to a file is shown, and said before all of it is deleted', async () => {
  stubDownloads()
  const user = userEvent.setup()
  const { rerender } = render(storedFiles(portfolio))
  expect(lastSaved()).toHaveTextContent('Not saved to a file yet.')
  await user.click(screen.getByRole('button', { name: 'A backup (JSON)' }))
  expect(lastSaved()).toHaveTextContent('Last saved to a file today.')
  rerender(files(portfolio, '2026-07-31'))
  expect(lastSaved()).toHaveTextContent('Last saved to a file 23 days ago.')
  await user.click(screen.getByRole('button', { name: 'Delete all' }))
  expect(await screen.findByRole('alertdialog')).toHaveTextContent('Last saved to a file 23 days ago.')
})

test('the day of the file is shown even if storage is full', async () => {
  stubDownloads()
  const stored = storedFiles(portfolio)
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  render(stored)
  await userEvent.click(screen.getByRole('button', { name: 'A backup (JSON)' }))
  expect(lastSaved()).toHaveTextContent('Last saved to a file today.')
})

test('the same backup restored twice adds nothing twice', async () => {
  const user = userEvent.setup()
  const { rerender } = render(files(emptyPortfolio))
  const chooser = screen.getByLabelText('Restore a backup (JSON)', { selector: 'input' })
  for (const sentence of [
    /^1 transaction will be added and 0 replaced/,
    /^0 transactions will be added and 0/
  ]) {
    await user.upload(chooser, new File([formatPortfolio(portfolio)], 'backup.json'))
    expect(await screen.findByText(sentence)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Restore it' }))
    rerender(files($portfolio.get().own))
  }
  expect($portfolio.get().own.transactions).toEqual([buy])
})

test('a currency is saved with its rate and the day it was entered, and dollars are back with a click', async () => {
  const user = userEvent.setup()
  const { rerender } = render(storedFiles(portfolio))
  await user.type(screen.getByLabelText('Currency'), 'eur')
  await user.type(screen.getByLabelText('For one dollar'), '0')
  await user.click(screen.getByRole('button', { name: 'Show amounts in it' }))
  expect(screen.getByText('Enter how much of it one dollar buys, such as 0.92.')).toBeVisible()
  expect(formatAmount(-100)).toBe('−$100.00')
  await user.type(screen.getByLabelText('For one dollar'), '.92')
  await user.click(screen.getByRole('button', { name: 'Show amounts in it' }))
  expect($portfolio.get().own.currency).toEqual({ code: 'EUR', perDollar: 0.92, enteredOn: '2026-07-08' })
  expect(formatAmount(-100)).toBe('−€92.00')
  rerender(files($portfolio.get().own))
  await user.click(screen.getByRole('button', { name: 'Show dollars' }))
  expect(formatAmount(-100)).toBe('−$100.00')
})

test('figures are copied as a table with its date and sources', async () => {
  const user = userEvent.setup()
  const fund = toHeldFund(makeWeeklyFund())
  const bought = { ...buy, shares: 100, price: 22 }
  render(storedFiles({ ...emptyPortfolio, transactions: [bought] }, '2026-06-03', new Map([['MSTY', fund]])))
  await user.click(screen.getByRole('button', { name: 'Copy my figures as text' }))
  const lines = (await navigator.clipboard.readText()).split('\n')
  expect(lines[0]).toBe('My Fleet on June 3, 2026, in US dollars')
  expect(lines.slice(2, 4).map((line) => line.split('\t'))).toEqual([
    ['Fund', 'Shares', 'Value', 'Received', 'Next payment', 'Pay date', 'Yield on cost'],
    ['MSTY', '100', '$2,000.00', '$100.00', '$50.00', 'June 5, 2026', '118.2%']
  ])
  // 100 shares bought at $22, now $20, paid $0.50 every Friday: twice so far, 4 times in June, 52 times in 12 months.
  expect(lines.slice(5)).toEqual([
    'Cost\t$2,200.00',
    'Value\t$2,000.00',
    'Paid in\t$2,200.00',
    'Distributions received\t$100.00',
    'Still to come this week\t$50.00',
    'Next week\t$50.00',
    'Still to come this month\t$200.00',
    'Next 12 months\t$2,600.00',
    '',
    'Prices: close of June 3, 2026.',
    `Payments: as announced by the funds, later ones estimated by Doubloon (${location.origin}).`
  ])
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'))
  await user.click(screen.getByRole('button', { name: 'Copy my figures as text' }))
  expect($toast.get()?.message).toBe(lines.join('\n'))
})

test('a phone sends the holdings with its own sheet, and what was sent can be restored', async () => {
  const share = vi.fn(async (_: { files: File[] }) => undefined)
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { share, canShare: () => true }))
  render(storedFiles(portfolio))
  await userEvent.click(screen.getByRole('button', { name: 'Send my holdings' }))
  const [file] = share.mock.calls[0]?.[0].files ?? []
  expect(file?.name).toBe('doubloon-fleet-2026-07-08.txt')
  expect(parsePortfolio((await file?.text()) ?? '')).toEqual({ status: 'readable', portfolio })
  expect(lastSaved()).toHaveTextContent('Last saved to a file today.')
})

test('the browser is asked to keep the first transaction, and its answer is shown', async () => {
  const persist = stubStorage({ persisted: false, persist: true })
  render(storedFiles(portfolio))
  expect(await screen.findByText(/^This browser may delete your holdings when space runs low/)).toBeVisible()
  act(() => {
    changePortfolio({ type: 'remove', id: buy.id })
    changePortfolio({ type: 'put', transactions: [buy] })
  })
  expect(await screen.findByText(/^This browser keeps your holdings until you delete them/)).toBeVisible()
  act(() => changePortfolio({ type: 'put', transactions: [{ ...buy, id: 'b' }] }))
  expect(persist).toHaveBeenCalledTimes(1)
})

test('Safari’s rule is explained until it is dismissed, and again after a year without a file', async () => {
  const notice = () => screen.queryByRole('complementary', { name: 'Save your fleet' })
  const state = { ...unreadPortfolio, storage: 'saved', own: portfolio } as const
  const { rerender } = render(<PortfolioNotices state={state} today="2026-07-08" />)
  expect(notice()).toBeNull()
  vi.stubGlobal('GestureEvent', class {})
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  rerender(<PortfolioNotices state={{ ...state }} today="2026-07-08" />)
  expect(notice()).toHaveTextContent('after seven days of use')
  await userEvent.click(screen.getByRole('button', { name: 'Don’t show this again' }))
  expect(notice()).toBeNull()
  rerender(<PortfolioNotices state={state} today="2027-07-07" />)
  expect(notice()).toBeNull()
  rerender(<PortfolioNotices state={state} today="2027-07-08" />)
  expect(notice()).not.toBeNull()
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  rerender(<PortfolioNotices state={{ ...state }} today="2027-07-08" />)
  expect(notice()).toBeNull()
})
