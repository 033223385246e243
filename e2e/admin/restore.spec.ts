import { expect, expectAccessibleEverywhere, test } from '../test.ts'
import { backUp, openAdmin, sectionOf } from './operator.ts'

test.use({ expectedErrors: /status of 400|net::ERR_FAILED/ })

test('a backup is restored after a look at what changes and the name of the site', async ({ page }) => {
  test.slow() // A backup may take a minute.
  await openAdmin(page, 'Settings')
  const backups = sectionOf(page, 'Backups')
  await backUp(page)
  const restore = backups.getByRole('button', { name: /^Restore backup-/ }).first()
  await restore.click()
  const dialog = page.getByRole('dialog', { name: 'Restore Backup' })
  await expect(dialog).toContainText('The backup has as many funds, payments and posts as now.')
  await expect(dialog).toContainText('The current database is backed up first.')
  const confirm = dialog.getByLabel(/^Type \S+ to confirm$/)
  await confirm.fill('another.site')
  await confirm.press('Enter')
  await expect(confirm).toHaveAccessibleDescription(/^Type \S+ to restore this backup\.$/)
  await expectAccessibleEverywhere(page, 'dialog')
  await page.keyboard.press('Escape')
  await expect(restore).toBeFocused()

  // The test's server would come back at another port.
  let isAway = true
  await page.route('**/api/admin/system/backups/*/restore', (route) =>
    route.fulfill({ json: { message: 'The service restarts.' } })
  )
  await page.route('**/api/health', (route) => {
    const answer = isAway ? route.abort() : route.continue()
    isAway = false
    return answer
  })
  await restore.click()
  await confirm.fill('localhost')
  await confirm.press('Enter')
  await expect(dialog).toContainText('This page opens again as soon as the service is back.')
  await expect(dialog).toHaveCount(0)
  await expect(sectionOf(page, 'Backups')).toContainText('Nightly or by hand')
})
