import type { Page } from '@playwright/test'
import { operatorPassword } from '../server.ts'
import { expect } from '../test.ts'

/** Logs in over the API; pages find the flag that a login stores. */
export async function logIn(page: Page): Promise<void> {
  const response = await page.request.post('/api/auth/login', { data: { password: operatorPassword } })
  expect(response.status()).toBe(200)
  await page.addInitScript(() => {
    if (sessionStorage.getItem('isLoggedIn') !== null) return
    sessionStorage.setItem('isLoggedIn', 'true')
    localStorage.setItem('adminAuthenticated', 'true')
  })
}

type AdminPageName = 'Overview' | 'Collect' | 'Review' | 'History' | 'Funds' | 'Log' | 'Settings'

/** Logs in and opens an admin page. @param prepare calls the API before the page reads from it */
export async function openAdmin(
  page: Page,
  name: AdminPageName = 'Overview',
  prepare?: () => Promise<void>
): Promise<void> {
  await logIn(page)
  await prepare?.()
  await page.goto(name === 'Overview' ? '/admin' : `/admin/${name.toLowerCase()}`)
  const heading = name === 'Overview' ? 'The Captain’s Bridge' : name
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
}

/** Switches to another admin page with the menu. */
export async function switchTo(page: Page, name: AdminPageName): Promise<void> {
  await page.getByRole('navigation', { name: 'Admin pages' }).getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

/** Finds a section of an admin page by its heading. */
export function sectionOf(page: Page, name: string) {
  return page.getByRole('region', { name })
}

/** Checks that every control can be scrolled clear of the toast. */
export async function expectToastClear(page: Page): Promise<void> {
  const region = page.getByRole('region', { name: 'Notices', exact: true })
  await expect(region.locator('.toast')).toBeVisible()
  const covered = await region.evaluate((strip) => {
    const toast = strip.querySelector('.toast')?.getBoundingClientRect() ?? new DOMRect()
    const controls = [...document.querySelectorAll('main :is(button, input, select, a[href])')]
    return controls.flatMap((control) => {
      control.scrollIntoView({ block: 'nearest' })
      const { right, bottom } = control.getBoundingClientRect()
      const isCovered = control.checkVisibility() && bottom > toast.top && right > toast.left
      return isCovered ? [control.textContent] : []
    })
  })
  expect(covered).toEqual([])
}

/** Waits for the toast with this title and returns its text. @param options a timeout other than the usual one */
export async function readToast(
  page: Page,
  title: string,
  options: { timeout?: number } = {}
): Promise<string> {
  const toast = page.getByRole('region', { name: 'Notices', exact: true }).locator('.toast')
  await expect(toast).toContainText(title, options)
  return (await toast.textContent()) ?? ''
}

/**
 * Makes a backup and waits until it is listed. The copy takes turns with calculations of the same thread, so it may take a
 * minute on a machine that runs several servers.
 */
export async function backUp(page: Page): Promise<void> {
  const backups = sectionOf(page, 'Backups')
  await backups.getByRole('button', { name: 'Back up now' }).click()
  const toast = await readToast(page, 'Backup Made', { timeout: 180_000 })
  const [name = ''] = /backup-\S+\.sqlite/.exec(toast) ?? []
  // Until then the list may show one that this backup has replaced.
  await expect(backups.getByRole('button', { name: `Restore ${name}` })).toBeVisible()
}
