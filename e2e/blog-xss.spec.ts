import type { Browser, Frame } from '@playwright/test'
import { sanitiseContent } from '../admin-api/blog/content/sanitise-content.ts'
import { xssCorpus } from '../admin-api/testing/xss-corpus.ts'
import { expect, test } from './test.ts'

const host = 'http://probe.example'

/**
 * Opens each text as the body of a document of its own, without any content security policy, reads it again
 * from its own markup, and stirs every element. Returns what happened that a text must not make happen.
 */
async function watch(browser: Browser, texts: readonly string[]): Promise<string[]> {
  const context = await browser.newContext({ bypassCSP: true })
  const page = await context.newPage()
  const noticed: string[] = []
  // In place of the real one: a dialog that is open in a frame holds up the browser.
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
  // Until every frame and whatever it asked for has come.
  await page.goto(host, { waitUntil: 'load' })
  // A text that took its frame elsewhere was noticed already.
  const stirred = page
    .mainFrame()
    .childFrames()
    .map((frame) => stir(frame).catch(() => ['frame gone']))
  noticed.push(...(await Promise.all(stirred)).flat())
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
  return Array.from({ length: count }, (_, place) => `<iframe src="/text/${place}"></iframe>`).join('')
}

/** Runs in the document of one text. Returns the addresses that are none a text may lead to. */
async function stir(frame: Frame): Promise<string[]> {
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

test('nothing of the corpus does anything once it went through the sanitiser, with no policy to help', async ({
  browser
}) => {
  expect(
    await watch(
      browser,
      xssCorpus.map(({ html }) => sanitiseContent(html))
    )
  ).toEqual([])
})

test('the same watch notices what a text does that was not sanitised', async ({ browser }) => {
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
