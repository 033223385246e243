import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import {
  expect,
  expectAccessible,
  expectAccessibleEverywhere,
  expectNoSidewaysScroll,
  test,
  visit
} from './test.ts'

const path = '/fleet'
const lots = (page: Page): Locator => page.getByRole('region', { name: 'My holdings' })
const paycheck = (page: Page): Locator => page.getByRole('region', { name: 'My paycheck' })

/** Starts to use the page, so that everything below the first screen loads. */
async function use(page: Page): Promise<void> {
  await expect(async () => {
    await page.mouse.move(20, 20)
    await page.mouse.move(40, 40)
    await expect(page.getByRole('region', { name: 'Files' })).toBeVisible({ timeout: 2000 })
  }).toPass()
}

/** Opens the transactions of a fund. */
async function openFund(page: Page, symbol: string): Promise<void> {
  await lots(page)
    .getByRole('button', { name: `${symbol} transactions` })
    .click()
}

/** Stores lots like an earlier visit. */
function storeLots(page: Page, entries: { symbol: string; shares: number; boughtOn: string }[]) {
  const stored = {
    version: 1,
    lots: entries.map((lot, index) => ({ ...lot, id: `stored-${index}`, price: null })),
    taxPercent: null,
    goal: null
  }
  return page.addInitScript((portfolio) => {
    if (localStorage.getItem('fleet') === null) localStorage.setItem('fleet', portfolio)
  }, JSON.stringify(stored))
}

test('twelve holdings are readable after few requests, of which none names a fund', async ({ page }) => {
  const symbols = 'MSTY TSLY PLTY XDTE QDTE ULTY NVDY SMCY YMAX CONY YMAG AMZY'.split(' ')
  const transactions = symbols.map((symbol, i) => ({
    id: `t${i}`,
    account: '',
    type: 'buy',
    symbol,
    date: '2025-06-02',
    shares: 10,
    price: 20,
    fee: 0
  }))
  const stored = { version: 2, transactions, methods: [], taxPercent: null, goal: null }
  await page.addInitScript((text) => localStorage.setItem('fleet', text), JSON.stringify(stored))
  await page.addInitScript(watchRows, symbols.length)
  await page.goto(path)
  const readable = await page.waitForFunction(
    () => performance.getEntriesByName('readable', 'mark')[0] as PerformanceMark | undefined
  )
  const requested = await readable.evaluate((mark): string[] => mark?.detail ?? [])
  expect(requested.filter((one) => one.startsWith('/data/'))).toEqual(['/data/fleet-funds.json'])
  // Two fonts, two styles, an icon and some forty scripts; with a file for each fund and all of the page there were 80.
  expect(requested.length).toBeLessThanOrEqual(50)
})

/** Passed to page.addInitScript(): marks the moment when the rows of all funds show dollars, with what was loaded until then. */
function watchRows(count: number): void {
  const observer = new MutationObserver(() => {
    const rows = [...document.querySelectorAll('[aria-labelledby="fleet-lots-title"] tbody tr')]
    if (rows.filter((row) => row.textContent?.includes('$')).length < count) return
    observer.disconnect()
    const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)
    performance.mark('readable', { detail: loaded })
  })
  observer.observe(document, { childList: true, subtree: true, characterData: true })
}

test('a purchase is added with the keyboard, edited in place, saved and deleted', async ({ page }) => {
  await visit(page, '/msty')
  await page.getByRole('link', { name: 'Add to My Fleet' }).click()
  const form = page.getByRole('form', { name: 'New transaction' })
  await expect(form.getByRole('combobox', { name: 'Fund' })).toHaveValue('MSTY')
  await expect(form.getByLabel('Shares')).toHaveValue('100')

  const fund = form.getByRole('combobox', { name: 'Fund' })
  await fund.fill('universe')
  await expect(form.getByRole('option', { name: /YMAX/ })).toBeVisible()
  await fund.press('ArrowDown')
  await fund.press('Enter')
  await expect(fund).toHaveValue('YMAX')
  await form.getByLabel('Shares').fill('12.5')
  await form.getByLabel('Shares').press('Enter')
  await expect(form.getByText('Enter the date.')).toBeVisible()
  await form.getByLabel('Day bought').fill('2026-03-02')
  await expect(form.getByText(/that day’s close, \$\d/)).toBeVisible()
  await form.getByLabel('Shares').press('Enter')
  await openFund(page, 'YMAX')
  await expect(lots(page)).toContainText('12.5 shares bought on March 2, 2026 at the day’s close of $')

  await lots(page).getByRole('button', { name: 'Edit 12.5 shares' }).click()
  const edit = lots(page).getByRole('form', { name: 'Transaction of YMAX' })
  await edit.getByLabel('Price paid').fill('9.75')
  await edit.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(lots(page)).toContainText('12.5 shares bought on March 2, 2026 at $9.75')
  await page.reload()
  await expect(paycheck(page)).toBeVisible()
  await openFund(page, 'YMAX')
  await expect(lots(page)).toContainText('12.5 shares bought on March 2, 2026 at $9.75')

  await lots(page).getByRole('button', { name: 'Edit 12.5 shares' }).click()
  await edit.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('heading', { name: 'No ship in the harbor yet' })).toBeVisible()
})

test('a file over two megabytes is read by a worker', async ({ page }) => {
  await visit(page, `${path}#import`)
  const interest =
    '"12/30/2025","Credit Interest","","SCHWAB1 INT 11/26-12/29 OF A LONG STATEMENT","","","","$1.25"'
  const rows = [
    '"Date","Action","Symbol","Description","Quantity","Price","Fees & Comm","Amount"',
    ...Array.from({ length: 24_000 }, () => interest),
    '"03/02/2026","Buy","YMAX","YIELDMAX UNIVERSE","77.125","$9.75","","-$751.97"'
  ]
  // Until it is shown, the button of the empty page may be replaced while the file is handed over.
  await expect(page.getByRole('region', { name: 'Import', exact: true })).toBeVisible()
  const started = page.waitForEvent('worker')
  await page
    .getByLabel('Import from your broker')
    .setInputFiles({ name: 'schwab.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\r\n')) })
  await started
  await expect(
    page.getByRole('region', { name: 'Schwab: 1 buy from 1 fund, 24,000 other rows skipped' })
  ).toBeVisible()
  await page.getByRole('button', { name: 'Add 1 transaction' }).click()
  await expect(page.getByRole('heading', { name: 'My paycheck' })).toBeFocused()
})

test("a broker's file is previewed, imported once, and never leaves the browser", async ({ page }) => {
  await storeLots(page, [{ symbol: 'MSTY', shares: 10, boughtOn: '2025-06-02' }])
  const sent: string[] = []
  await visit(page, path)
  await use(page)
  await openFund(page, 'MSTY')
  // Ten shares before a 1-for-5 reverse split, stored by version 1.
  await expect(lots(page)).toContainText('2 since the split')
  page.on('request', (request) =>
    sent.push(`${request.method()} ${request.url()} ${request.postData() ?? ''}`)
  )
  const file = {
    name: 'schwab.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      [
        '"Transactions  for account Roth IRA ...123 as of 07/08/2026"',
        '"Date","Action","Symbol","Description","Quantity","Price","Fees & Comm","Amount"',
        '"05/05/2026","Sell","YMAX","YIELDMAX UNIVERSE","13.75","$9.50","$0.02","$130.61"',
        '"04/02/2026","Proxy Vote Bonus","","","","","","$5.00"',
        '"03/09/2026","Cash Dividend","SECRT","A FUND NOBODY COVERS","","","","$4.31"',
        '"03/02/2026","Buy","YMAX","YIELDMAX UNIVERSE","77.125","$9.75","","-$751.97"'
      ].join('\r\n')
    )
  }
  const chooser = page.getByLabel('Import from your broker')
  await chooser.setInputFiles(file)
  const preview = page.getByRole('region', {
    name: 'Schwab: 1 buy, 1 sale, 1 payment from 2 funds, 1 not understood'
  })
  await expect(preview).toContainText('Line 4')
  await expect(preview).toContainText('“Proxy Vote Bonus” isn’t an action we know from Schwab.')
  await expect(preview).toContainText('We don’t cover these; they count by your own transactions: SECRT.')
  await expect(preview.getByLabel('Kind of account: Schwab Roth IRA ...123')).toHaveValue('tax-free')
  // Nothing else is on the page until the import is confirmed or left.
  await expect(paycheck(page)).toHaveCount(0)
  await expectAccessible(page, '.import-preview')
  await preview.getByRole('button', { name: 'Add 3 transactions' }).click()
  await expect(page.getByRole('heading', { name: 'My paycheck' })).toBeFocused()
  await openFund(page, 'YMAX')
  await expect(lots(page)).toContainText('13.75 shares sold on')
  const notices = page.getByRole('region', { name: 'Notices', exact: true })
  await notices.getByRole('button', { name: 'Undo the import' }).click()
  await expect(notices).toContainText('3 transactions of schwab.csv removed.')
  await expect(lots(page)).not.toContainText('YMAX')
  await chooser.setInputFiles(file)
  await preview.getByRole('button', { name: 'Add 3 transactions' }).click()
  await expect(lots(page)).toContainText('63.375 shares')
  await expect(page.getByLabel('Kind of account: Schwab Roth IRA ...123')).toHaveValue('tax-free')
  // The import took the place of the table, whose rows are closed again.
  await openFund(page, 'MSTY')
  await expect(lots(page)).toContainText('10 shares bought on')
  await chooser.setInputFiles(file)
  await expect(page.getByRole('region', { name: 'Schwab: nothing new, 1 not understood' })).toBeVisible()
  await page.getByRole('button', { name: 'Back to My Fleet' }).click()
  await expect(page.getByRole('button', { name: 'Add a transaction' })).toBeFocused()
  await page.reload()
  await expect(paycheck(page)).toBeVisible()
  await use(page)
  await expect(lots(page)).toContainText('63.375 shares')
  for (const word of ['77.125', '13.75', '63.375', '751.97', 'SECRT', 'secrt', 'Roth'])
    expect(sent.filter((request) => request.includes(word))).toEqual([])
  expect(sent.filter((request) => !request.startsWith('GET '))).toEqual([])
})

test('other holdings count by the rows of a file, with the keyboard, on a phone, and no request names them', async ({
  page
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await storeLots(page, [{ symbol: 'MSTY', shares: 10, boughtOn: '2025-06-02' }])
  const sent: string[] = []
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`))
  await visit(page, path)
  await use(page)
  const months = ['02/27', '03/31', '04/30', '05/29', '06/30'].map(
    (day) => `"${day}/2026","Cash Dividend","QZXO","INCOME CORP","","","","$26.00"`
  )
  await page.getByLabel('Import from your broker').setInputFiles({
    name: 'schwab.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      [
        '"Date","Action","Symbol","Description","Quantity","Price","Fees & Comm","Amount"',
        ...months.reverse(),
        '"01/05/2026","Buy","QZXO","INCOME CORP","100","$58.00","","-$5800.00"'
      ].join('\r\n')
    )
  })
  await page.getByRole('button', { name: 'Add 6 transactions' }).click()
  const row = lots(page).getByRole('row', { name: /^QZXO/ })
  await expect(row).toContainText('from your transactions')
  await expect(row).toContainText('$5,800.00')
  await expect(row).toContainText('$26.00')
  await expect(page.getByRole('region', { name: 'Calendar and news of my funds' })).not.toContainText('QZXO')
  await row.getByRole('button', { name: 'QZXO transactions' }).focus()
  await page.keyboard.press('Enter')
  const form = page.getByRole('form', { name: 'Last price of QZXO' })
  await form.getByLabel('Last price').focus()
  await page.keyboard.type('60')
  await page.keyboard.press('Enter')
  await expect(row).toContainText('$6,000.00')
  await expectAccessible(page, '.portfolio')
  await expectNoSidewaysScroll(page)
  await page.reload()
  await expect(row).toContainText('$6,000.00')
  expect(sent.filter((request) => /qzxo/i.test(request))).toEqual([])
})

test('two tabs stay in sync, and an example changes neither', async ({ page, context }) => {
  await storeLots(page, [{ symbol: 'MSTY', shares: 10, boughtOn: '2026-03-02' }])
  await visit(page, path)
  await use(page)
  const other = await context.newPage()
  await visit(other, path)
  await use(other)
  await other.getByRole('button', { name: 'Try an example' }).click()
  await expect(lots(other)).toContainText('NVDY')
  await other.getByRole('button', { name: 'Close the example' }).click()
  await openFund(page, 'MSTY')
  await openFund(other, 'MSTY')
  await lots(other).getByRole('button', { name: 'Edit 10 shares' }).click()
  await other.getByRole('form', { name: 'Transaction of MSTY' }).getByLabel('Shares').fill('20')
  await other.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(lots(page)).toContainText('20 shares bought on March 2, 2026')
  await expect(lots(page)).not.toContainText('NVDY')
})

test('a chosen file follows every change, and a notice says when it stops', async ({ page }) => {
  await storeLots(page, [{ symbol: 'MSTY', shares: 10, boughtOn: '2026-03-02' }])
  // The dialog of the system, which a test can't use, gives a real file of the browser's private folder instead.
  await page.addInitScript(() => {
    const isRefused = () => localStorage.getItem('refused') !== null
    Object.assign(window, {
      showSaveFilePicker: async () =>
        (await navigator.storage.getDirectory()).getFileHandle('fleet.json', { create: true })
    })
    Object.assign(FileSystemFileHandle.prototype, {
      queryPermission: async () => (isRefused() ? 'prompt' : 'granted'),
      requestPermission: async () => {
        localStorage.removeItem('refused')
        return 'granted'
      }
    })
  })
  const goalOfFile = () =>
    page.evaluate(async () => {
      const folder = await navigator.storage.getDirectory()
      const file = await (await folder.getFileHandle('fleet.json')).getFile()
      // Rejected while the file is being replaced.
      const text = await file.text().catch(() => '')
      return text === '' ? null : [JSON.parse(text).goal, JSON.parse(text).transactions.length]
    })
  const goal = page.getByLabel('Goal: total distributions')
  await visit(page, path)
  await use(page)
  await page.getByRole('button', { name: 'Keep a file up to date' }).click()
  await expect(page.getByText('fleet.json is kept up to date.')).toBeVisible()
  await goal.fill('500')
  await expect.poll(goalOfFile).toEqual([500, 1])
  await page.evaluate(() => localStorage.setItem('refused', ''))
  await page.reload()
  await use(page)
  const notice = page.getByRole('main').getByRole('alert')
  await expect(notice).toContainText('fleet.json isn’t kept up to date.')
  await goal.fill('600')
  expect(await goalOfFile()).toEqual([500, 1])
  await notice.getByRole('button', { name: 'Write it again' }).click()
  await expect.poll(goalOfFile).toEqual([600, 1])
  await expect(notice).toHaveCount(0)
  // After the browser's data was deleted, the file may be the only copy.
  await page.evaluate(() => localStorage.clear())
  await page.goto(`${path}?add=MSTY&shares=50`)
  await page.getByLabel('Day bought').fill('2026-03-02')
  await page.getByRole('button', { name: 'Add to My Fleet' }).click()
  await use(page)
  await expect(page.getByRole('button', { name: 'Keep a file up to date' })).toBeVisible()
  expect(await goalOfFile()).toEqual([600, 1])
})

test('a full storage loses no change silently', async ({ page }) => {
  await storeLots(page, [{ symbol: 'MSTY', shares: 10, boughtOn: '2026-03-02' }])
  await visit(page, path)
  await use(page)
  // The real quota: what is left is less than the goal adds.
  await page.evaluate(() => {
    for (let size = 5_000_000; size >= 1; size = Math.floor(size / 2))
      try {
        for (;;) localStorage.setItem(`filler ${Math.random()}`, 'x'.repeat(size))
      } catch {
        // Full for this size.
      }
  })
  await page.getByLabel('Goal: total distributions').fill('500')
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Your last change isn’t saved.')
  const leaving = page.waitForEvent('dialog')
  void page.close({ runBeforeUnload: true })
  await (await leaving).dismiss()
  await expect(page.getByLabel('Goal: total distributions')).toHaveValue('500')
})

test('a link to a part below the first screen opens the page there', async ({ page }) => {
  await storeLots(page, [{ symbol: 'MSTY', shares: 10, boughtOn: '2026-03-02' }])
  await page.goto(`${path}#fleet-tax-years-title`)
  await expect(page.locator('#fleet-tax-years-title')).toBeInViewport()
})

test('a browser without storage shows a message, and the page keeps working', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('closed', 'SecurityError')
      }
    })
  })
  await visit(page, `${path}?add=MSTY&shares=50`)
  await expect(page.getByRole('main').getByRole('alert')).toContainText(
    'This browser doesn’t store data for this site.'
  )
  await page.getByLabel('Day bought').fill('2026-03-02')
  await page.getByRole('button', { name: 'Add to My Fleet' }).click()
  // In some weeks with a holiday, a fund pays nothing.
  await paycheck(page).getByRole('button', { name: 'Next month' }).click()
  await expect(paycheck(page)).toContainText('80% range')
})

test('the portfolio is accessible in both themes and fits a phone', async ({ page }) => {
  await visit(page, path)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Try an example' }).click()
  // On a weekend the week's payments are past.
  await paycheck(page).getByRole('button', { name: 'Next month' }).click()
  await expect(paycheck(page)).toContainText('80% range')
  await openFund(page, 'NVDY')
  await page.getByRole('button', { name: 'Edit 250 shares' }).click()
  await expectAccessibleEverywhere(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
  await page.getByRole('combobox', { name: 'Fund' }).fill('universe')
  await expect(page.getByRole('option', { name: /YMAX/ })).toBeVisible()
  const list = await page.getByRole('listbox', { name: 'Funds' }).filter({ visible: true }).boundingBox()
  expect((list?.x ?? 0) + (list?.width ?? 0)).toBeLessThanOrEqual(390)
})

test('on a phone, parts below the paycheck are folded until a button or a link opens them', async ({
  page
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await storeLots(page, [{ symbol: 'MSTY', shares: 10, boughtOn: '2025-06-02' }])
  await visit(page, path)
  await use(page)
  await paycheck(page).getByRole('button', { name: 'Next month' }).click()
  const row = paycheck(page).getByRole('table').locator('tbody tr').first()
  const [name, amount] = await Promise.all([
    row.getByRole('rowheader').boundingBox(),
    row.getByRole('cell').first().boundingBox()
  ])
  expect((name?.x ?? 0) + (name?.width ?? 0), 'name and amount of a payment').toBeLessThanOrEqual(
    amount?.x ?? 0
  )
  const taxes = page.getByRole('region', { name: /^Income and gains in/ })
  await expect(taxes.getByText('Payments received')).toBeHidden()
  await taxes.getByRole('button', { name: /^Show/ }).click()
  await expect(taxes.getByText('Payments received')).toBeVisible()
  await expectAccessible(page, '.portfolio')
  await taxes.getByRole('button', { name: /^Hide/ }).click()
  await expect(taxes.getByText('Payments received')).toBeHidden()
  await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Files' }).click()
  const files = page.getByRole('region', { name: 'Files' })
  await expect(files.getByRole('button', { name: 'Delete all' })).toBeVisible()
  await expect(files.getByRole('button', { name: /^Hide/ })).toBeVisible()
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(taxes.getByText('Payments received')).toBeVisible()
})

test('the income chart saves months, holdings and sources as a file, of covered and own holdings', async ({
  page
}) => {
  const months = ['2026-02-10', '2026-03-10', '2026-04-10', '2026-05-10', '2026-06-10']
  const bought = { type: 'buy', account: '', date: '2026-01-05', shares: 100, price: 20, fee: 0 }
  const portfolio = {
    version: 2,
    methods: [],
    taxPercent: null,
    goal: null,
    transactions: [
      { ...bought, id: 'a', symbol: 'MSTY' },
      { ...bought, id: 'b', symbol: 'SCHD' },
      ...months.map((date) => ({ id: date, type: 'cash', account: '', symbol: 'SCHD', date, amount: 25.5 }))
    ]
  }
  await page.addInitScript((text) => localStorage.setItem('fleet', text), JSON.stringify(portfolio))
  await visit(page, path)
  await use(page)
  const saving = page.waitForEvent('download')
  const chart = page.getByRole('region', { name: 'Income by month' })
  await chart.getByRole('button', { name: 'Save as CSV' }).press('Enter')
  const file = await saving
  expect(file.suggestedFilename()).toMatch(/^doubloon-income-\d{4}-\d\d-\d\d\.csv$/)
  const [header, ...lines] = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
  expect(header).toBe('month,symbol,source,paid,declared,estimated,projected,not_confirmed')
  const ofHolding = lines.filter((line) => line.includes(',SCHD,'))
  expect(ofHolding.slice(0, months.length)).toEqual(
    months.map((day) => `${day.slice(0, 7)},SCHD,own rows,25.5,0,0,0,0`)
  )
  // Coming months follow its rhythm, and covered funds have a source of their own.
  expect(ofHolding.length).toBeGreaterThan(10)
  expect(lines.filter((line) => line.includes(',MSTY,covered,')).length).toBeGreaterThan(5)
})
