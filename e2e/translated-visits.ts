import type { Page } from '@playwright/test'
import { translatePage } from '../site/testing/translate-page.ts'
import { expect, settle } from './test.ts'

export type TranslatedVisit = {
  /** Opens the page as on a first visit; ends when it has its data. */
  open: () => Promise<void>
  /** Before the page is translated. */
  before?: (page: Page) => Promise<unknown>
  /** After it; ends when the last figures are shown. */
  after: (page: Page) => Promise<unknown>
  /** Reads everything that must be the same. */
  read: (page: Page) => Promise<unknown>
}

/** Checks that a page that is translated between two actions shows the same as an untranslated one. */
export async function expectSameTranslated(
  page: Page,
  { open, before, after, read }: TranslatedVisit
): Promise<void> {
  const visit = async (isTranslated: boolean) => {
    await open()
    await settle(page)
    await before?.(page)
    if (isTranslated) {
      await page.evaluate(translatePage)
      await expect(page.locator('main font font')).not.toHaveCount(0)
    }
    await after(page)
    await settle(page)
  }
  await visit(false)
  const expected = await read(page)
  await visit(true)
  await expect.poll(() => read(page)).toEqual(expected)
}
