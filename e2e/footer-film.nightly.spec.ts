import type { Page } from '@playwright/test'
import { readLayoutShift, unseenShift, watchLayoutShift } from './layout-shift.ts'
import { expect, test, visit } from './test.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const foot = (page: Page) => page.locator('[data-footer-film]')
const isPaused = (page: Page) =>
  foot(page)
    .locator('video')
    .evaluate((video: HTMLVideoElement) => video.paused)

async function fixRandom(page: Page, value: number): Promise<void> {
  await page.addInitScript((fixed) => {
    Math.random = () => fixed
  }, value)
}

test('a video loads only near the viewport, plays while visible, stops otherwise and by its button, and shifts nothing', async ({
  page
}) => {
  await watchLayoutShift(page)
  const loaded: string[] = []
  page.on('request', (request) => {
    if (/\/video\/.*\.(?:webm|mp4)$/.test(request.url())) loaded.push(request.url())
  })
  await visit(page, '/')
  expect(loaded).toEqual([])
  await foot(page).scrollIntoViewIfNeeded()
  await expect(foot(page).locator('video')).toBeVisible()
  await expect.poll(() => isPaused(page)).toBe(false)
  expect(loaded).not.toEqual([])
  await page.evaluate(() => window.scrollTo(0, 0))
  await expect.poll(() => isPaused(page)).toBe(true)
  expect(await readLayoutShift(page)).toBeLessThan(unseenShift)

  await foot(page).scrollIntoViewIfNeeded()
  await expect.poll(() => isPaused(page)).toBe(false)
  await page.getByRole('button', { name: 'Pause the film' }).click()
  await expect.poll(() => isPaused(page)).toBe(true)
  const play = page.getByRole('button', { name: 'Play the film' })
  await expect(play).toBeFocused()
  await page.keyboard.press('Enter')
  await expect.poll(() => isPaused(page)).toBe(false)
})

test('one of three videos is shown at random, and each plays', async ({ page }) => {
  for (const [value, name] of [
    [0, 'night-watch'],
    [0.5, 'opening-chest'],
    [0.99, 'charted-course']
  ] as const) {
    await fixRandom(page, value)
    await page.goto('/')
    await foot(page).scrollIntoViewIfNeeded()
    await expect(foot(page).locator('img')).toHaveAttribute('src', `/video/${name}.webp`)
    const shape = () =>
      foot(page)
        .locator('video')
        .evaluate((video: HTMLVideoElement) => [video.videoWidth, video.videoHeight, video.currentTime > 0])
    await expect.poll(shape).toEqual([1152, 480, true])
  }
})

test('with reduced motion the poster stays and nothing loads until the visitor plays it', async ({
  page
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/')
  await foot(page).scrollIntoViewIfNeeded()
  await expect(foot(page).locator('img')).toBeVisible()
  await expect(foot(page).locator('video')).toBeHidden()
  await expect(foot(page).locator('video')).not.toHaveAttribute('src')
  await page.getByRole('button', { name: 'Play the film' }).click()
  await expect.poll(() => isPaused(page)).toBe(false)

  // If the system allows motion again, the video starts without a reload.
  await page.reload()
  await foot(page).scrollIntoViewIfNeeded()
  await expect(foot(page).locator('video')).toBeHidden()
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await expect.poll(() => isPaused(page)).toBe(false)
})
