import type { Page } from '@playwright/test'
import {
  expect,
  expectAccessible,
  expectAccessibleEverywhere,
  expectNoSidewaysScroll,
  expectSpacedWords
} from '../test.ts'
import { logIn, readToast } from './operator.ts'
import { test } from './posts.ts'

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

/** Finds a post in the list by its title. */
function entryOf(page: Page, title: string) {
  const list = page.getByRole('region', { name: /^Posts/ })
  return list.getByRole('article').filter({ has: page.getByRole('heading', { name: title, exact: true }) })
}

/** Editor.js handles keys of a new block only after the browser was idle. */
async function untilIdle(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
}

async function answer(page: Page, title: string, button: string): Promise<void> {
  await page.getByRole('alertdialog', { name: title }).getByRole('button', { name: button }).click()
}

test('on a phone the toolbar is one row, and a menu opens inside the window', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openBlogAdmin(page)
  expect((await toolbarOf(page).boundingBox())?.height).toBeLessThan(60)
  await expectNoSidewaysScroll(page)
  await textOf(page).locator('[contenteditable="true"]').first().click()
  await toolbarOf(page)
    .getByRole('button', { name: /^Block type/ })
    .click()
  await expect(page.getByRole('menu')).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('menuitemradio').last()).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Escape')

  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose an image' }).click()
  await (await chooser).setFiles('site/public/icon-192.png')
  await page.getByLabel('What the feature image shows').fill('A gold coin')
  await page.getByRole('button', { name: 'Remove the image' }).click()
  await expect(page.getByText('Without one, the post gets one of our drawings.')).toBeVisible()
})

test.describe('writing', () => {
  test.use({ expectedErrors: /status of 404/ })

  test('a post is written, survives a reload, is published and deleted', async ({ page, request }) => {
    const title = 'Passing the reef'
    const draftPath = '/blog/passing-the-reef'
    const path = '/blog/past-the-reef'
    const text = textOf(page)
    await openBlogAdmin(page)

    await text.getByText('', { exact: true }).first().click()
    await page.keyboard.type('Mind the ')
    await page.keyboard.press('Control+b')
    await page.keyboard.type('reef')
    await page.keyboard.press('Control+b')
    await page.keyboard.type(' at night')
    await expect(tool(page, 'Undo')).toHaveAttribute('aria-disabled', 'false')
    await untilIdle(page)
    await page.keyboard.press('Enter')
    await page.keyboard.type('Soundings')
    await choose(page, 'Block type', 'Heading 3')
    await expect(text.getByRole('heading', { level: 3, name: 'Soundings' })).toBeVisible()
    await untilIdle(page)
    await page.keyboard.press('Enter')
    await page.keyboard.press('/')
    await expect(page.getByRole('menuitemradio', { name: 'Paragraph' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(text.locator(':focus')).toHaveCount(1)
    await untilIdle(page)
    await page.keyboard.type('twelve fathoms')
    await tool(page, 'Numbered list').click()
    await expect(text.getByRole('listitem')).toHaveText('twelve fathoms')
    await page.keyboard.press('Shift+Home')
    await choose(page, 'Text color', 'Sea')
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
    await expect(page.getByText(`Address: ${draftPath}`)).toBeVisible()
    await page.getByRole('button', { name: 'Create Post' }).click()
    expect(await readToast(page, 'Error')).toContain('Title, excerpt and content are required')
    await expect(page.getByLabel('Excerpt')).toBeFocused()
    await page.getByLabel('Excerpt').fill('By lead line.')

    const opened = page.waitForEvent('dialog')
    const reload = page.reload()
    const dialog = await opened
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
    await expect(entryOf(page, title)).toContainText(/ID \d+.*passing-the-reef.*Draft/)
    expect((await request.get(draftPath)).status()).toBe(404)
    expect((await request.get(`/api/blog/posts${draftPath.slice('/blog'.length)}`)).status()).toBe(404)

    await page.getByRole('button', { name: `Edit ${title}` }).click()
    await expect(page.getByRole('heading', { name: 'Edit Post' })).toBeVisible()
    await expect(page.getByLabel('Excerpt')).toHaveValue('By lead line.')
    await page.getByRole('switch', { name: 'Published' }).check()
    await page.getByLabel('Address', { exact: true }).fill('Past the Reef!')
    // A draft's address was never public, so it doesn't redirect.
    await expect(page.getByText(`Address: ${path}`, { exact: true })).toBeVisible()
    await page.getByLabel('Tags').fill('Reefs, Sounding')
    await page.getByLabel('Date of publication').fill('2099-01-01T12:00')
    await expect(page.getByText('The post is published then.')).toBeVisible()
    await text.getByLabel('What the picture shows').fill('')
    await page.getByRole('button', { name: 'Schedule Post' }).click()
    await answer(page, 'Save without descriptions?', 'Cancel')
    await text.getByLabel('What the picture shows').fill('A gold coin')
    await page.getByRole('button', { name: 'Schedule Post' }).click()
    expect(await readToast(page, 'Post Updated')).toContain('It becomes public on')
    await expect(entryOf(page, title)).toContainText(/past-the-reef.*Scheduled for 01\/01\/2099/)

    await page.getByRole('button', { name: `Edit ${title}` }).click()
    // Otherwise the post may load over the typed text.
    await expect(page.getByLabel('Excerpt')).toHaveValue('By lead line.')
    await page.getByLabel('Excerpt').fill('Changed.')
    await page.getByLabel('Date of publication').fill('')
    await page.getByRole('button', { name: 'Update Post' }).click()
    expect(await readToast(page, 'Post Updated')).toContain(`Successfully updated "${title}"`)
    await expect(page.getByRole('link', { name: 'View the post' })).toHaveAttribute('href', path)
    const isPublic = async () => (await request.get(path)).status() === 200
    await expect.poll(isPublic).toBe(true)
    const article = /<article.*<\/article>/s.exec(await (await request.get(path)).text())?.[0]
    expect(article).toContain('<p>Mind the <b>reef</b> at night</p>')
    expect(article).toContain('<li><span class="ink-sea">twelve fathoms</span></li>')
    expect(article).toMatch(/<img src="\/blog-images\/[0-9a-f]{32}\.webp" alt="A gold coin"/)
    expect(article).toMatch(/<a class="chip" href="\/blog\/tag\/reefs" rel="tag">\s*Reefs\s*<\/a>/)
    await expect.poll(async () => (await request.get('/blog/tag/reefs')).status()).toBe(200)
    await page.getByRole('button', { name: `Edit ${title}` }).click()
    await expect(page.getByLabel('Excerpt')).toHaveValue('Changed.')
    await page
      .getByRole('button', { name: /^Open the version of/ })
      .first()
      .click()
    await expect(page.getByLabel('Excerpt')).toHaveValue('By lead line.')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await answer(page, 'Discard changes', 'Discard')
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

/** The server closes idle connections, possibly just when one is reused. */
const retry = { maxRetries: 1 }

test('a deleted post is removed for readers and can be restored', async ({ page, blog, request }) => {
  const title = 'Lost at sea'
  const [{ slug } = { slug: '' }] = await blog.write([title])
  const path = `/blog/${slug}`
  await openBlogAdmin(page)
  await page.getByRole('button', { name: `Delete ${title}` }).click()
  await expect(page.getByRole('alertdialog')).toContainText('You can restore it for 30 days.')
  await answer(page, 'Delete Post', 'Delete')
  await readToast(page, 'Post Deleted')
  await expect.poll(async () => (await request.get(path, retry)).status()).toBe(404)
  await expect.poll(async () => (await request.get('/rss.xml', retry)).text()).not.toContain(title)
  await expect.poll(async () => (await request.get('/sitemap.xml', retry)).text()).not.toContain(path)

  const bin = page.getByRole('region', { name: 'Deleted posts' })
  await expect(bin.getByRole('article').filter({ hasText: title })).toContainText('30 days left')
  await expectAccessible(page, '[aria-labelledby="deleted-posts-title"]')
  await expectSpacedWords(page)
  await expectNoSidewaysScroll(page)
  await bin.getByRole('button', { name: `Restore ${title}` }).click()
  expect(await readToast(page, 'Post Restored')).toContain(`"${title}" is back at ${path}`)
  await expect(bin.getByRole('button', { name: `Restore ${title}` })).toHaveCount(0)
  await expect(page.getByRole('button', { name: `Edit ${title}` })).toBeVisible()
  await expect.poll(async () => (await request.get(path, retry)).status()).toBe(200)
  await expect.poll(async () => (await request.get('/rss.xml', retry)).text()).toContain(title)
})

test.describe('in two windows', () => {
  test.use({ expectedErrors: /status of 409/ })

  test('an edit that conflicts with another window is kept, and the other version can be viewed', async ({
    page,
    blog
  }) => {
    const title = 'Two hands on the wheel'
    const [post] = await blog.write([title])
    await openBlogAdmin(page)
    await page.getByRole('button', { name: `Edit ${title}` }).click()
    await expect(page.getByLabel('Title')).toHaveValue(title)
    await page.getByLabel('Excerpt').fill('Mine.')
    if (post !== undefined) await blog.rename(post, title)
    await page.getByRole('button', { name: 'Update Post' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'changed in another window' })).toBeFocused()
    await expect(page.getByLabel('Excerpt')).toHaveValue('Mine.')
    await expectAccessible(page, '[role="alert"]')
    await page.getByRole('button', { name: 'See the other version' }).click()
    await expect(page.getByRole('dialog', { name: 'The other version' })).toContainText('Fair winds')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Overwrite with mine' }).click()
    expect(await readToast(page, 'Post Updated')).toContain(title)
    await expect(page.getByLabel('Title')).toHaveValue('')
  })
})

test('opening another post asks about unsaved text', async ({ page }) => {
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

  // Without a change no confirmation is needed.
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('heading', { name: 'New Post' })).toBeVisible()
  await expect(page.getByLabel('Title')).toHaveValue('')
  await expect(page.getByLabel('Excerpt')).toHaveValue('')
  await expect(textOf(page).locator('.ce-block')).toHaveText('')
})

test('the toolbar is one tab stop, and the keyboard can leave the text again', async ({ page }) => {
  await openBlogAdmin(page)
  await page.getByLabel('Excerpt').focus()
  await page.keyboard.press('Tab')
  await expect(tool(page, 'Undo')).toBeFocused()
  await page.keyboard.press('End')
  await expect(tool(page, 'Help')).toBeFocused()
  await page.keyboard.press('Enter')
  const help = page.getByRole('dialog', { name: 'Editor keys' })
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
  await expect(page.getByRole('button', { name: 'Choose an image' })).toBeFocused()
  await page.getByRole('switch', { name: 'Published' }).focus()
  // Editor.js would handle these keys even outside the text.
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('switch', { name: 'Published' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Create Post' })).toBeFocused()
})

test('every tool is legible and has a name: no axe violation in either theme', async ({ page }) => {
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
  await expectAccessibleEverywhere(page)
})
