import type { Page } from '@playwright/test'
import { allowNextSearch, expect, settle, test } from './test.ts'
import { expectSameTranslated } from './translated-visits.ts'

type Visit = {
  path: string
  /** Before the page is translated. */
  before?: (page: Page) => Promise<void>
  /** After it; ends when the last figures are shown. */
  after: (page: Page) => Promise<void>
}

const importFile = async (page: Page, rows: readonly string[]) => {
  const head = '"Date","Action","Symbol","Description","Quantity","Price","Fees & Comm","Amount"'
  await page.getByLabel('Import from your broker').setInputFiles({
    name: 'schwab.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from([head, ...rows].join('\r\n'))
  })
  await page.getByRole('button', { name: /^Add \d+ transactions?$/ }).click()
  await expect(page.getByRole('heading', { name: 'My paycheck' })).toBeFocused()
}

const visits: readonly Visit[] = [
  {
    path: '/income-calculator',
    before: (page) => page.getByLabel('Dollars a month').fill('500'),
    after: async (page) => {
      await page.getByLabel('Dollars a month').fill('750')
      await expect(page.getByRole('table', { name: /What pays \$750/ })).toBeVisible()
    }
  },
  {
    path: '/fleet#import',
    before: async (page) => {
      await expect(page.getByRole('region', { name: 'Import' })).toBeVisible()
      await importFile(page, ['"03/02/2026","Buy","MSTY","YIELDMAX","587","$9.75","","-$5723.25"'])
    },
    after: async (page) => {
      await importFile(page, ['"03/03/2026","Buy","MSTY","YIELDMAX","40","$9.75","","-$390.00"'])
      await page.getByRole('button', { name: /^Next week/ }).click()
      await expect(page.getByRole('button', { name: /^Next week/ })).toHaveAttribute('aria-pressed', 'true')
      await page.getByRole('button', { name: 'MSTY transactions' }).click()
      await expect(page.getByText(/^40 shares bought on March 3/).first()).toBeVisible()
    }
  },
  // The fund page and the home page are hydrated when they are first touched, here after the translation.
  {
    path: '/msty',
    after: async (page) => {
      await page.getByLabel('Your shares').click()
      await page.getByLabel('Your shares').pressSequentially('250')
      await expect(page.getByLabel('Your shares')).toHaveValue('250')
      await page.getByRole('button', { name: 'Shares for an income' }).click()
      await page.getByLabel('Dollars a month').fill('900')
      await page.getByRole('button', { name: 'What my shares pay' }).click()
    }
  },
  {
    path: '/',
    after: async (page) => {
      const field = page.getByRole('combobox', { name: 'ETF symbol' })
      for (const symbol of ['ulty', 'tsly']) {
        await allowNextSearch(page)
        await field.fill(symbol)
        await field.press('Enter')
        // The result takes the focus from the field, which the next symbol is typed into.
        await expect(page.getByRole('heading', { name: RegExp(`^${symbol}: `, 'i') })).toBeFocused()
      }
      await page.getByLabel('Your shares').fill('250')
    }
  },
  {
    path: '/compare',
    before: (page) => page.getByRole('button', { name: 'Remove ULTY' }).click(),
    after: async (page) => {
      await page.getByRole('combobox', { name: 'Add a fund' }).fill('nvidia')
      await page.getByRole('option', { name: /^NVDY/ }).click()
      await expect(page.getByText(/^NVDY is added/)).toBeVisible()
      await page.getByRole('button', { name: 'Remove CONY' }).click()
      await expect(page.getByRole('heading', { level: 2, name: /^MSTY and NVDY since/ })).toBeVisible()
    }
  },
  {
    path: '/roi-rankings',
    before: (page) => page.getByRole('radio', { name: 'Since its first price' }).check(),
    after: async (page) => {
      await page.getByLabel('Issuer').selectOption('Defiance')
      await page.getByRole('button', { name: 'Total Dividends ($)' }).click()
      await page.getByLabel('Issuer').selectOption('')
      await page.getByRole('button', { name: 'Ticker' }).click()
    }
  },
  {
    path: '/weekly-battle',
    before: (page) => page.getByRole('radio', { name: '26 weeks' }).check(),
    after: async (page) => {
      const funds = page.getByRole('combobox', { name: 'Funds', exact: true })
      await funds.selectOption('all')
      await page.getByRole('radio', { name: '12 weeks' }).check()
      await expect(page.getByText(/bought 12 weeks ago/).first()).toBeVisible()
      await funds.selectOption('weekly')
    }
  },
  {
    path: '/calendar',
    before: async (page) => {
      await page.getByRole('button', { name: 'Filter' }).click()
      await page.getByRole('radio', { name: /^Weekly/ }).check({ force: true })
    },
    after: (page) => page.getByRole('radio', { name: /^Monthly/ }).check({ force: true })
  },
  {
    path: '/funds',
    before: (page) => page.getByRole('main').getByRole('searchbox').fill('tesla'),
    after: (page) => page.getByRole('main').getByRole('searchbox').fill('gold')
  },
  {
    path: '/notifications',
    before: (page) => page.getByRole('textbox', { name: 'Funds' }).fill('MSTY'),
    after: async (page) => {
      await page.getByRole('textbox', { name: 'Funds' }).fill('MSTY, TSLY')
      await page.getByLabel('The day before own-by dates').uncheck()
    }
  },
  {
    path: '/learn',
    before: (page) => page.getByLabel('Wednesday, at the close').check(),
    after: async (page) => {
      await page.getByLabel('Thursday morning, at the open').check()
      await page.getByLabel('Wednesday, at the close').check()
    }
  },
  {
    path: '/accuracy',
    before: async (page) => {
      // A new database gets its backtested outlooks a minute after its first start; the page must not change in between.
      await expect(async () => {
        await page.goto('/accuracy')
        await expect(page.getByRole('heading', { name: 'How close were they?' })).toBeVisible({
          timeout: 500
        })
      }).toPass()
      await settle(page)
      await page.locator('.fold > summary').first().click()
    },
    after: (page) => page.locator('.fold > summary').nth(1).click()
  }
]

/** Visible text and entered values of the page. */
const read = (page: Page) =>
  page.getByRole('main').evaluate((main: HTMLElement) => ({
    // biome-ignore lint/performance/useDomNodeTextContent: hidden text doesn't count
    text: main.innerText.replace(/\s+/g, ' '),
    entered: [...main.querySelectorAll('input')].map(({ type, value, checked }) =>
      type === 'text' || type === 'search' ? value : checked
    )
  }))

for (const { path, before, after } of visits)
  test(`${path}, translated on the way, shows the same as untranslated`, ({ page }) =>
    expectSameTranslated(page, {
      open: async () => {
        await page.goto(path)
        await page.evaluate(() => localStorage.clear())
        await page.evaluate(() => sessionStorage.clear())
        await page.goto('about:blank')
        await page.goto(path)
      },
      ...(before && { before }),
      after,
      read
    }))
