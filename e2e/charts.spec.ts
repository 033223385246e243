import type { Locator } from '@playwright/test'
import { readLayoutShift, unseenShift, watchLayoutShift } from './layout-shift.ts'
import { expect, expectNoSidewaysScroll, phone, test, visit } from './test.ts'

/** Taps in the middle of a chart: figures appear, and nothing moves. */
async function tapChart(chart: Locator, figures: RegExp): Promise<void> {
  await chart.scrollIntoViewIfNeeded()
  await chart.tap({ position: { x: 160, y: 100 } })
  await expect(chart).toContainText(figures)
  await expect(chart.locator('canvas')).toBeVisible()
}

test.describe('on a phone', () => {
  test.use(phone)

  test('a first tap on the returns shows all lines, and shorter spans and a log scale redraw them', async ({
    page
  }) => {
    await watchLayoutShift(page)
    await visit(page, '/msty')
    const chart = page.getByRole('application', { name: /^What \$10,000 in MSTY became/ })
    await tapChart(chart, /20\d\d.*Reinvested\$.*Cash kept\$.*Price return\$/)
    expect(await readLayoutShift(page)).toBeLessThan(unseenShift)
    const section = page.getByRole('region', { name: 'Returns' })
    await section.getByRole('button', { name: '3M' }).click()
    await expect(section).toContainText(/became \$[\d,]+ by .* with distributions reinvested/)
    await section.getByRole('button', { name: 'Log scale' }).click()
    await expect(section.getByRole('button', { name: 'Log scale' })).toHaveAttribute('aria-pressed', 'true')
    await expectNoSidewaysScroll(page)
  })

  test('two fingers zoom into a comparison, and one finger moves what is shown', async ({ page }) => {
    await visit(page, '/compare')
    const chart = page.getByRole('application', { name: /^\$10,000 from/ })
    await tapChart(chart, /MSTY\$.*CONY\$/)
    const box = await chart.boundingBox()
    if (box === null) throw new Error('the chart has no place')
    const session = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', fingers: readonly number[]) =>
      session.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: fingers.map((x, id) => ({ id, x: box.x + x, y: box.y + 100 }))
      })
    /** The day at the left edge of what is shown. */
    const readFirstDay = async () => {
      await chart.tap({ position: { x: 60, y: 100 } })
      return Date.parse((await chart.locator('.chart__box strong').textContent()) ?? '')
    }
    const whole = await readFirstDay()
    await touch('touchStart', [150, 210])
    for (const apart of [15, 30, 45, 60, 75]) await touch('touchMove', [150 - apart, 210 + apart])
    await touch('touchEnd', [])
    await expect.poll(readFirstDay).toBeGreaterThan(whole)
    const zoomed = await readFirstDay()
    await touch('touchStart', [120])
    for (const x of [160, 200, 240, 280]) await touch('touchMove', [x])
    await touch('touchEnd', [])
    await expect.poll(readFirstDay).toBeLessThan(zoomed)
  })

  test('a first tap on a comparison shows its funds', async ({ page }) => {
    await visit(page, '/compare')
    const chart = page.getByRole('application', { name: /^\$10,000 from/ })
    await tapChart(chart, /MSTY\$.*CONY\$.*ULTY\$/)
  })

  test('My Fleet has income by month and value over time', async ({ page }) => {
    await visit(page, '/fleet')
    await page.getByRole('button', { name: 'Try an example' }).click()
    await tapChart(page.getByRole('application', { name: /^Income by month/ }), /All funds\$/)
    await page.getByRole('button', { name: 'Show Value and cash received' }).click()
    await tapChart(page.getByRole('application', { name: /^Value \$/ }), /Value\$.*Cash received\$/)
  })

  test('calibration names its axes and the number of payments', async ({ page }) => {
    await visit(page, '/accuracy')
    await page
      .getByRole('heading', { name: /^Skill and proper scores of/ })
      .first()
      .click()
    const chart = page.getByRole('application', { name: /below each quantile/ }).first()
    await expect(chart).toContainText('Promised')
    await tapChart(chart, /Happened.*Based on[\d,]+ payments/)
  })
})

test('a chart is used with the keyboard, and without motion', async ({ page }) => {
  await visit(page, '/compare')
  const chart = page.getByRole('application', { name: /^\$10,000 from/ })
  const said = page.locator('.chart__said')
  await chart.focus()
  await page.keyboard.press('End')
  await expect(said).toContainText(/2026, MSTY \$/)
  const last = await said.textContent()
  await page.keyboard.press('ArrowLeft')
  await expect(said).not.toHaveText(last ?? '')
  await page.keyboard.press('Escape')
  await expect(said).toBeEmpty()
})
