import type { Page } from '@playwright/test'
import { readLayoutShift, unseenShift, watchLayoutShift } from './layout-shift.ts'
import { expect, test } from './test.ts'

test.use({ viewport: { width: 390, height: 844 } })

/** Fonts that render an element, and the number of letters of each. */
async function facesOf(page: Page, selector: string): Promise<Record<string, number>> {
  const client = await page.context().newCDPSession(page)
  await client.send('DOM.enable')
  await client.send('CSS.enable')
  const { root } = await client.send('DOM.getDocument')
  const { nodeId } = await client.send('DOM.querySelector', { nodeId: root.nodeId, selector })
  const { fonts } = await client.send('CSS.getPlatformFontsForNode', { nodeId })
  // A variable font is reported by its lightest weight.
  return Object.fromEntries(
    fonts.map(({ familyName, glyphCount }) => [familyName.replace(' ExtraLight', ''), glyphCount])
  )
}

for (const path of ['/', '/msty', '/learn', '/weekly-battle', '/calendar']) {
  test(`${path}: text shows in the fallback font, and the fonts load without a layout shift`, async ({
    page
  }) => {
    await watchLayoutShift(page)
    const fonts = new Set<string>()
    let letThrough = () => {}
    const isPainted = new Promise<void>((resolve) => {
      letThrough = resolve
    })
    await page.route('**/*.woff2', async (route) => {
      fonts.add(new URL(route.request().url()).pathname)
      await isPainted
      await route.continue()
    })
    await page.goto(path, { waitUntil: 'domcontentloaded' })
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
    // The heading of a fund page is a ticker, in the text face.
    const families = path === '/msty' ? ['Source Sans 3'] : ['Source Sans 3', 'Almendra']
    const isMatched = await page.evaluate(
      (names) =>
        names.every((name) =>
          [...document.fonts].some(
            ({ family, status }) => family.includes(`${name} Fallback`) && status === 'loaded'
          )
        ),
      families
    )
    test.skip(!isMatched, 'no system font of this machine has the widths that the fallbacks are made for')
    const face = families.at(-1)
    expect(Object.keys(await facesOf(page, 'h1'))).not.toContain(face)
    letThrough()
    await page.evaluate(() => document.fonts.ready)
    await expect.poll(async () => Object.keys(await facesOf(page, 'h1'))).toContain(face)
    // Also the figures and the symbol in it.
    if (path === '/msty') expect(Object.keys(await facesOf(page, 'h1'))).toEqual([face])
    const preloaded = await page
      .locator('link[rel=preload][as=font]')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
    expect(preloaded.toSorted()).toEqual([...fonts].sort())
    // Words move by half a pixel; a different line break would be 0.02 or more.
    expect(await readLayoutShift(page)).toBeLessThan(unseenShift)
  })
}
