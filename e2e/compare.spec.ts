import { readFile } from 'node:fs/promises'
import type { Download, Page } from '@playwright/test'
import sharp from 'sharp'
import { readLayoutShift, unseenShift, watchLayoutShift } from './layout-shift.ts'
import {
  expect,
  expectAccessible,
  expectAccessibleEverywhere,
  expectNoSidewaysScroll,
  phone,
  test,
  visit
} from './test.ts'

const cell = (page: Page, measure: string) =>
  page.getByRole('row', { name: new RegExp(`^${measure.replaceAll('$', '\\$')}`) }).getByRole('cell')
const title = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 2, name })

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('well-known funds are compared, as a chart and as a table', async ({ page }) => {
    await page.goto('/compare')
    await expect(title(page, 'MSTY, CONY and ULTY since February 29, 2024')).toBeVisible()
    await expect(
      page.getByText('From February 29, 2024, when ULTY, the youngest, started, to July 8, 2026.')
    ).toBeVisible()
    await expect(
      page.getByRole('img', { name: /^\$10,000 from February 29, 2024 to July 8, 2026/ })
    ).toBeVisible()
    // $12.89 / $125.81 - 1
    await expect(cell(page, 'Price return').first()).toContainText('−89.75%')
    await expect(page.getByRole('button', { name: 'Add', exact: true })).toBeHidden()
    await expectNoSidewaysScroll(page)
  })

  test('an address shows its funds, or the default funds if it has no valid symbol', async ({ page }) => {
    await page.goto('/compare?f=xdte,nope,NVDY')
    await expect(page.getByRole('heading', { level: 2, name: /^XDTE and NVDY since/ })).toBeVisible()
    await expect(page.getByRole('img', { name: /^\$10,000 from .*XDTE \$.*NVDY \$/ })).toBeVisible()
    await page.goto('/compare?f=XDTE,NVDY&from=2026-01-05')
    await expect(page.getByRole('heading', { level: 2, name: /^XDTE and NVDY since .*2026/ })).toBeVisible()
    // A stock stands for the funds on it.
    await page.goto('/compare?f=TSLA')
    await expect(
      page.getByRole('heading', { level: 2, name: /^CRSH, TSLW, TSLY and TSYY since/ })
    ).toBeVisible()
    await page.goto('/compare?f=nope')
    await expect(page.getByRole('heading', { level: 2, name: /^MSTY, CONY and ULTY since/ })).toBeVisible()
  })
})

test('the page loads without a shift, and a fund is added by name, removed, and restored', async ({
  page
}) => {
  await watchLayoutShift(page)
  await visit(page, '/compare')
  await expectNoSidewaysScroll(page)
  expect(await readLayoutShift(page)).toBeLessThan(unseenShift)
  await expectAccessibleEverywhere(page)

  await page.getByRole('combobox', { name: 'Add a fund' }).fill('nvidia')
  await page.getByRole('option', { name: /^NVDY/ }).click()
  await expect(title(page, 'MSTY, CONY, ULTY and NVDY since February 29, 2024')).toBeVisible()
  await expect(
    page.getByText(/^NVDY is added\. Now since February 29, 2024\. NVDY made the most, \$/)
  ).toBeVisible()
  await expect(page).toHaveURL(/\/compare\?f=MSTY,CONY,ULTY,NVDY$/)
  await page.getByRole('button', { name: 'Remove ULTY' }).click()
  // Without ULTY, MSTY has the latest first price.
  await expect(title(page, 'MSTY, CONY and NVDY since February 22, 2024')).toBeVisible()
  await page.goBack()
  await expect(title(page, 'MSTY, CONY, ULTY and NVDY since February 29, 2024')).toBeVisible()

  // As much of the page as a slow connection may have delivered at the first paint.
  await page.route('/compare', async (route) => {
    const response = await route.fetch()
    const [before = ''] = (await response.text()).split('class="comparison__answer')
    // React comes after the rest of a real page, so it must not hydrate this part: no directive has this name.
    const body = `${before.replaceAll('client="idle"', 'client="never"')}>`
    await route.fulfill({ response, body })
  })
  await page.goto('/compare')
  await expect(page.locator('.compare')).toBeAttached()
  await expect(page.getByRole('combobox', { name: 'Add a fund' })).toBeHidden()
})

test('a stock in the address is replaced by the funds on it', async ({ page }) => {
  await visit(page, '/compare?f=TSLA')
  await expect(page.getByText('TSLA isn’t one of our funds. Here are the funds on it.')).toBeVisible()
  await expect(title(page, /^CRSH, TSLW, TSLY and TSYY since/)).toBeVisible()
  await expect(page).toHaveURL(/\?f=CRSH,TSLW,TSLY,TSYY$/)
})

test('five funds of an address fit, also in the dark theme, and errors in the address are named', async ({
  page
}) => {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await visit(page, '/compare?f=MSTY,CONY,ULTY,NVDY,AMZY,YMAX,%24%249&from=2025-06-02')
  await expect(title(page, 'MSTY, CONY, ULTY, NVDY and AMZY since June 2, 2025')).toBeVisible()
  await expect(page.getByText('“$$9” in the address isn’t a ticker.')).toBeVisible()
  await expect(page.getByText('You can compare at most 5 funds, so YMAX had to stay ashore.')).toBeVisible()
  await expect(page).toHaveURL(/\?f=MSTY,CONY,ULTY,NVDY,AMZY&from=2025-06-02$/)
  await expectNoSidewaysScroll(page)
  await expectAccessible(page, '.compare')
  await page.setViewportSize(phone.viewport)
  await expectNoSidewaysScroll(page)
  await expectAccessible(page, '.compare')
})

test('the comparison is downloaded as an image and as a table', async ({ page }) => {
  await visit(page, '/compare?f=MSTY,CONY&from=2025-06-02')
  await expect(title(page, 'MSTY and CONY since June 2, 2025')).toBeVisible()
  const save = async (name: string): Promise<Download> => {
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name }).click()
    return download
  }
  const picture = await save('Save picture')
  expect(picture.suggestedFilename()).toBe('msty-cony-since-2025-06-02.png')
  const { width, height, format } = await sharp(await picture.path()).metadata()
  expect({ width, height, format }).toEqual({ width: 1200, height: 630, format: 'png' })
  // An image of one color has no entropy.
  expect((await sharp(await picture.path()).stats()).entropy).toBeGreaterThan(0.3)

  const top = { left: 0, top: 0, width: 1200, height: 68 }
  const heading = await sharp(await picture.path())
    .extract(top)
    .png()
    .toBuffer()
  const { info } = await sharp(heading).trim().toBuffer({ resolveWithObject: true })
  const lettered = await page.evaluate(() => {
    const context = document.createElement('canvas').getContext('2d')
    if (context === null) return 0
    context.font = '700 34px "Source Sans 3 Variable"'
    return context.measureText('MSTY and CONY since June 2, 2025').width
  })
  // The text face of the page; the fallback is wider.
  expect(Math.abs(info.width - lettered)).toBeLessThan(6)

  const table = await save('Table as CSV')
  const csv = await readFile(await table.path(), 'utf8')
  expect(csv).toMatch(
    /^measure,unit,MSTY,CONY\r\nfrom,day,2025-06-02,2025-06-02\r\nto,day,2026-07-08,2026-07-08\r\n/
  )
  // Calculated from data/ by another program: 3,090.61 and 5,846.03. MSTY had a 1-for-5 reverse split.
  expect(csv).toMatch(/\r\n10000 became,dollars,3090\.6\d+,5846\.0\d+\r\n/)
  await expect(cell(page, '$10,000 became')).toHaveText(['$3,091', /^\$5,846 \(best\)/])
})
