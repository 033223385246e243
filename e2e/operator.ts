import type { Page } from '@playwright/test'
import { operatorPassword } from './server.ts'
import { expect } from './test.ts'

/** Logs in over the API and leaves the browser on a page without scripts. */
export async function logIn(page: Page): Promise<void> {
  const response = await page.request.post('/api/auth/login', { data: { password: operatorPassword } })
  expect(response.status()).toBe(200)
  await page.goto('/robots.txt')
  await page.evaluate(() => localStorage.setItem('adminAuthenticated', 'true'))
}

/** Logs in and opens the admin page. */
export async function openAdmin(page: Page): Promise<void> {
  await logIn(page)
  await page.goto('/admin')
  await expect(page.getByRole('heading', { level: 1, name: 'The Captain’s Bridge' })).toBeVisible()
}

/** Finds a section of the admin page by its heading. */
export function sectionOf(page: Page, name: string) {
  return page.getByRole('region', { name })
}

/** Checks that the toast has the bottom of the window to itself: every control can be scrolled clear of it. */
export async function expectToastClear(page: Page): Promise<void> {
  const region = page.getByRole('region', { name: 'Notices' })
  await expect(region.locator('.toast')).toBeVisible()
  const covered = await region.evaluate((strip) => {
    const { left, right, top, bottom } = strip.getBoundingClientRect()
    const root = document.documentElement
    if (left > 0 || right < root.clientWidth || bottom < root.clientHeight) return ['The strip has gaps.']
    const controls = [...document.querySelectorAll('main :is(button, input, select, a[href])')]
    return controls.flatMap((control) => {
      control.scrollIntoView({ block: 'nearest' })
      const isCovered = control.checkVisibility() && control.getBoundingClientRect().bottom > top
      return isCovered ? [control.textContent] : []
    })
  })
  expect(covered).toEqual([])
}

/** Waits for the toast with this title and returns its text. */
export async function readToast(page: Page, title: string): Promise<string> {
  const toast = page.getByRole('region', { name: 'Notices' }).locator('.toast')
  await expect(toast).toContainText(title)
  return (await toast.textContent()) ?? ''
}
