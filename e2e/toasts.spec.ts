import type { Page } from '@playwright/test'
import { expect, expectAccessibleEverywhere, stopClock, test, visit } from './test.ts'

// A clock that jumps lets the requests for popular searches time out.
test.use({ expectedErrors: /Top tickers/ })

/** Shows a toast by an empty search. */
async function provokeToast(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(toastOf(page)).toBeVisible()
}

function toastOf(page: Page) {
  return page.getByText('Invalid Format')
}

function closeOf(page: Page) {
  return page.getByRole('button', { name: 'Close this notice' })
}

async function openOnStoppedClock(page: Page, path: string): Promise<void> {
  await page.clock.install()
  await page.goto(path)
  await stopClock(page)
}

test('an error interrupts a screen reader and disappears after five seconds, unless it is hovered, focused, closed or swiped', async ({
  page
}) => {
  await openOnStoppedClock(page, '/')
  await test.step('another one restarts the timer', async () => {
    await provokeToast(page)
    await expect(page.getByRole('alert').filter({ hasText: 'Invalid Format' })).toBeVisible()
    await page.clock.runFor(4000)
    await provokeToast(page)
    await expect(toastOf(page)).toHaveCount(1)
    await page.clock.runFor(4999)
    await expect(toastOf(page)).toBeVisible()
    await page.clock.runFor(1)
    await expect(toastOf(page)).toBeHidden()
  })

  await test.step('the timer pauses, and closing returns the focus', async () => {
    await provokeToast(page)
    await toastOf(page).hover()
    await page.clock.runFor(60_000)
    await expect(toastOf(page)).toBeVisible()
    await page.mouse.move(300, 300)
    await page.clock.runFor(5000)
    await expect(toastOf(page)).toBeHidden()

    await provokeToast(page)
    const field = page.getByLabel('ETF symbol')
    await field.focus()
    await closeOf(page).focus()
    await page.clock.runFor(60_000)
    await closeOf(page).press('Enter')
    await expect(toastOf(page)).toBeHidden()
    await expect(field).toBeFocused()
  })

  await test.step('Escape closes, and so does a swipe to the right by more than 50 px', async () => {
    await provokeToast(page)
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('Escape')
    await expect(toastOf(page)).toBeHidden()

    await provokeToast(page)
    for (const px of [50, -200, 51]) {
      const box = await toastOf(page).boundingBox()
      if (box === null) throw new Error('the toast has no box')
      await page.mouse.move(box.x + 20, box.y + 5)
      await page.mouse.down()
      await page.mouse.move(box.x + 20 + px / 2, box.y + 5)
      await page.mouse.move(box.x + 20 + px, box.y + 5)
      await page.mouse.up()
      if (px === 51) await expect(toastOf(page)).toBeHidden()
      else {
        await expect(toastOf(page)).toBeVisible()
        await expect(page.locator('.toast')).toHaveCSS('translate', 'none')
      }
    }
  })
})

test('a page with a toast has no axe violation in either theme', async ({ page }) => {
  await visit(page, '/')
  await provokeToast(page)
  await closeOf(page).focus()
  await expectAccessibleEverywhere(page, '.toast')
})
