import type { Request } from '@playwright/test'
import { expect, expectAccessible, expectNoSidewaysScroll, phone, settle, test, visit } from '../test.ts'
import { openAdmin, readToast, sectionOf } from './operator.ts'

test.use({ liveSources: true })

const bought = { type: 'buy', account: 'My Roth 7788', date: '2026-02-02', shares: 12.5, fee: 0 }
const stored = JSON.stringify({
  version: 2,
  methods: [],
  taxPercent: null,
  goal: null,
  transactions: [
    { ...bought, id: 'a', symbol: 'MSTY', price: 20 },
    { ...bought, id: 'b', symbol: 'SCHD', price: 26 },
    { ...bought, id: 'c', symbol: 'O', price: 55 },
    { ...bought, id: 'd', symbol: 'ZZZQ', price: 5 }
  ]
})

test('My Fleet asks before it sends symbols of other holdings, and sends nothing else', async ({ page }) => {
  await page.addInitScript((portfolio) => {
    if (localStorage.getItem('fleet') === null) localStorage.setItem('fleet', portfolio)
  }, stored)
  await visit(page, '/fleet')
  const holdings = page.getByRole('region', { name: 'My holdings' })
  const lookUp = holdings.getByRole('button', { name: 'Look up last prices' })
  await expect(holdings).toContainText('SCHD')
  await expect(lookUp).toHaveCount(0)

  await openAdmin(page, 'Settings')
  const source = sectionOf(page, 'Sources').getByRole('region', { name: /^Closes for holders / })
  await source.getByRole('checkbox', { name: /^I have permission/ }).check()
  await source.getByRole('button', { name: 'Turn on Closes for holders' }).click()
  expect(await readToast(page, 'Source On')).toContain('with your permission noted')

  const asked: Request[] = []
  page.on('request', (request) => asked.push(request))
  const ofCloses = () => asked.filter((request) => request.url().includes('/data/closes'))
  await page.setViewportSize(phone.viewport)
  await expect(async () => {
    await visit(page, '/fleet')
    await expect(lookUp).toBeVisible({ timeout: 1000 })
  }).toPass()
  await lookUp.press('Enter')
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(
    'Only these symbols are sent: no shares, no amounts, no accounts and no cookie.'
  )
  await expect(question).toContainText('O, SCHD and ZZZQ')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await settle(page)
  expect(ofCloses()).toEqual([])

  await lookUp.click()
  await question.getByRole('button', { name: 'Send symbols' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Prices Updated' })).toContainText(
    'No close of ZZZQ.'
  )
  await expect(holdings.getByRole('row').filter({ hasText: 'SCHD' })).toContainText('$340.63')
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  expect(ofCloses().map((request) => decodeURIComponent(new URL(request.url()).search))).toEqual([
    '?symbols=O,SCHD,ZZZQ'
  ])
  for (const request of ofCloses())
    expect([(await request.allHeaders())['cookie'], request.postData()]).toEqual([undefined, null])
  // Neither shares nor accounts are in any request.
  const sent = asked.map((request) => `${request.url()} ${request.postData() ?? ''}`)
  expect(sent.filter((text) => /12\.5|7788/.test(text))).toEqual([])

  await page.reload()
  await holdings.getByRole('button', { name: 'SCHD transactions' }).click()
  await expect(holdings).toContainText(/\$27\.25 a share on July \d, 2026, the close you looked up/)
})
