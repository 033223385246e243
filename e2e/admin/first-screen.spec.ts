import { clickFirstScreen } from '../first-screen.ts'
import { expect, test } from '../test.ts'
import { logIn } from './operator.ts'

test('every control on the first screen of admin works', async ({ page }) => {
  await logIn(page)
  // The overview has links only.
  for (const path of ['/admin/review', '/admin/log'])
    expect((await clickFirstScreen(page, path, /^Logout$/)).length).toBeGreaterThan(0)
})
