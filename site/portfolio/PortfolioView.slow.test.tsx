import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { cleanStores } from 'nanostores'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { refetchAll } from '../lib/query.ts'
import { completeDialogs } from '../testing/dialogs.ts'
import { type FakeServer, startFakeServer } from '../testing/fake-server.ts'
import { makeFleetFunds, makeWeeklyFund } from '../testing/make-fund-data.ts'
import { $toast } from '../ui/toast.ts'
// Loaded before the tests, whose timeouts are too short for it.
import './PortfolioDetails.tsx'
import './transactions/FundTransactions.tsx'
import { PortfolioView } from './PortfolioView.tsx'
import { $portfolio } from './portfolio-store.ts'

completeDialogs()

const lot = { id: 'a', symbol: 'MSTY', shares: 100, boughtOn: '2026-05-04', price: 22 }
/** Stored by version 1, so that every test here also migrates it. */
const portfolio = { version: 1, lots: [lot], taxPercent: null, goal: null }
let server: FakeServer

beforeEach(() => {
  vi.setSystemTime(new Date('2026-06-03T21:00:00Z'))
  server = startFakeServer()
  server.always('/data/msty.json', makeWeeklyFund())
  server.always('/data/fleet-funds.json', makeFleetFunds([makeWeeklyFund()]))
})
afterEach(() => {
  cleanStores($portfolio)
  vi.useRealTimers()
})

/** Shows a stored portfolio with the answers of this test: those of the test before are still cached. */
async function show(stored: string) {
  await refetchAll()
  window.localStorage.setItem('fleet', stored)
  render(<PortfolioView renderedOn="2026-06-03" offersCloses={false} opening="portfolio" />)
}

/** Opens the transactions of a fund. */
async function openFund(symbol = 'MSTY') {
  await userEvent.setup().click(await screen.findByRole('button', { name: `${symbol} transactions` }))
  return screen.findByRole('region', { name: `Transactions of ${symbol}` })
}

test('a lot is shown as income, return and progress toward break-even', async () => {
  await show(JSON.stringify(portfolio))
  const paycheck = await screen.findByRole('region', { name: 'My paycheck' })
  // One estimate of 100 x $0.50 in the week of June 1, four in June, 52 in the year.
  expect(paycheck).toHaveTextContent('This week, to Jun 7$50.00')
  expect(within(paycheck).getByRole('button', { name: 'This month $200.00' })).toBeVisible()
  const glance = screen.getByRole('region', { name: 'At a glance' })
  expect(glance).toHaveTextContent(/^At a glanceThis week\$50\.00.*Next week\$50\.00.*Next 12 months\$2,600/)
  expect(glance).toHaveTextContent(/Worth, \w{3} \d+\$2,000−\$100, −4\.5%$/)
  expect(await screen.findByRole('region', { name: 'Payments by month in 2026' })).toHaveTextContent(
    'Next 12 months: $2,600.00'
  )
  const holdings = screen.getByRole('region', { name: 'Cost and return' })
  // 2200 paid, 2 x $50 received, 2000 at the close: 100 less, of 2200.
  expect(holdings).toHaveTextContent('Return on what you paid in−$100.00, −4.5%')
  expect(holdings).toHaveTextContent('4.5% of the cash you paid in is back in cash: $100.00 of $2,200.00')
  // (2200 - 100) / 2600 of 365 days are 294.8 days.
  expect(holdings).toHaveTextContent('around March 25, 2027')
})

test("changes that don't fit in storage stay on screen with a warning", async () => {
  await show(JSON.stringify(portfolio))
  const user = userEvent.setup()
  const goal = await screen.findByLabelText('Goal: total distributions')
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  await user.type(goal, '150')
  expect(screen.getByRole('alert')).toHaveTextContent('Your last change isn’t saved.')
  expect(screen.getByRole('region', { name: 'Goals' })).toHaveTextContent('$100.00 of $150.00')
  vi.restoreAllMocks()
  await user.type(goal, '0')
  expect(screen.queryByRole('alert')).toBeNull()
  expect(JSON.parse(window.localStorage.getItem('fleet') ?? '')).toMatchObject({
    version: 2,
    goal: 1500,
    transactions: [{ id: 'a', type: 'buy', symbol: 'MSTY', shares: 100, date: '2026-05-04', price: 22 }]
  })
})

test('a portfolio of a newer version stays unchanged until the visitor decides', async () => {
  const newer = '{"version":3,"transactions":[]}'
  await show(newer)
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'This page can’t read what your browser has stored.'
  )
  expect(screen.queryByRole('button', { name: 'Add a transaction' })).toBeNull()
  expect(window.localStorage.getItem('fleet')).toBe(newer)
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Start over' }))
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Remove it' }))
  expect(await screen.findByRole('button', { name: 'Add a transaction' })).toBeVisible()
  expect(window.localStorage.getItem('fleet')).toBeNull()
})

test('a portfolio with a transaction that is invalid opens without it, and the visitor decides about it', async () => {
  const row = {
    id: 'x',
    account: 'Schwab',
    type: 'buy',
    symbol: 'MSTY',
    date: '2026-05-05',
    shares: 2,
    price: -5
  }
  const bought = {
    id: 'a',
    account: '',
    type: 'buy',
    symbol: 'MSTY',
    date: '2026-05-04',
    shares: 100,
    price: 22
  }
  const transactions = [row, bought].map((one) => ({ ...one, fee: 0 }))
  await show(JSON.stringify({ version: 2, transactions, methods: [], taxPercent: null, goal: null }))
  const notice = await screen.findByRole('complementary', { name: 'Not counted' })
  expect(notice).toHaveTextContent(
    'buy, Schwab, MSTY, 2026-05-05, 2, -5, 0: The price must be from 0 to 1,000,000 dollars, or empty.'
  )
  const list = await screen.findByRole('region', { name: 'My holdings' })
  expect(list).toHaveTextContent('100 shares')
  const user = userEvent.setup()
  await user.type(await screen.findByLabelText('Goal: total distributions'), '9')
  expect(window.localStorage.getItem('fleet')).toContain('"price":-5')
  await user.click(within(notice).getByRole('button', { name: 'Delete' }))
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(notice).not.toBeInTheDocument())
  expect(window.localStorage.getItem('fleet')).not.toContain('"price":-5')
  expect(list).toHaveTextContent('100 shares')
})

test('a backup restores deleted lots and removes none', async () => {
  await show(JSON.stringify(portfolio))
  const user = userEvent.setup()
  const backup = new File(
    [JSON.stringify({ ...portfolio, lots: [{ ...lot, id: 'b', shares: 7 }] })],
    'fleet.json'
  )
  await user.upload(await screen.findByLabelText('Restore a backup (JSON)', { selector: 'input' }), backup)
  const question = await screen.findByRole('alertdialog')
  expect(question).toHaveTextContent('1 transaction will be added and 0 replaced')
  await user.click(within(question).getByRole('button', { name: 'Restore it' }))
  const lots = await openFund()
  expect(lots).toHaveTextContent('100 shares bought on May 4, 2026 at $22.00')
  expect(lots).toHaveTextContent('7 shares bought on May 4, 2026 at $22.00')
})

test('changes made in another tab appear', async () => {
  await show(JSON.stringify(portfolio))
  const lots = await openFund()
  window.localStorage.setItem('fleet', JSON.stringify({ ...portfolio, lots: [{ ...lot, shares: 3 }] }))
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'fleet' })))
  expect(lots).toHaveTextContent('3 shares bought on May 4, 2026')
})

test('a lot under a former symbol belongs to the current fund', async () => {
  vi.setSystemTime(new Date('2026-06-03T21:15:00Z'))
  const renamed = { ...makeWeeklyFund(), former_symbols: ['OLDY'] }
  server.always('/data/fleet-funds.json', makeFleetFunds([renamed]))
  server.always('/data/oldy.json', renamed)
  await show(JSON.stringify({ ...portfolio, lots: [lot, { ...lot, id: 'b', symbol: 'OLDY', shares: 7 }] }))
  const holdings = within(await screen.findByRole('region', { name: 'My holdings' }))
  expect(await holdings.findByRole('row', { name: /^MSTY/ })).toHaveTextContent('107 shares')
  expect(screen.queryByRole('row', { name: /^OLDY/ })).toBeNull()
})

test('taxes count taxable accounts only, and funds under former symbols', async () => {
  vi.setSystemTime(new Date('2026-06-03T21:30:00Z'))
  const notices = [{ ex_date: '2026-05-28', percent: 50, source: '' }]
  const renamed = {
    ...makeWeeklyFund(),
    former_symbols: ['OLDY'],
    return_of_capital: { notices, finals: [] }
  }
  server.always('/data/fleet-funds.json', makeFleetFunds([renamed]))
  server.always('/data/oldy.json', renamed)
  const bought = { type: 'buy', symbol: 'OLDY', date: '2026-05-04', shares: 100, price: 22, fee: 0 }
  const reinvested = { type: 'reinvest', symbol: 'OLDY', date: '2026-05-29', shares: 1, price: 20, fee: 0 }
  const transactions = [
    { ...bought, id: 'a', account: 'Broker' },
    { ...bought, id: 's', account: 'Broker', type: 'sell', date: '2026-06-01', shares: 60, price: 20 },
    { ...bought, id: 'b', account: 'Roth' },
    { ...reinvested, id: 'r', account: 'Roth' }
  ]
  await show(JSON.stringify({ version: 2, transactions, methods: [], taxPercent: 10, goal: null }))
  const taxes = await screen.findByRole('region', { name: 'Income and gains in 2026' })
  // Two payments of $0.50 to 100 shares in each account, half of one is return of capital, the other is unknown; 60 x (20 - 21.75).
  expect(taxes).toHaveTextContent('Payments received$200.00')
  expect(taxes).toHaveTextContent('Short-term gains−$105.00')
  expect(taxes).toHaveTextContent('Income$50.00Unknown: income or return of capital$100.00')
  expect(taxes).toHaveTextContent('Set aside at 10% of income and unknown payments$15.00')
  // 40 shares at the broker and 101 in the other account get $0.50 this week, of which nothing is known yet.
  const paycheck = screen.getByRole('region', { name: 'My paycheck' })
  expect(paycheck).toHaveTextContent('Taxes, 10% of income−$7.05')
  await userEvent.setup().selectOptions(screen.getByLabelText('Kind of account: Roth'), 'tax-free')
  expect(taxes).toHaveTextContent('Payments received$100.00')
  expect(taxes).toHaveTextContent('Only taxable accounts count; left out: Roth.')
  expect(taxes).toHaveTextContent('Possible wash sale: 1.')
  expect(taxes).toHaveTextContent(
    'You sold MSTY at a loss on Jun 1; its reinvestment on Jun 5 would be a wash sale. To keep the loss, turn off reinvestment and buy none before Jul 2.'
  )
  expect(taxes).toHaveTextContent('Set aside at 10% of income and unknown payments$7.50')
  expect(paycheck).toHaveTextContent('Taxes, 10% of income−$2.00')
  expect(JSON.parse(window.localStorage.getItem('fleet') ?? '')).toMatchObject({
    kinds: [{ account: 'Roth', kind: 'tax-free' }]
  })
})

test('a sale of specific shares offers purchases with shares left, and those that it sold itself', async () => {
  const fields = { account: 'A', symbol: 'MSTY', price: 20, fee: 0 }
  const transactions = [
    { ...fields, id: 'a', type: 'buy', date: '2026-05-04', shares: 100 },
    { ...fields, id: 'b', type: 'buy', date: '2026-05-11', shares: 50 },
    { ...fields, id: 's', type: 'sell', date: '2026-05-18', shares: 100 },
    { ...fields, id: 't', type: 'sell', date: '2026-05-19', shares: 20 }
  ]
  const methods = [{ account: 'A', method: 'specific' }]
  await show(JSON.stringify({ version: 2, transactions, methods, taxPercent: null, goal: null }))
  const user = userEvent.setup()
  await openFund()
  const choices = async (shares: number) => {
    await user.click(screen.getByRole('button', { name: new RegExp(`^Edit ${shares} shares.*sold`, 'i') }))
    const options = within(await screen.findByLabelText('Sold from')).getAllByRole('option')
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    return options.map(({ textContent }) => textContent)
  }
  const left = '30 shares bought on May 11, 2026'
  expect(await choices(100)).toEqual(['Oldest shares first', '100 shares bought on May 4, 2026', left])
  expect(await choices(20)).toEqual(['Oldest shares first', '50 shares bought on May 11, 2026'])
})

test('a saved lot is announced, and the focus returns to the button that opened the form', async () => {
  await show(JSON.stringify(portfolio))
  const user = userEvent.setup()
  await openFund()
  await user.click(screen.getByRole('button', { name: /^Edit 100 shares/ }))
  await user.clear(screen.getByLabelText('Shares'))
  await user.type(screen.getByLabelText('Shares'), '7')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByRole('button', { name: /^Edit 7 shares/ })).toHaveFocus()
  expect($toast.get()).toMatchObject({
    kind: 'success',
    title: 'Transaction Saved',
    message: 'Bought: 7 shares of MSTY.'
  })

  const add = screen.getByRole('button', { name: 'Add a transaction' })
  await user.click(add)
  await user.type(await screen.findByRole('combobox', { name: 'Fund' }), 'msty')
  await user.type(screen.getByLabelText('Shares'), '1')
  await user.type(screen.getByLabelText('Day bought'), '2026-05-11')
  await user.click(screen.getByRole('button', { name: 'Add to My Fleet' }))
  await waitFor(() => expect(add).toHaveFocus())
  expect($toast.get()).toMatchObject({ title: 'Transaction Added', message: 'Bought: 1 share of MSTY.' })
})

test('a transaction saved before the list of funds has arrived is saved when it arrives', async () => {
  // More than ten minutes from the other tests, so that the list of funds is fetched again.
  vi.setSystemTime(new Date('2026-06-03T21:45:00Z'))
  server.remove('/data/fleet-funds.json')
  const arrive = server.hold(200, makeFleetFunds([makeWeeklyFund()]))
  render(<PortfolioView renderedOn="2026-06-03" offersCloses={false} opening="add" />)
  const user = userEvent.setup()
  await user.type(await screen.findByRole('combobox', { name: 'Fund' }), 'msty')
  await user.type(screen.getByLabelText('Shares'), '3')
  await user.type(screen.getByLabelText('Day bought'), '2026-05-11')
  await user.click(screen.getByRole('button', { name: 'Add to My Fleet' }))
  expect(screen.getByRole('button', { name: 'Add to My Fleet' })).toBeVisible()
  arrive()
  await openFund()
  expect(await screen.findByRole('button', { name: /^Edit 3 shares/ })).toBeVisible()
})

test('holdings and sums come from the file of all funds, and stay when the file of the fund arrives', async () => {
  vi.setSystemTime(new Date('2026-06-03T22:15:00Z'))
  server.remove('/data/msty.json')
  const arrive = server.hold(200, makeWeeklyFund())
  await show(JSON.stringify(portfolio))
  const row = /^MSTY transactions 100 shares\$2,000\.00100%\$2,200\.00\$50\.00 Jun 5118%−\$100\.00 −4\.5%$/
  const sums = /^At a glanceThis week\$50\.00.*Next week\$50\.00.*Next 12 months\$2,600.*−\$100, −4\.5%$/
  const holdings = within(await screen.findByRole('region', { name: 'My holdings' }))
  expect(holdings.getByRole('row', { name: /^MSTY/ })).toHaveTextContent(row)
  expect(screen.getByRole('region', { name: 'At a glance' })).toHaveTextContent(sums)
  // Ranges and what is below come with the file of the fund.
  expect(screen.queryByRole('region', { name: 'My paycheck' })).toBeNull()
  await waitFor(() => expect(server.calls.map(({ path }) => path)).toContain('/data/msty.json'))
  arrive()
  await screen.findByRole('region', { name: 'My paycheck' })
  expect(holdings.getByRole('row', { name: /^MSTY/ })).toHaveTextContent(row)
  expect(screen.getByRole('region', { name: 'At a glance' })).toHaveTextContent(sums)
})

test('no sum is shown before the file of a fund whose purchase has no price has arrived', async () => {
  vi.setSystemTime(new Date('2026-06-03T22:30:00Z'))
  const second = { ...makeWeeklyFund(), symbol: 'ULTY' }
  server.always('/data/fleet-funds.json', makeFleetFunds([makeWeeklyFund(), second]))
  const arrive = server.hold(200, second)
  await show(JSON.stringify({ ...portfolio, lots: [lot, { ...lot, id: 'b', symbol: 'ULTY', price: null }] }))
  expect(await screen.findByText('Loading your funds...')).toBeVisible()
  // The facts of MSTY are there by then.
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
  expect(screen.queryByRole('region', { name: 'My paycheck' })).toBeNull()
  expect(screen.queryByText('no figures here')).toBeNull()
  arrive()
  expect(await screen.findByRole('region', { name: 'My paycheck' })).toHaveTextContent('$100.00')
})

test('a lot without available figures is listed and can be deleted', async () => {
  await show(JSON.stringify({ ...portfolio, lots: [lot, { ...lot, id: 'b', symbol: 'GONE.L' }] }))
  const row = await screen.findByRole('row', { name: /^GONE.L/ })
  expect(row).toHaveTextContent('no figures here')
  const user = userEvent.setup()
  expect(await openFund('GONE.L')).toHaveTextContent('100 shares bought on')
  await user.click(screen.getByRole('button', { name: /^Edit 100 shares .* of GONE.L/ }))
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  expect(row).not.toBeInTheDocument()
})

test('a stored holding that the site does not cover has figures, and its price can be entered', async () => {
  await show(JSON.stringify({ ...portfolio, lots: [lot, { ...lot, id: 'b', symbol: 'SCHD' }] }))
  const row = await screen.findByRole('row', { name: /^SCHD/ })
  expect(row).toHaveTextContent('100 shares, from your transactions$2,200.00 at the price of May 4, 2026')
  const user = userEvent.setup()
  expect(await openFund('SCHD')).toHaveTextContent('It hasn’t paid you, so no payment is expected.')
  const form = within(screen.getByRole('form', { name: 'Last price of SCHD' }))
  await user.type(form.getByLabelText('Last price'), '0')
  await user.click(form.getByRole('button', { name: 'Save price' }))
  expect(form.getByLabelText('Last price')).toHaveAccessibleDescription(/above 0/)
  await user.clear(form.getByLabelText('Last price'))
  await user.type(form.getByLabelText('Last price'), '31')
  await user.click(form.getByRole('button', { name: 'Save price' }))
  await waitFor(() => expect(row).toHaveTextContent('$3,100.00'))
  expect(JSON.parse(localStorage.getItem('fleet') ?? '').prices).toMatchObject([
    { symbol: 'SCHD', price: 31 }
  ])
  expect(server.calls.filter(({ path }) => /schd/i.test(path))).toEqual([])
})

test('one account is shown everywhere, and all again', async () => {
  const bought = { type: 'buy', symbol: 'MSTY', date: '2026-05-04', price: 22, fee: 0 }
  const transactions = [
    { ...bought, id: 'a', account: 'Broker', shares: 100 },
    { ...bought, id: 'b', account: 'Roth', shares: 50 }
  ]
  await show(JSON.stringify({ version: 2, transactions, methods: [], taxPercent: null, goal: null }))
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: /^Roth/ }))
  expect(screen.getByRole('region', { name: 'My paycheck' })).toHaveTextContent('This week, to Jun 7$25.00')
  const holdings = within(screen.getByRole('region', { name: 'My holdings' }))
  const row = holdings.getByRole('row', { name: /^MSTY/ })
  // 50 at $20 and $0.50 a week; 52 of them on a cost of $1,100.
  expect(row).toHaveTextContent('50 shares$1,000.00100%$1,100.00$25.00')
  expect(row).toHaveTextContent('118%')
  expect(screen.getByRole('region', { name: 'Cost and return' })).toHaveTextContent('Cost$1,100.00')
  expect(await openFund()).not.toHaveTextContent('Broker')
  await user.click(screen.getByRole('button', { name: /^All accounts/ }))
  expect(row).toHaveTextContent('150 shares, Broker, Roth$3,000.00100%$3,300.00$75.00')
})

test('paper has all transactions, and what is below the first screen', async () => {
  await show(JSON.stringify(portfolio))
  await screen.findByRole('region', { name: 'My paycheck' })
  expect(screen.queryByRole('region', { name: 'Transactions of MSTY' })).toBeNull()
  act(() => void window.dispatchEvent(new Event('beforeprint')))
  expect(screen.getByRole('region', { name: 'Payments by month in 2026' })).toBeVisible()
  expect(await screen.findByRole('region', { name: 'Transactions of MSTY' })).toBeVisible()
  act(() => void window.dispatchEvent(new Event('afterprint')))
  expect(screen.queryByRole('region', { name: 'Transactions of MSTY' })).toBeNull()
})

test('a paycheck without a tax rate says so, and names the funds that keep nothing', async () => {
  // All payments of the year, reinvested, didn't keep its value.
  const reinvestment_needed = { percent: null, from: '2025-06-03', to: '2026-06-02', payments: 52 }
  server.always('/data/msty.json', { ...makeWeeklyFund(), reinvestment_needed })
  await show(JSON.stringify(portfolio))
  const user = userEvent.setup()
  const paycheck = await screen.findByRole('region', { name: 'My paycheck' })
  expect(paycheck).toHaveTextContent('Left before taxes$0.00')
  expect(within(paycheck).getByRole('row', { name: /^MSTY/ })).toHaveTextContent('no rate set')
  expect(paycheck).not.toHaveTextContent('Below zero')
  await user.type(await screen.findByLabelText(/^Your tax rate/), '10')
  await user.tab()
  // 10 % of $50, and all $50 to keep the value.
  await waitFor(() => expect(paycheck).toHaveTextContent('Short−$5.00'))
  expect(paycheck).toHaveTextContent('Below zero: taxes and keeping the value take more than the payments.')
  expect(paycheck).not.toHaveTextContent('no rate set')
})
