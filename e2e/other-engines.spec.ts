import { engines, type Session } from './other-engines.ts'
import { operatorPassword } from './server.ts'
import { expect, test } from './test.ts'

const field = (label: string) => `//*[@id=(//label[starts-with(normalize-space(), '${label}')]/@for)]`
const button = (text: string) => `//button[normalize-space()='${text}']`

type Flow = (at: (path: string) => string, session: Session) => Promise<void>

/** The main flows of visitors and the operator. */
const flows: Record<string, Flow> = {
  'a search on the home page shows the estimate': async (at, { open, type, see }) => {
    await open(at('/'))
    await type(field('ETF symbol'), 'msty\n')
    await see("//a[contains(., 'See the MSTY page')]")
  },
  'the calculator of a fund shows a payout': async (at, { open, click, see }) => {
    await open(at('/msty'))
    await click(button('500'))
    await see("//*[contains(@class, 'calculator-card')]//dd[contains(., '$')]")
  },
  'the history chart shows the payment under the pointer': async (at, { open, hover, see }) => {
    await open(at('/msty'))
    await hover("//*[@role='application'][contains(@aria-label, 'latest 18')]")
    await see("//*[contains(@class, 'chart__box')][contains(., 'Of the highest')]")
  },
  'the theme switch changes the theme and back': async (at, { open, click, see }) => {
    await open(at('/about'))
    await click("//button[contains(@class, 'theme-switch')]")
    await see("//html[@data-theme='dark']//h1")
    await click("//button[contains(@class, 'theme-switch')]")
    await see("//html[@data-theme='light']//h1")
  },
  'a transaction of My Fleet is entered, and a missing date is named': async (
    at,
    { open, type, click, see }
  ) => {
    await open(at('/fleet'))
    await click(button('Add a transaction'))
    await type(field('Fund'), 'YMAX')
    await type(field('Shares'), '12\n')
    await see("//*[contains(text(), 'Enter the date.')]")
  },
  'the calendar shows its weeks': async (at, { open, see }) => {
    await open(at('/calendar'))
    await see("//h3[contains(., '–') and contains(., ', 2026')]")
  },
  'the operator signs in': async (at, { open, type, see }) => {
    await open(at('/login'))
    await type(field('Password'), `${operatorPassword}\n`)
    await see("//h1[contains(., 'Captain')]")
  }
}

for (const { name, path, start } of engines) {
  test.describe(`in ${name}`, () => {
    // One browser for all flows, because its start takes longer than they do.
    test.describe.configure({ mode: 'default' })
    test.skip(path === null, `${name} is not installed`)

    let session: Session
    test.beforeAll(async () => {
      if (path !== null) session = await start(path)
    })
    test.afterAll(() => session?.close())

    for (const [title, flow] of Object.entries(flows)) {
      test(title, async ({ baseURL }) => {
        await flow((pathname) => `${baseURL}${pathname}`, session)
        expect(session.faults()).toEqual([])
      })
    }
  })
}
