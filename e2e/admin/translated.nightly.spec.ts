import type { Page } from '@playwright/test'
import { expect, test } from '../test.ts'
import { expectSameTranslated } from '../translated-visits.ts'
import { logIn } from './operator.ts'

type Visit = {
  path: string
  /** Shown once the page has its data. */
  ready: (page: Page) => Promise<void>
  /** Before the page is translated. */
  before: (page: Page) => Promise<unknown>
  /** After it; ends when the last figures are shown. */
  after: (page: Page) => Promise<unknown>
}

const hasRows = (page: Page) => expect(page.getByRole('main').getByRole('row').nth(2)).toBeVisible()

const visits: readonly Visit[] = [
  {
    path: '/admin',
    ready: (page) => expect(page.getByRole('term').filter({ hasText: 'Database' })).toBeVisible(),
    before: (page) => page.getByRole('button', { name: 'Refresh' }).first().click(),
    after: async (page) => {
      await page.getByRole('button', { name: 'Clear All Searches' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
    }
  },
  {
    path: '/admin/history',
    ready: hasRows,
    before: (page) => page.getByLabel('Filter by ticker').fill('MSTY'),
    after: async (page) => {
      await page.getByLabel('Filter by ticker').fill('QDTE')
      await expect(page.getByRole('main').getByRole('cell', { name: 'QDTE' }).first()).toBeVisible()
      await page
        .getByRole('button', { name: /^Edit\b/ })
        .first()
        .click()
      const amount = page.getByRole('dialog').or(page.getByRole('form')).getByLabel('Actual Dividend')
      await amount.fill('0.1234')
      await page.getByLabel('Current Price').fill('12.34')
      await expect(amount).toHaveValue('0.1234')
    }
  },
  {
    path: '/admin/review',
    ready: (page) => expect(page.getByLabel('Show ticker')).toBeVisible(),
    before: (page) => page.getByLabel('Show ticker').fill('MSTY'),
    after: async (page) => {
      await page.getByLabel('Show ticker').fill('QDTE')
      await page.getByLabel('Show status').selectOption('pending')
    }
  },
  {
    path: '/admin/funds',
    ready: hasRows,
    before: (page) => page.getByLabel('Fund symbol').fill('MSTY'),
    after: async (page) => {
      await page.getByLabel('Fund symbol').fill('QDTE')
      await page
        .getByRole('button', { name: /^Change\b/ })
        .first()
        .click()
      await page.getByLabel('New symbol').fill('QDTZ')
    }
  },
  {
    path: '/admin/collect',
    ready: (page) => expect(page.getByLabel('ETF ticker')).toBeVisible(),
    before: (page) => page.getByLabel('ETF ticker').fill('MST'),
    after: (page) => page.getByLabel('ETF ticker').fill('MSTY')
  },
  {
    path: '/admin-blog',
    ready: (page) => expect(page.getByRole('heading', { name: 'New Post' })).toBeVisible(),
    before: (page) => page.getByLabel('Title').fill('A first title'),
    after: async (page) => {
      await page.getByLabel('Title').fill('A second title')
      await page.getByPlaceholder('Write a brief summary of the post').fill('A summary of $0.1234')
    }
  }
]

/** Visible text and entered values of the page, without the times of its readings and gaps next to translations. */
const read = (page: Page) =>
  page.getByRole('main').evaluate((main: HTMLElement) => ({
    // biome-ignore lint/performance/useDomNodeTextContent: hidden text doesn't count
    text: main.innerText
      .replace(/\s+/g, ' ')
      .replace(/\d+:\d\d(?::\d\d)?(?: [AP]M)?/g, 'TIME')
      // The first publishing may end between two visits.
      .replace(/\d+ pages? waits? to be written\.|Every page is up to date\./, 'PAGES')
      .replaceAll(' ,', ','),
    entered: [...main.querySelectorAll('input, textarea, select')].map((field) => {
      const { type, value, checked } = field as HTMLInputElement
      return type === 'checkbox' || type === 'radio' ? checked : value
    })
  }))

for (const { path, ready, before, after } of visits)
  test(`${path}, translated on the way, shows the same as untranslated`, async ({ page }) => {
    await logIn(page)
    const open = async () => {
      await page.goto(path)
      // A draft would be offered at the next visit.
      await page.evaluate(() => localStorage.removeItem('blogDraft'))
      await page.goto(path)
      await ready(page)
    }
    await expectSameTranslated(page, { open, before, after, read })
    // A translation must never change figures.
    const figures = page
      .getByRole('main')
      .locator('td font, th font')
      .filter({ hasText: /^\$?\d[\d.,]*%?$/ })
    await expect(figures).toHaveCount(0)
  })
