import { expect, type Page } from '@playwright/test'
import { waitForResponses } from './quiet-network.ts'
import { visit } from './test.ts'

/**
 * Clicks every button, field and fold of a page's first screen, each on a fresh page, and expects no alert. Links are
 * checked by the crawl.
 * @param within element whose controls are clicked: header and menus are the same on every page
 * @param excluded names of buttons to leave alone: an empty search is refused
 * @returns names of what was clicked
 */
export async function clickFirstScreen(
  page: Page,
  path: string,
  { within = 'main', excluded = /^Search$/ } = {}
): Promise<string[]> {
  // Each visit starts without the last search, but logged in.
  await page.addInitScript(() => {
    const admin = localStorage.getItem('adminAuthenticated')
    localStorage.clear()
    sessionStorage.clear()
    if (admin !== null) localStorage.setItem('adminAuthenticated', admin)
  })
  const controls = page.locator(within).locator('button, summary, input, select')
  const open = async () => {
    await visit(page, path)
    // Admin shows its controls when its script has come, and most of them when its figures arrive.
    await controls.first().waitFor({ state: 'attached' })
    await waitForResponses(page)
  }
  await open()
  const onScreen = await controls.evaluateAll((elements) =>
    elements.flatMap((element, index) => {
      const { top, bottom, width } = element.getBoundingClientRect()
      const isVisible = element.checkVisibility({ visibilityProperty: true }) && width > 1
      return isVisible && top >= 0 && bottom <= innerHeight && !element.matches(':disabled') ? [index] : []
    })
  )
  const clicked: string[] = []
  let isFresh = true
  for (const index of onScreen) {
    if (!isFresh) await open()
    const control = controls.nth(index)
    const name = await control.evaluate(
      (element) => element.getAttribute('aria-label') ?? element.textContent.trim()
    )
    isFresh = excluded.test(name)
    if (isFresh) continue
    await control.click()
    await waitForResponses(page)
    const alerts = await page.getByRole('alert').allTextContents()
    expect(alerts.join('').trim(), `alerts after a click on "${name}"`).toBe('')
    clicked.push(name)
  }
  return clicked
}
