import type { Page } from '@playwright/test'
import { logIn, readToast } from './operator.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './test.ts'

const seeded = 'How our dividend estimate is made'

async function openBlogAdmin(page: Page): Promise<void> {
  await logIn(page)
  await page.goto('/admin-blog')
  await expect(page.getByRole('heading', { level: 1, name: 'Blog Admin' })).toBeVisible()
  await expect(toolbarOf(page)).toBeVisible()
}

function toolbarOf(page: Page) {
  return page.getByRole('toolbar', { name: 'Editor' })
}

function textOf(page: Page) {
  return page.getByRole('group', { name: 'Content' })
}

function tool(page: Page, name: string) {
  return toolbarOf(page).getByRole('button', { name, exact: true })
}

async function choose(page: Page, menu: string, choice: string): Promise<void> {
  await toolbarOf(page).getByRole('button', { name: menu }).click()
  await page.getByRole('menuitemradio', { name: choice }).click()
}

/** The title of a post in the list, as its buttons name it. */
function entryOf(page: Page, title: string) {
  return page.getByRole('article').filter({ has: page.getByRole('heading', { name: title, exact: true }) })
}

async function answer(page: Page, title: string, button: string): Promise<void> {
  await page.getByRole('alertdialog', { name: title }).getByRole('button', { name: button }).click()
}

test.describe('writing', () => {
  test.skip(({ isMobile }) => isMobile, 'what is written is the same at every size')
  test.use({ expectedErrors: /status of 404/ })

  test('a post is written, kept through a reload, published and deleted', async ({ page, request }, info) => {
    // What a first try left behind is in nobody's way.
    const title = `Passing the reef, try ${info.retry + 1}`
    const path = `/blog/passing-the-reef-try-${info.retry + 1}`
    const text = textOf(page)
    await openBlogAdmin(page)

    await text.getByText('', { exact: true }).first().click()
    await page.keyboard.type('Mind the ')
    await page.keyboard.press('Control+b')
    await page.keyboard.type('reef')
    await page.keyboard.press('Control+b')
    await page.keyboard.type(' at night')
    await expect(tool(page, 'Undo')).toHaveAttribute('aria-disabled', 'false')
    await page.keyboard.press('Enter')
    await page.keyboard.type('Soundings')
    await choose(page, 'Block type', 'Heading 3')
    await expect(text.getByRole('heading', { level: 3, name: 'Soundings' })).toBeVisible()
    await page.keyboard.press('Enter')
    await page.keyboard.type('twelve fathoms')
    await tool(page, 'Numbered list').click()
    await expect(text.getByRole('listitem')).toHaveText('twelve fathoms')
    await page.keyboard.press('Shift+Home')
    await choose(page, 'Text colour', 'Sea')
    await expect(text.locator('.ink-sea')).toHaveText('twelve fathoms')

    await tool(page, 'Undo').click()
    await expect(text.locator('.ink-sea')).toHaveCount(0)
    await page.keyboard.press('Control+Shift+Z')
    await expect(text.locator('.ink-sea')).toHaveText('twelve fathoms')

    const chooser = page.waitForEvent('filechooser')
    await tool(page, 'Insert picture').click()
    await text.getByRole('button', { name: 'Choose a picture' }).click()
    await (await chooser).setFiles('site/public/icon-192.png')
    await text.getByLabel('What the picture shows').fill('A gold coin')

    await page.getByLabel('Title').fill(title)
    await expect(page.getByText(`Address: ${path}`)).toBeVisible()
    await page.getByRole('button', { name: 'Create Post' }).click()
    expect(await readToast(page, 'Error')).toContain('Title, excerpt and content are required')
    await expect(page.getByLabel('Excerpt')).toBeFocused()
    await page.getByLabel('Excerpt').fill('By lead line.')

    const asked = page.waitForEvent('dialog')
    const reload = page.reload()
    const dialog = await asked
    expect(dialog.type()).toBe('beforeunload')
    await dialog.accept()
    await reload
    await expect(page.getByText(/^Unsaved work from .* is back\.$/)).toBeVisible()
    await expect(page.getByLabel('Excerpt')).toHaveValue('By lead line.')
    await expect(text.getByRole('heading', { name: 'Soundings' })).toBeVisible()
    await expect(text.getByLabel('What the picture shows')).toHaveValue('A gold coin')

    await page.getByRole('button', { name: 'Create Post' }).click()
    expect(await readToast(page, 'Post Created')).toContain(`Successfully created "${title}"`)
    await expect(page.getByLabel('Title')).toHaveValue('')
    await expect(entryOf(page, title)).toContainText(/ID \d+.*passing-the-reef-try-.*Draft/)
    expect((await request.get(path)).status()).toBe(404)
    expect((await request.get(`/api/blog/posts${path.slice('/blog'.length)}`)).status()).toBe(404)

    await page.getByRole('button', { name: `Edit ${title}` }).click()
    await expect(page.getByRole('heading', { name: 'Edit Post' })).toBeVisible()
    await expect(page.getByLabel('Excerpt')).toHaveValue('By lead line.')
    await page.getByRole('switch', { name: 'Published' }).check()
    await page.getByRole('button', { name: 'Update Post' }).click()
    expect(await readToast(page, 'Post Updated')).toContain(`Successfully updated "${title}"`)
    const isOut = async () => (await request.get(path)).status() === 200
    await expect.poll(isOut, { timeout: 1000, intervals: [50] }).toBe(true)
    const article = /<article.*<\/article>/s.exec(await (await request.get(path)).text())?.[0]
    expect(article).toContain('<p>Mind the <b>reef</b> at night</p>')
    expect(article).toContain('<li><span class="ink-sea">twelve fathoms</span></li>')
    expect(article).toMatch(/<img src="\/blog-images\/[0-9a-f]{32}\.webp" alt="A gold coin"/)
    await expect(entryOf(page, title).getByRole('link', { name: `View ${title}` })).toHaveAttribute(
      'href',
      path
    )

    await page.getByRole('button', { name: `Delete ${title}` }).click()
    await expect(page.getByRole('alertdialog')).toContainText(`Are you sure you want to delete "${title}"?`)
    await answer(page, 'Delete Post', 'Delete')
    expect(await readToast(page, 'Post Deleted')).toContain(`Successfully deleted "${title}"`)
    await expect(entryOf(page, title)).toHaveCount(0)
    await expect.poll(async () => (await request.get(path)).status()).toBe(404)
  })
})

test('what was written is asked about before another post takes its place', async ({ page }) => {
  await openBlogAdmin(page)
  await page.getByLabel('Title').fill('Half a thought')
  await page.getByRole('button', { name: `Edit ${seeded}` }).click()
  await answer(page, 'Discard changes', 'Cancel')
  await expect(page.getByLabel('Title')).toHaveValue('Half a thought')
  await page.getByRole('button', { name: `Edit ${seeded}` }).click()
  await answer(page, 'Discard changes', 'Discard')

  await expect(page.getByLabel('Title')).toHaveValue(seeded)
  await expect(page.getByLabel('Excerpt')).not.toHaveValue('')
  await expect(textOf(page).getByRole('heading').first()).toBeVisible()
  await page.getByRole('button', { name: 'Preview' }).click()
  const preview = page.getByRole('dialog', { name: 'Preview' })
  await expect(preview.getByRole('heading', { name: seeded })).toBeVisible()
  await expectNoSidewaysScroll(page)
  await page.keyboard.press('Escape')

  // Nothing was changed, so nothing is asked.
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('heading', { name: 'New Post' })).toBeVisible()
  await expect(page.getByLabel('Title')).toHaveValue('')
  await expect(page.getByLabel('Excerpt')).toHaveValue('')
  await expect(textOf(page).locator('.ce-block')).toHaveText('')
})

test('the toolbar is one stop for Tab, and a keyboard gets out of the text again', async ({ page }) => {
  await openBlogAdmin(page)
  await page.getByLabel('Excerpt').focus()
  await page.keyboard.press('Tab')
  await expect(tool(page, 'Undo')).toBeFocused()
  await page.keyboard.press('End')
  await expect(tool(page, 'Help')).toBeFocused()
  await page.keyboard.press('Enter')
  const help = page.getByRole('dialog', { name: 'Keys of the editor' })
  await expect(help.getByText('Ctrl + Shift + Z')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.keyboard.type('point')
  await page.keyboard.press('Alt+F10')
  await expect(tool(page, 'Help')).toBeFocused()
  await tool(page, 'Bulleted list').focus()
  await page.keyboard.press('Enter')
  await expect(textOf(page).getByRole('listitem')).toHaveText('point')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('switch', { name: 'Published' })).toBeFocused()
})

for (const theme of ['light', 'dark'] as const) {
  test(`every tool is legible and named in the ${theme} theme`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: theme })
    await openBlogAdmin(page)
    await page.getByRole('button', { name: `Edit ${seeded}` }).click()
    await expect(page.getByLabel('Title')).toHaveValue(seeded)
    await textOf(page).getByRole('heading').first().click()
    for (const name of [
      'Insert picture',
      'Insert quote',
      'Insert code block',
      'Insert divider',
      'Insert table'
    ]) {
      await tool(page, name).click()
    }
    await expect(toolbarOf(page).getByRole('button', { name: 'Add row' })).toBeVisible()
    await toolbarOf(page).getByRole('button', { name: 'Block type' }).click({ force: true })
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  })
}
