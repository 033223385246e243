import { clickFirstScreen } from '../first-screen.ts'
import { expect, test } from '../test.ts'
import { logIn } from './operator.ts'

test('every control on the first screen of admin works', async ({ page }) => {
  await logIn(page)
  expect((await clickFirstScreen(page, '/admin', { excluded: /^Logout$/ })).length).toBeGreaterThan(0)
})
