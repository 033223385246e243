import type { Page } from '@playwright/test'
import { adminMarker } from '../../admin-api/contract/headers.ts'
import { expect, expectAccessible, expectNoSidewaysScroll } from '../test.ts'
import { logIn, openAdmin, readToast, sectionOf } from './operator.ts'
import { test } from './posts.ts'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

const title = /^The week of \w+ \d+, \d{4}: misses first$/

test('the week is drafted once, published, and copied for an e-mail', async ({ page, request }) => {
  await logIn(page)
  await page.goto('/admin-blog')
  const draft = page.getByRole('button', { name: 'Draft the Week' })
  await draft.click()
  await readToast(page, 'Week Drafted')
  await expect(page.getByLabel('Title')).toHaveValue(title)
  await expect(page.getByRole('group', { name: 'Content' })).toContainText('Where we missed')
  await draft.click()
  await readToast(page, 'Post Opened')
  const entries = page
    .getByRole('region', { name: /^Posts/ })
    .getByRole('article')
    .filter({ has: page.getByRole('heading', { name: title }) })
  await expect(entries).toHaveCount(1)
  await expect(entries).toContainText('Draft')

  await page.getByRole('switch', { name: 'Published' }).check()
  await page.getByRole('button', { name: 'Update Post' }).click()
  await readToast(page, 'Post Updated')
  const notice = page.getByRole('status').filter({ hasText: 'Send it to your readers, too?' })
  await notice.getByRole('button', { name: /^Copy for E-mail: The week/ }).click()
  await readToast(page, 'Copied for E-mail')
  const { html, text } = await readClipboard(page)
  expect(text).toMatch(
    /Where we missed\n\n[\s\S]*\d+ of \d+ payments? \(https?:\/\/[^)]+\/week\/[\d-]+#in-range\)/
  )
  expect(html).toContain('Where we missed')
  expect(html).not.toMatch(/(?:href|src)="[/#]|<script/)

  const href = (await entries.getByRole('link', { name: /^View/ }).getAttribute('href')) ?? ''
  await expect.poll(async () => (await request.get(href)).status()).toBe(200)
  await page.goto(href)
  await expect(page.getByRole('link', { name: /^\d+ of \d+ payments?$/ }).first()).toBeVisible()
  await expectAccessible(page, 'main')

  const slug = href.slice('/blog/'.length)
  const post = await (await page.request.get(`/api/blog/posts/${slug}`)).json()
  const headers = { [adminMarker.name]: adminMarker.value }
  await page.request.delete(`/api/blog/posts/${post.id}`, { headers })
})

test('a mailing list is refused without https, and offered on the blog with its own policy', async ({
  page
}) => {
  await openAdmin(page, 'Settings')
  const section = sectionOf(page, 'Mailing list')
  await expectPolicy(page, "form-action 'self';")
  await section.getByLabel('Address of its form').fill('http://list.example/subscribe')
  await section.getByRole('button', { name: 'Save Mailing List' }).click()
  await expect(section).toContainText('Enter the complete address of the form, beginning with https://')
  await section.getByLabel('Address of its form').fill('https://list.example/subscribe')
  await section.getByLabel('Name of the form’s e-mail field').fill('email')
  await section.getByRole('button', { name: 'Save Mailing List' }).click()
  await readToast(page, 'Mailing List Saved')
  await expectPolicy(page, "form-action 'self' https://list.example;")

  const visitor = await page.context().newPage()
  await visitor.goto('/blog')
  const form = visitor.locator('form[action="https://list.example/subscribe"]')
  await expect(form.getByLabel('E-mail address')).toHaveAttribute('name', 'email')
  await visitor.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(visitor)
  await expectAccessible(visitor, '#mailing-list')
  await visitor.goto('/privacy')
  await expect(visitor.getByText('that service receives your e-mail address')).toBeVisible()

  await section.getByLabel('Name of the form’s e-mail field').fill('')
  await section.getByRole('button', { name: 'Save Mailing List' }).click()
  await expectPolicy(page, "form-action 'self';")
  await visitor.goto('/blog')
  await expect(visitor.getByRole('link', { name: /^Get posts by e-mail/ })).toHaveAttribute(
    'href',
    'https://list.example/subscribe'
  )
  await section.getByLabel('Address of its form').fill('')
  await section.getByRole('button', { name: 'Save Mailing List' }).click()
  await expect.poll(async () => (await page.request.get('/blog')).text()).not.toContain('mailing-list')
})

/** Waits until the blog's policy ends like this. */
async function expectPolicy(page: Page, part: string): Promise<void> {
  await expect.poll(async () => (await page.request.get('/blog')).text()).toContain(part)
}

async function readClipboard(page: Page) {
  return page.evaluate(async () => {
    const [item] = await navigator.clipboard.read()
    const read = async (type: string) => (await item?.getType(type))?.text() ?? ''
    return { html: await read('text/html'), text: await read('text/plain') }
  })
}
