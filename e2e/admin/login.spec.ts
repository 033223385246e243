import { operatorPassword } from '../server.ts'
import { expect, expectAccessibleEverywhere, test, visit } from '../test.ts'
import { logIn, openAdmin, readToast, sectionOf } from './operator.ts'

const adminHeading = { level: 1, name: 'The Captain’s Bridge' } as const

test.describe('with rejected calls', () => {
  test.use({ expectedErrors: /Failed to load resource: the server responded with a status of 401/ })

  test('a wrong password is rejected, the right one opens the admin page, and logout opens the home page', async ({
    page
  }) => {
    await visit(page, '/login')
    const password = page.getByLabel('Password', { exact: true })
    await expect(password).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByText('Password is required')).toBeVisible()
    await password.fill('open sesame')
    await page.getByRole('button', { name: 'Login' }).click()
    expect(await readToast(page, 'Login Failed')).toContain('Invalid credentials')
    await expect(password).toBeFocused()

    await page.getByRole('button', { name: 'Show password' }).click()
    await expect(password).toHaveAttribute('type', 'text')
    await password.fill(operatorPassword)
    await password.press('Enter')
    await expect(page).toHaveURL(/\/admin$/)
    await expect(page.getByRole('heading', adminHeading)).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('adminAuthenticated'))).toBe('true')
    await expect(page.getByRole('link', { name: 'Edit Blog' })).toHaveAttribute('href', '/admin-blog')

    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL(/:\d+\/$/)
    expect(await page.evaluate(() => localStorage.getItem('adminAuthenticated'))).toBeNull()
    expect((await page.request.get('/api/admin/system/connections')).status()).toBe(401)
  })

  test('an expired session, or a stored flag without a session, redirects to the login with the reason', async ({
    page
  }) => {
    await openAdmin(page)
    await page.context().clearCookies()
    await sectionOf(page, 'Most Searched Symbols').getByRole('button', { name: 'Refresh' }).click()
    await expect(page).toHaveURL(/\/login$/)
    expect(await readToast(page, 'Authentication Error')).toContain(
      'Your session has expired. Please log in again.'
    )
    expect(await page.evaluate(() => localStorage.getItem('adminAuthenticated'))).toBeNull()

    await page.evaluate(() => localStorage.setItem('adminAuthenticated', 'true'))
    await page.goto('/admin')
    await expect(page).toHaveURL(/\/login$/)
    await readToast(page, 'Authentication Error')
  })
})

test('without a session the admin page redirects to the login without a request, and the login is accessible', async ({
  page
}) => {
  const requested: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/admin/')) requested.push(request.url())
  })
  await page.goto('/admin')
  await expect(page).toHaveURL(/\/login$/)
  expect(requested).toEqual([])
  await expectAccessibleEverywhere(page)
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(/:\d+\/$/)
})

test.describe('without a connection', () => {
  test.use({ expectedErrors: /Failed to load resource: net::ERR_FAILED/ })

  test('the admin page stays closed, shows why, and opens when the connection is back', async ({ page }) => {
    await logIn(page)
    await page.route('**/api/admin/**', (route) => route.abort())
    await page.goto('/admin')
    expect(await readToast(page, 'Authentication Error')).toContain(
      'Could not verify your authentication status. Please try again.'
    )
    await expect(page).toHaveURL(/\/admin$/)
    await expect(page.getByRole('heading', adminHeading)).toHaveCount(0)
    await page.unroute('**/api/admin/**')
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    await expect(page.getByRole('heading', adminHeading)).toBeVisible()
  })
})

test('search engines may not index the login or the admin page', async ({ request }) => {
  for (const path of ['/login', '/admin']) {
    expect(await (await request.get(path)).text()).toContain(
      '<meta name="robots" content="noindex, nofollow"'
    )
  }
})
