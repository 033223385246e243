import type { Page } from '@playwright/test'
import { readLayoutShift, watchLayoutShift } from './layout-shift.ts'
import {
  expect,
  expectAccessible,
  expectAccessibleEverywhere,
  expectNoSidewaysScroll,
  phone,
  test,
  visit
} from './test.ts'

const battlePath = '/weekly-battle'
const roiPath = '/roi-rankings'
const fiveMinutes = '05:01'

/** Tickers in page order. */
function tickers(page: Page) {
  return page.getByRole('table').first().locator('tbody').getByRole('rowheader').getByRole('link')
}

/** Shows all rows; a phone shows only the first ones otherwise, even without scripts. */
async function showAll(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: /^Show all \d+ funds/ }).check()
}

/** Finds the row of a fund. */
function rowOf(page: Page, symbol: string) {
  const link = page.getByRole('link', { name: symbol, exact: true })
  return page.getByRole('table').first().getByRole('row').filter({ has: link })
}

async function openBattle(page: Page): Promise<void> {
  await page.goto(battlePath)
  await expect(page.getByRole('combobox', { name: 'Funds', exact: true })).toBeVisible()
}

for (const path of [battlePath, roiPath]) {
  test(`${path}: nothing shifts or is cut off, the table header stays visible, no axe violation`, async ({
    page
  }) => {
    await watchLayoutShift(page)
    await visit(page, path)
    await expectNoSidewaysScroll(page)
    expect(await readLayoutShift(page)).toBeLessThan(0.01)
    const names = page.locator('tbody th > small').filter({ visible: true })
    const expectNoneCut = async () => {
      const cut = await names.evaluateAll((all) =>
        all.filter((name) => name.scrollWidth > name.clientWidth + 1)
      )
      expect(cut).toHaveLength(0)
    }
    await expectNoneCut()
    await page.getByRole('table').first().getByRole('row').last().scrollIntoViewIfNeeded()
    await expect(page.getByRole('columnheader', { name: 'Ticker' }).first()).toBeInViewport()
    await expectAccessibleEverywhere(page)
    await page.setViewportSize(phone.viewport)
    await expectNoneCut()
    await page.setViewportSize({ width: 320, height: 640 })
    await expectNoSidewaysScroll(page)
  })
}

/** Expects the canonical link and structured data that crawlers read. */
async function expectDataset(page: Page, path: string): Promise<void> {
  expect(await page.locator('link[rel="canonical"]').getAttribute('href')).toMatch(new RegExp(`${path}$`))
  const texts = await page.locator('script[type="application/ld+json"]').allTextContents()
  const [trail, dataset] = texts.map((text) => JSON.parse(text))
  expect(trail['@type']).toBe('BreadcrumbList')
  expect(dataset).toMatchObject({
    '@type': 'Dataset',
    dateModified: '2026-07-08',
    isAccessibleForFree: true
  })
  expect(dataset.variableMeasured).toHaveLength(4)
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the ROI ranking can be read completely', async ({ page }) => {
    await page.goto(roiPath)
    await expect(
      page.getByRole('heading', { level: 1, name: 'House Money: Total ROI Rankings' })
    ).toBeVisible()
    await expect(tickers(page)).toHaveCount(66)
    await expect(rowOf(page, 'NVDY')).toContainText('21.22%') // ($12.44 + $8.18) / $17.01 - 1
    await expect(rowOf(page, 'JPMO')).toContainText('April 4, 2025')
    await expect(page.getByRole('main')).toContainText('÷ starting point price')
    await expectDataset(page, roiPath)
    await page.setViewportSize(phone.viewport)
    await expect(tickers(page)).toHaveCount(8)
    await showAll(page)
    await expect(tickers(page)).toHaveCount(66)
    await expectNoSidewaysScroll(page)
  })

  test('the weekly battle can be read completely, and nothing spins', async ({ page }) => {
    await page.goto(battlePath)
    await expect(tickers(page)).toHaveCount(59)
    await expect(rowOf(page, 'AMDY')).toContainText('104%') // $0.7966 x 52 / $39.89
    await expect(page.getByRole('main')).toContainText('bought 52 weeks ago, at the close on July 9, 2025')
    await expect(page.getByRole('main')).toContainText('QQQT, first price October 1, 2025')
    await expect(page.getByRole('link', { name: /^Compare AMDY, .* side by side$/ })).toHaveAttribute(
      'href',
      /^\/compare\?f=AMDY,[A-Z]+,[A-Z]+&from=2025-07-09$/
    )
    await expect(page.getByText('Searching for dividend treasure...')).toHaveCount(0)
    await expect(rowOf(page, 'TSLY')).toContainText('up 6 places')
    await expect(rowOf(page, 'AMDY')).toContainText('same place')
    await expectDataset(page, battlePath)
  })
})

test.describe('the ROI ranking', () => {
  test('has six columns, is sorted with the keyboard, where funds keep their ranks, and filtered by issuer', async ({
    page
  }) => {
    await visit(page, roiPath)
    for (const name of [
      'Rank',
      'Ticker',
      'Total ROI',
      'Declaration Date Price ($)',
      'Starting Point Price ($)',
      'Total Dividends ($)'
    ]) {
      await expect(page.getByRole('columnheader', { name, exact: true })).toBeAttached()
    }
    const rows = page.getByRole('table').locator('tbody').getByRole('row')
    // Ten months don't compete with twelve: QQQT and the funds that stopped paying come last, without a rank.
    await expect(rows.nth(65)).toContainText(/^not ranked/)
    await expect(rows.first()).toContainText('July 8, 2025')
    await page.getByRole('radio', { name: 'Since its first price' }).check()
    await expect(rows.first()).toContainText(/^1NVDY/)
    await expect(rows.nth(65)).toContainText(/^66CRSH/)

    await page.getByRole('button', { name: 'Ticker' }).focus()
    await page.keyboard.press('Enter')
    await expect(tickers(page).first()).toHaveText('AAPW')
    await expect(page.getByRole('columnheader', { name: 'Ticker' })).toHaveAttribute('aria-sort', 'ascending')
    await expect(rowOf(page, 'NVDY')).toContainText(/^1NVDY/)
    await page.keyboard.press('Space')
    await expect(tickers(page).first()).toHaveText('YSPY')
    await page.getByRole('button', { name: 'Total Dividends ($)' }).click()
    await expect(tickers(page).first()).toHaveText('CONY')

    const issuer = page.getByLabel('Issuer')
    await issuer.selectOption('YieldMax (44)')
    await expect(tickers(page)).toHaveCount(44)
    await expect(page).toHaveURL(/\/roi-rankings\?issuer=yieldmax$/)
    await issuer.selectOption('Defiance (6)')
    await expect(tickers(page)).toHaveCount(6)
    await expectNoSidewaysScroll(page)
  })

  test('fetches new figures once they are five minutes old', async ({ page }) => {
    await page.clock.install()
    await page.route('**/api/roi-rankings*', async (route) => {
      const response = await route.fetch()
      const [first, ...rest] = await response.json()
      await route.fulfill({ response, json: [{ ...first, total_roi: 167.89 }, ...rest] })
    })
    await visit(page, roiPath)
    const best = page.getByRole('table').locator('tbody').getByRole('row').first()
    await expect(best).not.toContainText('167.89%')
    await page.clock.runFor(fiveMinutes)
    await expect(best).toContainText('167.89%')
  })

  test.describe('when the server fails', () => {
    test.use({ expectedErrors: /500|Failed to fetch ROI rankings/ })

    test('after three failed attempts the figures stay, and Try Again fetches', async ({ page }) => {
      let calls = 0
      let isDown = true
      await page.clock.install()
      await page.route('**/api/roi-rankings*', async (route) => {
        calls += 1
        if (isDown)
          await route.fulfill({ status: 500, json: { message: 'Something went wrong on our side.' } })
        else await route.continue()
      })
      await visit(page, roiPath)
      await page.clock.runFor(fiveMinutes)
      await expect(async () => {
        await page.clock.runFor(2000)
        await expect(page.getByRole('main').getByRole('alert')).toContainText('Failed to load ROI rankings', {
          timeout: 200
        })
      }).toPass()
      expect(calls).toBe(3)
      await expect(tickers(page)).toHaveCount(66)
      await expect(page.getByRole('main')).toContainText('Data through July 8, 2026')

      isDown = false
      await page.getByRole('button', { name: 'Try Again' }).click()
      await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
      await expect.poll(() => calls).toBe(4)
    })
  })
})

test('with forced colors the selected chip, the current page and the legend stay visible', async ({
  page
}) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto(roiPath)
  const colorsOf = (selector: string, property: string, part?: string) =>
    page
      .locator(selector)
      .evaluateAll(
        (all, [name = '', pseudo]) =>
          all.map((element) => getComputedStyle(element, pseudo).getPropertyValue(name)),
        [property, part]
      )
  const [chosen, ...others] = await colorsOf('.choice__input[name="Period"] + .chip', 'background-color')
  expect(others).not.toContain(chosen)
  const current = await colorsOf('.site-header__link[aria-current]', 'border-block-end-color')
  const further = await colorsOf('.site-header__link:not([aria-current])', 'border-block-end-color')
  expect(further).not.toContain(current[0])
  const [canvas] = await colorsOf('body', 'background-color')
  const marks = await colorsOf('.roi-rankings .legend > :not(:last-child)', 'background-color', '::before')
  expect(new Set([canvas, ...marks]).size).toBe(3)

  await page.goto('/msty')
  const chip = (name: string) =>
    page
      .getByRole('button', { name: `${name} shares`, exact: true })
      .evaluate((button) => getComputedStyle(button).backgroundColor)
  await page.getByRole('button', { name: '100 shares', exact: true }).click()
  await expect(page.getByLabel('Your shares')).toHaveValue('100')
  expect(await chip('100')).not.toBe(await chip('50'))
})

test.describe('the weekly battle', () => {
  test('ranks weekly payers, all funds or those of an issuer, and is a tab beside the other rankings', async ({
    page
  }) => {
    await openBattle(page)
    const related = page.getByRole('navigation', { name: 'Related pages' }).getByRole('link')
    await expect(related).toHaveText(['Yield on cost', 'Total ROI', 'Side by side'])
    await expect(related.first()).toHaveAttribute('aria-current', 'page')
    const funds = page.getByRole('combobox', { name: 'Funds', exact: true })
    await expect(funds.getByRole('option')).toHaveText([
      'Weekly payers',
      'All funds',
      'YieldMax',
      'Roundhill',
      'Defiance',
      'GraniteShares'
    ])
    await funds.selectOption('All funds')
    await expect(tickers(page)).toHaveCount(60)
    await funds.selectOption('GraniteShares')
    await expect(tickers(page)).toHaveCount(5)
    // Fewer than ten funds are not ranked.
    await expect(rowOf(page, 'TQQY')).toContainText(/^not ranked/)
    await expectAccessible(page, '.weekly-battle')
  })

  test('covers other periods and shows when the shares were bought', async ({ page }) => {
    await openBattle(page)
    await page.getByRole('radio', { name: '4 weeks', exact: true }).check()
    await expect(page.getByRole('main')).toContainText('bought 4 weeks ago, at the close on June 10, 2026')
    await expect(rowOf(page, 'SNOY')).toContainText('70.2%') // $0.1417 x 52 / $10.49
    await expect(page).toHaveURL(/\/weekly-battle\?weeks=4$/)
    const announcement = page.getByRole('main').getByRole('status').last()
    await expect(announcement).toContainText(/^Now \d+ weekly payers, bought 4 weeks ago.*is first with/)
    await page.reload()
    await expect(page.getByRole('radio', { name: '4 weeks', exact: true })).toBeChecked()
    await expect(page.getByRole('main')).toContainText('bought 4 weeks ago, at the close on June 10, 2026')
    await page.getByRole('combobox', { name: 'Funds', exact: true }).selectOption('Roundhill')
    await expect(announcement).toContainText(/^Now \d+ Roundhill funds/)
    await expect(page.getByRole('link', { name: /side by side$/ })).toHaveAttribute(
      'href',
      /^\/compare\?f=[A-Z,]+&from=2026-06-10$/
    )
    await page.goBack()
    await expect(page.getByRole('combobox', { name: 'Funds', exact: true })).toHaveValue('weekly')
    await page.getByRole('radio', { name: 'at the first price' }).check()
    await expect(page.getByRole('main')).toContainText('each bought at its first known close')
    await expect(page.getByRole('main')).toContainText('so this doesn’t compare the funds over one period')
    await expect(rowOf(page, 'AMDY')).toContainText('September 19, 2023')
  })

  test.describe('when the server fails', () => {
    test.use({ expectedErrors: /500|Weekly Battle over/ })

    test('the ranking stays, and Try Again fetches', async ({ page }) => {
      let isDown = true
      await page.route('**/api/weekly-battle?*', (route) =>
        isDown ? route.fulfill({ status: 500, json: { message: 'No.' } }) : route.continue()
      )
      await openBattle(page)
      await page.getByRole('radio', { name: '12 weeks' }).check()
      await expect(page.getByRole('main').getByRole('alert')).toContainText('Failed to load this ranking.')
      await expect(tickers(page)).toHaveCount(59)
      await expectAccessible(page, 'main [role="alert"]')
      isDown = false
      await page.getByRole('button', { name: 'Try Again' }).click()
      await expect(page.getByRole('main')).toContainText('bought 12 weeks ago')
      await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
    })
  })

  test.describe('when its script does not load', () => {
    test.use({ expectedErrors: /Weekly Battle failed to load|ERR_FAILED/ })

    test('the spinner keeps turning above a readable ranking', async ({ page }) => {
      await page.route(/LiveBattle.*\.js$/, (route) => route.abort())
      const failed = page.waitForEvent('requestfailed', (request) => /LiveBattle/.test(request.url()))
      await page.goto(battlePath)
      await failed
      await expect(page.getByText('Searching for dividend treasure...')).toBeVisible()
      await expect(tickers(page)).toHaveCount(59)
      await expectAccessible(page, 'main [role="status"]')
    })
  })
})
