import type { Page } from '@playwright/test'
import { operatorPassword } from './operator-password.ts'
import { expect } from './test.ts'

/** Makes the page's browser the operator's, as a login by hand would. The page is left on one without a script. */
export async function logIn(page: Page): Promise<void> {
  const response = await page.request.post('/api/auth/login', { data: { password: operatorPassword } })
  expect(response.status()).toBe(200)
  await page.goto('/robots.txt')
  await page.evaluate(() => localStorage.setItem('adminAuthenticated', 'true'))
}

/** Logs in and opens the dashboard. */
export async function openBridge(page: Page): Promise<void> {
  await logIn(page)
  await page.goto('/admin')
  await expect(page.getByRole('heading', { level: 1, name: 'The Captain’s Bridge' })).toBeVisible()
}

/** A section of the dashboard, by its heading. */
export function sectionOf(page: Page, name: string) {
  return page.getByRole('region', { name })
}

/** That the toast which is shown covers nothing that could be pressed next. */
export async function expectToastClear(page: Page): Promise<void> {
  const toast = page.getByRole('region', { name: 'Notices' }).locator('.toast')
  await expect(async () => {
    const covered = await toast.evaluate((element) => {
      const box = element.getBoundingClientRect()
      const controls = [...document.querySelectorAll('main :is(button, input, select, a[href])')]
      return controls.flatMap((control) => {
        const { left, right, top, bottom } = control.getBoundingClientRect()
        const isInSight = document.elementsFromPoint((left + right) / 2, (top + bottom) / 2).includes(control)
        const isCovered = left < box.right && right > box.left && top < box.bottom && bottom > box.top
        return isInSight && isCovered ? [control.textContent] : []
      })
    })
    expect(covered).toEqual([])
  }).toPass()
}

/** Waits for the toast with this title, and answers its text. */
export async function readToast(page: Page, title: string): Promise<string> {
  const toast = page.getByRole('region', { name: 'Notices' }).locator('.toast')
  await expect(toast).toContainText(title)
  return (await toast.textContent()) ?? ''
}
