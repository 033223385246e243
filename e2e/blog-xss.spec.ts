import type { Browser, Frame } from '@playwright/test'
import { sanitizeContent } from '../admin-api/blog/content/sanitize-content.ts'
import { xssCorpus } from '../admin-api/testing/xss-corpus.ts'
import { expect, test } from './test.ts'

const host = 'http://probe.example'

/**
 * Opens each text as the body of its own document without a content security policy, parses its markup again, and
 * interacts with every element. Returns everything that a text must not cause.
 */
async function watch(browser: Browser, texts: readonly string[]): Promise<string[]> {
  const context = await browser.newContext({ bypassCSP: true })
  const page = await context.newPage()
  const noticed: string[] = []
  // Replaces the real dialogs, which would block the browser.
  await context.exposeFunction('alert', (what: unknown) => void noticed.push(`script ran: ${what}`))
  page.on('dialog', (dialog) => {
    noticed.push(`dialog: ${dialog.message()}`)
    return dialog.dismiss()
  })
  page.on('pageerror', (error) => noticed.push(`script failed: ${error.message}`))
  context.on('page', (opened) => noticed.push(`window opened: ${opened.url()}`))
  await context.route('**/*', (route) => {
    const request = route.request()
    const url = new URL(request.url())
    const text = texts[Number(/^\/text\/(\d+)$/.exec(url.pathname)?.[1])]
    if (url.origin === host && url.pathname === '/') return route.fulfill(asDocument(frames(texts.length)))
    if (url.origin === host && text !== undefined) return route.fulfill(asDocument(text))
    const isOwnPicture = url.origin === host && request.resourceType() === 'image'
    if (isOwnPicture) return route.fulfill({ status: 404 })
    noticed.push(`request: ${request.url()}`)
    return route.abort()
  })
  // Waits for every frame and its requests.
  await page.goto(host, { waitUntil: 'load' })
  // A text that navigated its frame was reported already.
  const interactions = page
    .mainFrame()
    .childFrames()
    .map((frame) => interact(frame).catch(() => ['frame gone']))
  noticed.push(...(await Promise.all(interactions)).flat())
  await context.close()
  return noticed
}

function asDocument(body: string) {
  return {
    contentType: 'text/html; charset=utf-8',
    body: `<!doctype html><html><head><title>Text</title></head><body>${body}</body></html>`
  }
}

function frames(count: number): string {
  return Array.from({ length: count }, (_, index) => `<iframe src="/text/${index}"></iframe>`).join('')
}

/** Runs in the document of one text. Returns forbidden link addresses. */
async function interact(frame: Frame): Promise<string[]> {
  return frame.evaluate(async () => {
    const again = document.createElement('div')
    document.body.append(again)
    again.innerHTML = document.body.innerHTML
    for (const element of document.body.querySelectorAll('*')) {
      for (const type of ['mouseover', 'pointerenter', 'focus', 'click', 'animationstart', 'toggle', 'error'])
        if (type !== 'click' || !element.closest('[href]')) element.dispatchEvent(new Event(type))
    }
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const links = [...document.body.querySelectorAll<HTMLAnchorElement>('[href]')]
    return links
      .filter((link) => {
        const isOurs = link.protocol === 'http:' && link.host === location.host
        return !isOurs && !/^(?:https?:\/\/|mailto:)/i.test(link.getAttribute('href') ?? '')
      })
      .map((link) => `link: ${link.getAttribute('href')}`)
  })
}

test('sanitized corpus texts have no effect, even without a content security policy', async ({ browser }) => {
  expect(
    await watch(
      browser,
      xssCorpus.map(({ html }) => sanitizeContent(html))
    )
  ).toEqual([])
})

test('the same check detects what unsanitized texts do', async ({ browser }) => {
  const noticed = await watch(browser, [
    '<script>alert("element")</script>',
    '<img src=x onerror=alert("picture")>',
    '<svg onload=alert("namespace")>',
    '<p onmouseover=alert("handler")>x</p>',
    '<iframe srcdoc="&lt;script&gt;parent.alert(\'frame\')&lt;/script&gt;"></iframe>',
    '<a href="java&#10;script:alert(1)">x</a>',
    '<img src="https://evil.example/x.png">',
    '<a href="/\\evil.example/">x</a>'
  ])
  for (const ran of ['element', 'picture', 'namespace', 'handler', 'frame'])
    expect(noticed).toContain(`script ran: ${ran}`)
  expect(noticed).toContain('link: java\nscript:alert(1)')
  expect(noticed).toContain('link: /\\evil.example/')
  expect(noticed).toContain('request: https://evil.example/x.png')
})
