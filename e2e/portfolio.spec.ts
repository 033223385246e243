import type { Locator, Page } from '@playwright/test'
import {
  expect,
  expectAccessible,
  expectAccessibleInBothThemes,
  expectNoSidewaysScroll,
  test,
  visit
} from './test.ts'

const path = '/fleet'
const lots = (page: Page): Locator => page.getByRole('region', { name: 'My lots' })
const summary = (page: Page): Locator => page.getByRole('region', { name: 'What the fleet brings' })

/** Stores lots like an earlier visit. */
function storeLots(page: Page, entries: { symbol: string; shares: number; boughtOn: string }[]) {
  const stored = {
    version: 1,
    lots: entries.map((lot, place) => ({ ...lot, id: `kept-${place}`, price: null })),
    taxPercent: null,
    goal: null
  }
  return page.addInitScript((fleet) => {
    if (localStorage.getItem('fleet') === null) localStorage.setItem('fleet', fleet)
  }, JSON.stringify(stored))
}

test('a lot is added with the keyboard, edited in place, saved and deleted', async ({ page }) => {
  await visit(page, '/msty')
  await page.getByRole('link', { name: 'Put into my fleet' }).click()
  const form = page.getByRole('form', { name: 'New lot' })
  await expect(form.getByRole('combobox', { name: 'Fund' })).toHaveValue('MSTY')
  await expect(form.getByLabel('Shares')).toHaveValue('100')

  const fund = form.getByRole('combobox', { name: 'Fund' })
  await fund.fill('universe')
  await expect(form.getByRole('option', { name: /YMAX/ })).toBeVisible()
  await fund.press('ArrowDown')
  await fund.press('Enter')
  await expect(fund).toHaveValue('YMAX')
  await form.getByLabel('Shares').fill('12.5')
  await form.getByLabel('Shares').press('Enter')
  await expect(form.getByText('The day is missing.')).toBeVisible()
  await form.getByLabel('Day bought').fill('2026-03-02')
  await expect(form.getByText(/the close of that day, \$\d/)).toBeVisible()
  await form.getByLabel('Shares').press('Enter')
  await expect(lots(page)).toContainText('12.5 shares bought on 2 March 2026 at the day’s close of $')

  await lots(page).getByRole('button', { name: 'Edit 12.5 shares' }).click()
  const edit = lots(page).getByRole('form', { name: 'Lot of YMAX' })
  await edit.getByLabel('Price paid').fill('9.75')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(lots(page)).toContainText('12.5 shares bought on 2 March 2026 at $9.75')
  await page.reload()
  await expect(lots(page)).toContainText('12.5 shares bought on 2 March 2026 at $9.75')

  await lots(page).getByRole('button', { name: 'Delete 12.5 shares' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('heading', { name: 'No ship in the harbour yet' })).toBeVisible()
})

test('importing a file names each wrong line, adds the right ones, and loses nothing', async ({ page }) => {
  await storeLots(page, [{ symbol: 'MSTY', shares: 10, boughtOn: '2025-06-02' }])
  await visit(page, path)
  // Ten shares before a 1-for-5 reverse split.
  await expect(lots(page)).toContainText('10 shares bought on 2 June 2025')
  await expect(lots(page)).toContainText('2 since the split')
  await page.getByLabel('Lots from CSV').setInputFiles({
    name: 'lots.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      'symbol,shares,date,price\nYMAX,3,2026-03-02,12\nNONE,3,2026-03-02,12\nULTY,x,2026-03-02,\n'
    )
  })
  const preview = page.getByRole('region', { name: '1 lot to put in, 2 lines wrong' })
  await expect(preview).toContainText('Line 3 (NONE, 3, 2026-03-02, 12): No fund here has the symbol “NONE”.')
  await expect(preview).toContainText('Line 4 (ULTY, x, 2026-03-02, ): The shares must be a number above 0')
  await expect(lots(page)).not.toContainText('YMAX')
  await preview.getByRole('button', { name: 'Put 1 lot in' }).click()
  await expect(lots(page)).toContainText('3 shares bought on 2 March 2026 at $12.00')
  await expect(lots(page)).toContainText('10 shares bought on 2 June 2025')
})

test('two tabs stay in sync, and an example changes neither', async ({ page, context }) => {
  await storeLots(page, [{ symbol: 'MSTY', shares: 10, boughtOn: '2026-03-02' }])
  await visit(page, path)
  const other = await context.newPage()
  await visit(other, path)
  await other.getByRole('button', { name: 'Play with an example' }).click()
  await expect(lots(other)).toContainText('NVDY')
  await other.getByRole('button', { name: 'Leave the example' }).click()
  await lots(other).getByRole('button', { name: 'Edit 10 shares' }).click()
  await other.getByRole('form', { name: 'Lot of MSTY' }).getByLabel('Shares').fill('20')
  await other.getByRole('button', { name: 'Save' }).click()
  await expect(lots(page)).toContainText('20 shares bought on 2 March 2026')
  await expect(lots(page)).not.toContainText('NVDY')
})

test('a browser without storage shows a message, and the page keeps working', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('closed', 'SecurityError')
      }
    })
  })
  await visit(page, `${path}?add=MSTY&shares=50`)
  await expect(page.getByRole('main').getByRole('alert')).toContainText(
    'This browser keeps nothing for this site.'
  )
  await page.getByLabel('Day bought').fill('2026-03-02')
  await page.getByRole('button', { name: 'Put into my fleet' }).click()
  await expect(summary(page)).toContainText('80% range')
})

test('the portfolio is accessible in both themes and fits a phone', async ({ page }) => {
  await visit(page, path)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Play with an example' }).click()
  await expect(summary(page)).toContainText('80% range')
  await page.getByRole('button', { name: 'Edit 250 shares' }).click()
  await expectAccessibleInBothThemes(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
  await page.getByRole('combobox', { name: 'Fund' }).fill('universe')
  await expect(page.getByRole('option').first()).toBeVisible()
  const list = await page.getByRole('listbox', { name: 'Funds' }).filter({ visible: true }).boundingBox()
  expect((list?.x ?? 0) + (list?.width ?? 0)).toBeLessThanOrEqual(390)
})
