import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { checkEstimatePath } from '../../../admin-api/contract/signed-record.ts'
import { recordCosignaturesPath } from '../../../admin-api/contract/witnesses.ts'
import {
  cosign,
  honest,
  makeKeyPair,
  makeRecordFiles,
  second
} from '../../../admin-api/testing/make-record.ts'
import { startCheckLinks } from './check-link.ts'

const shown = { symbol: 'MSTY', next_ex_date: second.exDate, dividend: 0.5 }

beforeEach(async () => {
  const files = await makeRecordFiles(honest, await makeKeyPair())
  const cosignatures = await cosign(files, await makeKeyPair())
  const served: Record<string, string> = { ...files, [recordCosignaturesPath]: cosignatures }
  vi.stubGlobal('fetch', async (path: string) => {
    const file = served[path]
    return file === undefined ? new Response('', { status: 404 }) : new Response(file)
  })
})
let stop = () => {}
afterEach(() => {
  stop()
  vi.unstubAllGlobals()
  localStorage.clear()
})

/** Shows the link of a fund page. @returns it */
function showLink(estimate = { symbol: shown.symbol, ex_date: shown.next_ex_date }, stock = shown) {
  const path = checkEstimatePath('2026-06-08', estimate)
  document.body.innerHTML = `<p><a href="${path}">Check this estimate</a></p>`
  stop()
  stop = startCheckLinks(stock)
  const link = document.querySelector('a')
  if (link === null) throw new Error('there is a link')
  return link
}

/** @returns whether the browser follows the link */
const click = (link: HTMLElement, init: MouseEventInit = {}) =>
  link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...init }))
const textBelow = () => document.querySelector('[role="status"]')?.textContent ?? null

test('a click checks inclusion, signatures and cosignatures below the link, and remembers the log', async () => {
  const link = showLink()
  expect(textBelow()).toBeNull()
  expect(click(link)).toBe(false)
  await expect.poll(textBelow).toContain('Signed and unchanged: this estimate of MSTY.')
  expect(textBelow()).toContain('this browser remembers it')
  expect(textBelow()).toContain('The witness witness.example/w1 saw the same 3 signatures')
  expect(JSON.parse(localStorage.getItem('recordLog') ?? '{}')).toMatchObject({ size: 3 })
  click(link)
  await expect.poll(textBelow).toContain('continues the log of 3 that this browser checked before')
  expect(document.querySelectorAll('[role="status"]')).toHaveLength(1)
})

test('a page that shows another amount than the signed one is found; an earlier estimate is checked by itself', async () => {
  click(showLink(undefined, { ...shown, dividend: 0.55 }))
  await expect.poll(textBelow).toBe('This page shows $0.5500, which is not what was signed on June 8, 2026.')
  click(
    showLink(
      { symbol: 'MSTY', ex_date: second.exDate },
      { ...shown, next_ex_date: '2026-06-18', dividend: 0.55 }
    )
  )
  await expect.poll(textBelow).toContain('Signed and unchanged')
})

test('a click that opens a new tab and clicks on other links are left to the browser', () => {
  const link = showLink()
  // The document of the test follows no links.
  document.addEventListener('click', (event) => event.preventDefault(), { once: true, capture: false })
  click(link, { ctrlKey: true })
  expect(textBelow()).toBeNull()
  link.href = '#payments'
  expect(click(link)).toBe(true)
  expect(textBelow()).toBeNull()
})
