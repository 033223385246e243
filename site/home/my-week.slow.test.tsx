import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { cleanStores } from 'nanostores'
import { afterEach, expect, test, vi } from 'vitest'
import type { FundData } from '../../admin-api/contract/open-data.ts'
import { addDays } from '../../admin-api/market-days/days.ts'
import { readMyFunds } from '../portfolio/my-funds.ts'
// Loaded before the test, whose timeout is too short for it.
import '../portfolio/PortfolioDetails.tsx'
import { PortfolioView } from '../portfolio/PortfolioView.tsx'
import { $portfolio } from '../portfolio/portfolio-store.ts'
import { completeDialogs } from '../testing/dialogs.ts'
import { startFakeServer } from '../testing/fake-server.ts'
import { makeComing, makeDataPayment, makeFleetFunds, makeWeeklyFund } from '../testing/make-fund-data.ts'
import { startMyWeek } from './my-week.ts'

completeDialogs()
afterEach(() => {
  cleanStores($portfolio)
  vi.useRealTimers()
})

/** Twelve past payments of 0.9 times their estimates, so that simulated sums are below the sums of the estimates. */
const pastEstimates = Array.from({ length: 12 }, (_, week) => ({
  ex_date: addDays('2026-03-05', 7 * week),
  origin: 'replayed' as const,
  amount: 0.5,
  low: 0.4,
  high: 0.6,
  quantiles: null,
  actual: 0.45,
  as_of: addDays('2026-03-04', 7 * week),
  error_percent: 11.1,
  in_range: true
}))
/** Pays $0.50 on Fridays. */
const friday = { ...makeWeeklyFund(), past_estimates: pastEstimates }
/** Paid $0.25 on Monday, June 1, and pays it on Tuesdays from June 9 on. */
const tuesday = {
  ...friday,
  upcoming: makeComing('2026-06-08', { amount: 0.25, low: 0.2, high: 0.3 }),
  payments: [{ ...makeDataPayment('2026-05-29', 0.25), pay_date: '2026-06-01' }]
}
const symbols = ['AAAY', 'BBBY', 'CCCY', 'DDDY', 'EEEY', 'FFFY', 'GGGY', 'HHHY', 'IIIY', 'JJJY']
const funds = symbols.map((symbol, i): FundData => ({ ...(i < 6 ? friday : tuesday), symbol }))

test('home, My Fleet, its charts and calendar state the same sums for ten funds in two accounts', async () => {
  vi.setSystemTime(new Date('2026-06-03T22:00:00Z'))
  const server = startFakeServer()
  server.always('/data/fleet-funds.json', makeFleetFunds(funds))
  for (const fund of funds) server.always(`/data/${fund.symbol.toLowerCase()}.json`, fund)
  const bought = { type: 'buy', date: '2026-05-28', price: 22, fee: 0 }
  const transactions = symbols.flatMap((symbol) => [
    { ...bought, symbol, id: `${symbol}-1`, account: 'Broker', shares: 60 },
    { ...bought, symbol, id: `${symbol}-2`, account: 'IRA', shares: 40 }
  ])
  localStorage.setItem(
    'fleet',
    JSON.stringify({
      version: 2,
      transactions,
      methods: [],
      taxPercent: null,
      goal: null,
      plans: [{ symbol: 'AAAY', monthlyDollars: 1000, isReinvested: false }]
    })
  )
  document.body.innerHTML = '<p data-my-week></p>'
  startMyWeek()
  render(<PortfolioView renderedOn="2026-06-03" offersCloses={false} opening="portfolio" />)

  // 6 x 100 x $0.50 on Friday; 4 x 100 x $0.25 on Monday, June 1, and again on Tuesday, June 9.
  await waitFor(() =>
    expect(document.querySelector('[data-my-week]')).toHaveTextContent(
      '$400.00 this week ($100.00 paid), $400.00 next week'
    )
  )
  const paycheck = await screen.findByRole('region', { name: 'My paycheck' })
  expect(paycheck).toHaveTextContent('This week, to Jun 7$400.00$100.00 paid, $300.00 still to come')
  expect(paycheck).toHaveTextContent('Already paid$100.00Estimated$300.00')
  // Four Fridays and four Tuesdays are left in June, five Fridays and four Tuesdays in July, 52 of each until June 2, 2027.
  for (const name of ['Next week $400.00', 'This month $1,700.00', 'Next month $1,900.00'])
    expect(within(paycheck).getByRole('button', { name })).toBeVisible()
  const calendar = screen.getByRole('region', { name: 'June 2026' })
  expect(calendar).toHaveTextContent('$1,600.00 still to come.')
  expect(calendar).toHaveTextContent('$100.00 paid $400.00 estimated $1,200.00 projected')
  await userEvent.setup().click(within(paycheck).getByRole('button', { name: /^This month/ }))
  expect(paycheck).toHaveTextContent('This month, to Jun 30$1,700.00$100.00 paid, $1,600.00 still to come')
  expect(paycheck).toHaveTextContent('Already paid$100.00Estimated$400.00Projected$1,200.00')
  expect(screen.getByRole('button', { name: /^All accounts/ })).toHaveTextContent('$20,800.00')
  expect(screen.getByRole('button', { name: /^Broker/ })).toHaveTextContent('$12,480.00')
  expect(screen.getByRole('button', { name: /^IRA/ })).toHaveTextContent('$8,320.00')

  const months = await screen.findByRole('region', { name: 'Payments by month in 2026' })
  // In every past week, each fund paid nine tenths of its estimate, so all copied years come to nine tenths of $20,800; a
  // range contains what is expected.
  expect(months).toHaveTextContent('Next 12 months: $20,800.00, 80% range $18,720.00 to $20,800.00.')
  // June and July with what was paid in June.
  expect(within(months).getByRole('row', { name: /^All funds/ })).toHaveTextContent(
    /\$1,700\.00.*\$1,900\.00/
  )
  // $1,000 a month at $20 a share buy 50 shares, which pay $0.50 in 52 / 12 weeks of a month.
  expect(within(months).getByRole('row', { name: /^Added by plans/ })).toHaveTextContent(
    /^Added by plans(?:– ){5}\$108\.33 \$216\.67/
  )

  // The CSV states each fund's month by state: 100 shares of $0.50 a Friday, and of $0.25 a Tuesday.
  const files: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    files.push(file as Blob)
    return 'blob:months'
  })
  await userEvent.setup().click(within(months).getByRole('button', { name: '2026 as CSV' }))
  const [heading, ...lines] = ((await files[0]?.text()) ?? '').trimEnd().split('\r\n')
  expect(heading).toBe('symbol,month,paid,declared,estimated,projected,not_confirmed')
  expect(lines).toHaveLength(70)
  expect(lines).toContain('AAAY,2026-06,0,0,50,150,0')
  expect(lines).toContain('GGGY,2026-06,25,0,25,75,0')
  expect((await readMyFunds()).symbols).toEqual(new Set(symbols))
})
