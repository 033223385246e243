import { expect, type Page, type Request } from '@playwright/test'

/** Requests without a response yet, by page. */
const waiting = new WeakMap<Page, Set<Request>>()

/** Keeps count of a page's requests for `waitForResponses`; those of an earlier document no longer count. */
export function countRequests(page: Page): void {
  const requests = new Set<Request>()
  waiting.set(page, requests)
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) requests.clear()
    requests.add(request)
  })
  page.on('requestfinished', (request) => requests.delete(request))
  page.on('requestfailed', (request) => requests.delete(request))
}

/**
 * Waits until the page has all responses and requests nothing more. Playwright's own state 'networkidle' never comes if
 * a large document takes longer to parse than to arrive, as on a slow machine.
 */
export async function waitForResponses(page: Page): Promise<void> {
  const requests = waiting.get(page)
  if (requests === undefined)
    throw new Error('the requests of this page are not counted: call countRequests first')
  await expect
    .poll(async () => {
      const before = [...requests]
      // An idle page has handled its last response, which may have led to another request.
      await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 2000 })))
      return [...before, ...requests].map((request) => request.url())
    })
    .toEqual([])
}
