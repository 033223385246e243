import type { Locator, Page } from '@playwright/test'
import { expect, phone, settle, test } from './test.ts'

type Tap = (page: Page) => Promise<unknown>
type Task = {
  name: string
  /** The second tap; left out if the task before has made it or if the first one is enough. */
  tap?: Tap
  isDone: (page: Page, stock: Stock) => Promise<unknown>
}
/** Tasks that begin with the same tap at home; typing a ticker counts as a tap. */
type Visit = {
  /** My Fleet as stored by an earlier visit. */
  fleet?: typeof ownFleet
  first: Tap
  tasks: Task[]
}
type Stock = { dividend: number; latest_dividend: number }

const fund = 'MSTY'
const broker = 'site/portfolio/import/samples/fidelity-2025.csv'
/** 200 shares of the fund, a tax rate, and euros. */
const ownFleet = {
  version: 2,
  methods: [],
  taxPercent: 24,
  goal: null,
  transactions: [
    {
      id: 'a',
      account: '',
      type: 'buy',
      symbol: fund,
      shares: 200,
      date: '2026-02-02',
      price: null,
      fee: 0
    }
  ],
  currency: { code: 'EUR', perDollar: 0.92, enteredOn: '2026-07-03' }
}
const dollars = (amount: number, digits: number) => `$${amount.toFixed(digits)}`

function tapLink(name: string | RegExp) {
  return (page: Page) => page.getByRole('main').getByRole('link', { name }).first().tap()
}

/** A part of the fund page by its name in the menu of the page. */
function tapPart(name: string) {
  return (page: Page) =>
    page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name, exact: true }).tap()
}

/** A part of My Fleet by its name in the menu of the page. */
function tapPartOfFleet(name: string) {
  return async (page: Page) => {
    await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name }).tap()
    // Parts that load on demand grow until the target is reached.
    await settle(page)
  }
}

async function expectOnScreen(element: Locator): Promise<void> {
  await expect(element).toBeInViewport()
}

/** Passed to page.evaluate(). */
function countOnScreen(elements: Element[]): number {
  return elements.filter((element) => {
    const { left, right, top, bottom, width } = element.getBoundingClientRect()
    return width > 0 && left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight
  }).length
}

const visits: Visit[] = [
  {
    first: (page) => page.getByRole('combobox', { name: 'ETF symbol' }).fill(fund),
    tasks: [
      {
        name: 'the next payment of a fund, and until when to own it',
        tap: (page) => page.getByRole('button', { name: 'Search', exact: true }).tap(),
        isDone: async (page, { dividend }) => {
          const card = page.getByRole('region', { name: 'Dividend Estimator' })
          await expectOnScreen(card.getByText(dollars(dividend, 4)).first())
          await expectOnScreen(card.getByText(/^Own(?:-by date| by)$/).first())
        }
      }
    ]
  },
  {
    first: tapLink(new RegExp(`^${fund}\\b`)),
    tasks: [
      {
        name: 'what my shares pay',
        tap: tapPart('Shares'),
        isDone: async (page, { dividend }) => {
          const calculator = page.getByRole('region', { name: 'Payout Calculator' })
          await expect(calculator.getByLabel('Your shares')).toHaveValue('')
          await expectOnScreen(calculator.getByText(`for example, 100 shares: ${dollars(100 * dividend, 2)}`))
        }
      },
      {
        name: 'what a fund paid before',
        tap: tapPart('Payments'),
        isDone: async (page, { latest_dividend }) => {
          const payments = page.getByRole('table', { name: `Payments of ${fund}, newest first` })
          await expectOnScreen(payments.getByText(dollars(latest_dividend, 4)).first())
        }
      },
      {
        name: 'whether the estimate is any good',
        isDone: (page) => expectOnScreen(page.getByText(/\d of the last 12 payments were in our 80% range/))
      },
      {
        name: 'how much of a payment is return of capital',
        isDone: (page) => expectOnScreen(page.getByText(/\d% of the payment is return of capital/))
      },
      {
        name: 'whether a fund is losing its worth',
        tap: tapPart('Returns'),
        isDone: (page) =>
          expectOnScreen(page.getByText(/In the last year, (?:MSTY (?:paid|lost)|the price kept its value)/))
      }
    ]
  },
  {
    first: (page) => page.getByRole('button', { name: 'Menu', exact: true }).tap(),
    tasks: [
      {
        name: 'how two funds compare',
        tap: (page) => page.getByRole('navigation').getByRole('link', { name: 'Compare' }).first().tap(),
        isDone: async (page) => {
          await expectOnScreen(page.getByRole('heading', { name: /^MSTY.* and .* since / }))
          await expect(page.getByRole('row', { name: /^Total return .*%.*%/ }).first()).toBeVisible()
        }
      }
    ]
  },
  {
    first: tapLink('Import from your broker'),
    tasks: [
      {
        name: "my broker's file",
        tap: async (page) => {
          const chooser = page.waitForEvent('filechooser')
          await page.getByRole('button', { name: 'Import from your broker' }).tap()
          await (await chooser).setFiles(broker)
        },
        isDone: (page) => expect(page.getByRole('button', { name: /^Add \d+ transactions?/ })).toBeVisible()
      }
    ]
  },
  {
    first: tapLink('Calendar'),
    tasks: [
      {
        name: 'which funds pay this week',
        isDone: async (page) => {
          await expectOnScreen(
            page
              .getByRole('heading', { name: /^\w{3} \d+–.+2026$/ })
              .filter({ visible: true })
              .first()
          )
          // The days before are to the left of the screen.
          const amounts = page.getByRole('main').getByText(/^\s*\$\d+\.\d{4}/)
          await expect.poll(() => amounts.evaluateAll(countOnScreen)).toBeGreaterThan(3)
        }
      }
    ]
  },
  {
    fleet: ownFleet,
    first: tapLink('My Fleet'),
    tasks: [
      {
        name: 'what lands this week and next',
        isDone: async (page) => {
          const glance = page.getByRole('region', { name: 'At a glance' })
          await expectOnScreen(glance.getByText('This week'))
          await expectOnScreen(glance.getByText(/^€\d/).first())
          await expectOnScreen(glance.getByText('Next week'))
          await expectOnScreen(glance.getByText(/^€\d/).nth(1))
        }
      },
      {
        name: 'what I am paid in EUR',
        isDone: async (page) => {
          await expectOnScreen(page.getByText('In EUR at 0.92, entered on July 3, 2026.'))
          await expectOnScreen(page.getByRole('region', { name: 'At a glance' }).getByText(/^€\d/).first())
        }
      },
      {
        name: 'at which rate I am paid in EUR',
        tap: (page) => page.getByRole('link', { name: 'Change the rate' }).tap(),
        isDone: async (page) => {
          await settle(page)
          await expectOnScreen(page.getByLabel('Currency', { exact: true }))
        }
      },
      {
        name: 'taxes so far',
        tap: tapPartOfFleet('Taxes'),
        isDone: async (page) => {
          const taxes = page.getByRole('region', { name: 'Income and gains in 2026' })
          await expectOnScreen(taxes.getByText('Payments received'))
          await expectOnScreen(taxes.getByText(/^Set aside at 24% of income/))
        }
      }
    ]
  },
  {
    first: tapLink(/^TSLY\b/),
    tasks: [
      {
        name: 'TSLY against TSLA',
        tap: tapPart('Returns'),
        isDone: (page) => expectOnScreen(page.getByText(/in TSLY at the close .* In TSLA itself: \$\d/))
      }
    ]
  }
]

test.describe('on a phone', () => {
  // A phone has the least room.
  test.use(phone)

  test('each of a holder’s tasks takes at most two taps from home', async ({ page }) => {
    const response = await page.request.post('/api/stock/search', { data: { symbol: fund } })
    const stock: Stock = await response.json()
    for (const { fleet, first, tasks } of visits) {
      await page.goto('/')
      if (fleet) await page.evaluate((text) => localStorage.setItem('fleet', text), JSON.stringify(fleet))
      await settle(page)
      await first(page)
      for (const { name, tap, isDone } of tasks)
        await test.step(name, async () => {
          await tap?.(page)
          await isDone(page, stock)
        })
      await page.evaluate(() => {
        localStorage.clear()
        sessionStorage.clear()
      })
    }
  })
})
