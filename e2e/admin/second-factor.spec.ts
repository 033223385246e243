import { TOTP } from 'otpauth'
import { operatorPassword } from '../server.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test, visit } from '../test.ts'
import { openAdmin, readToast, sectionOf, switchTo } from './operator.ts'

test.use({ expectedErrors: /Failed to load resource: the server responded with a status of 40[01]/ })

test('a second factor is set up, required by the login, and switched off', async ({ page }) => {
  test.slow()
  await openAdmin(page, 'Settings')
  const section = sectionOf(page, 'Second Factor')
  await section.getByLabel('Your password').fill(operatorPassword)
  await section.getByRole('button', { name: 'Set Up Second Factor' }).click()
  await expect(section.getByRole('img', { name: 'The secret for your authenticator app' })).toBeVisible()
  await expectAccessible(page, '.pairing')
  await expectNoSidewaysScroll(page)
  const secret = (await section.getByText(/^(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()) ?? ''
  const totp = new TOTP({ secret: secret.replaceAll(' ', '') })
  /** Each code works once, so every further one is from a later 30-second step. */
  const codeOf = (steps: number) => totp.generate({ timestamp: Date.now() + steps * 30_000 })

  const first = section.getByLabel('Code shown by the app')
  await first.fill('000000')
  await first.press('Enter')
  await expect(section.getByLabel('Code shown by the app')).toHaveAccessibleDescription(/That code is wrong/)
  await first.fill(codeOf(0))
  await first.press('Enter')
  await expect(section.getByRole('listitem')).toHaveCount(8)
  const recoveryCode = (await section.getByRole('listitem').first().textContent()) ?? ''
  await section.getByRole('button', { name: 'I Saved Them' }).click()
  await expect(section).toContainText('Recovery codes left: 8')

  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/:\d+\/$/)
  await visit(page, '/login')
  await page.getByLabel('Password', { exact: true }).fill(operatorPassword)
  await page.getByRole('button', { name: 'Login' }).click()
  const code = page.getByLabel('Code', { exact: true })
  await expect(code).toBeFocused()
  await expectAccessible(page, 'main form')
  await code.fill('000000')
  await code.press('Enter')
  expect(await readToast(page, 'Login Failed')).toContain('That code is wrong')
  await code.fill(codeOf(1))
  await code.press('Enter')
  await expect(page).toHaveURL(/\/admin$/)

  await switchTo(page, 'Settings')
  await section.getByLabel('Password or code').fill(recoveryCode)
  await section.getByRole('button', { name: 'Switch Off Second Factor' }).click()
  await readToast(page, 'Second Factor Off')
  await expect(section).toContainText('Off: your password alone signs you in.')
})
