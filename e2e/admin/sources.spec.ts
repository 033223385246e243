import type { Page } from '@playwright/test'
import { expect, expectAccessibleEverywhere, expectNoSidewaysScroll, settle, test, visit } from '../test.ts'
import { openAdmin, readToast, sectionOf, switchTo } from './operator.ts'

test.use({ liveSources: true })

/** A source in Settings. */
const sourceOf = (page: Page, name: string) =>
  sectionOf(page, 'Sources').getByRole('region', { name: new RegExp(`^${name} `) })

test('a source is switched off and on without a restart, also with the keyboard, and stays so', async ({
  page
}) => {
  await openAdmin(page, 'Settings')
  const source = sourceOf(page, 'GlobeNewswire')
  await expect(source).toContainText('On')
  await expect(source).toContainText(/Last read .+\. Requests today: \d+ of at most 60\./)
  await expect(source.getByRole('link', { name: 'Terms of GlobeNewswire' })).toHaveAttribute(
    'href',
    /^https:/
  )
  await source.getByRole('button', { name: 'Turn off GlobeNewswire' }).focus()
  await page.keyboard.press('Enter')
  expect(await readToast(page, 'Source Off')).toContain('GlobeNewswire is off')
  const turnOn = source.getByRole('button', { name: 'Turn on GlobeNewswire' })
  await expect(turnOn).toBeFocused()
  await page.reload()
  await expect(source.getByRole('heading')).toHaveText(/GlobeNewswire\s*Off/)
  await turnOn.press('Space')
  await expect(source.getByRole('heading')).toHaveText(/GlobeNewswire\s*On/)
})

test.describe('refused', () => {
  test.use({ expectedErrors: /status of 400/ })

  test('a source whose terms ask for permission is turned on only with it, and one that the environment decides has no switch', async ({
    page
  }) => {
    await openAdmin(page, 'Settings')
    const source = sourceOf(page, 'Cboe notices')
    await expect(source).toContainText(/Off by default\. Its terms ask/)
    await source.getByRole('button', { name: 'Turn on Cboe notices' }).click()
    expect(await readToast(page, 'Change Failed')).toContain('Confirm that you have it')
    await source.getByRole('checkbox', { name: 'I have permission to read Cboe notices' }).check()
    await source.getByRole('button', { name: 'Turn on Cboe notices' }).click()
    expect(await readToast(page, 'Source On')).toContain('with your permission noted')
    await source.getByRole('button', { name: 'Turn off Cboe notices' }).click()
    await expect(source.getByRole('checkbox')).not.toBeChecked()

    const decided = sourceOf(page, 'Roundhill’s daily file')
    await expect(decided).toContainText('Set by ARCHIVE in the environment, which wins over this switch.')
    await expect(decided.getByRole('button')).toHaveCount(0)
    await expectAccessibleEverywhere(page, '[aria-labelledby="sources-title"]')
  })
})

test('the overview names once what could be turned on', async ({ page }) => {
  await openAdmin(page)
  const hint = sectionOf(page, 'Sources You Could Turn On')
  await expect(hint).toContainText('Cboe notices')
  await expect(hint).not.toContainText('Roundhill')
  await hint.getByRole('button', { name: 'Don’t show again' }).click()
  await expect(hint).toHaveCount(0)
  await page.reload()
  await expect(sectionOf(page, 'Needs Attention')).toContainText('Sources show')
  await expect(hint).toHaveCount(0)
})

test('a fund that nobody added is collected, estimated and published with one click', async ({ page }) => {
  await openAdmin(page)
  await expect(sectionOf(page, 'Needs Attention')).toContainText(/funds that nobody added: .*YSPC/)
  await switchTo(page, 'Review')
  const proposals = sectionOf(page, 'Proposed Funds')
  const proposal = proposals.getByRole('listitem').filter({ hasText: 'YSPC: YieldMax, 1 announcement' })
  await expect(proposal).toContainText('YieldMax Option Income')
  await expectAccessibleEverywhere(page, '[aria-labelledby="proposals-title"]')
  await proposal.getByRole('button', { name: 'Add YSPC' }).press('Enter')
  expect(await readToast(page, 'Fund Added')).toMatch(
    /YSPC was added with \d+ closes and 39 payments, and is published\..* First estimate: \$0\.\d+, between \$0\.\d+ and \$0\.\d+\. Backtest: median error \d+% over \d+ payments\./
  )
  await expect(proposal).toHaveCount(0)
  await visit(page, '/yspc')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('YSPC')
  await expect(page.getByRole('main')).toContainText(/\$0\.\d{3,4}/)
})

test('a dismissed proposal is gone for good', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openAdmin(page, 'Review')
  const proposal = sectionOf(page, 'Proposed Funds').getByRole('listitem').filter({ hasText: 'QBTY: ' })
  await expectNoSidewaysScroll(page)
  await proposal.getByRole('button', { name: 'Dismiss QBTY' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Dismiss' }).click()
  expect(await readToast(page, 'Proposal Dismissed')).toContain('The proposal to add QBTY is dismissed.')
  await expect(proposal).toHaveCount(0)
  await page.reload()
  await settle(page)
  await expect(sectionOf(page, 'Proposed Funds')).not.toContainText('QBTY')
})
