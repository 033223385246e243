import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { test as withProduct } from './test.ts'

test.use({ serviceWorkers: 'allow' })

/** Number of the current build of the test site, which its page and its script contain. */
let build: number
let server: Server
let origin: string

test.beforeEach(async () => {
  build = 1
  const worker = await readFile('site/public/sw.js', 'utf8')
  server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://site').pathname
    const [type, body] = answer(path, worker)
    response.writeHead(type === '' ? 404 : 200, { 'content-type': type || 'text/plain' }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  origin = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
})
/** Media type and content; earlier files stay, as in the product. */
function answer(path: string, worker: string): [type: string, body: string] {
  if (path === '/sw.js') return ['text/javascript', worker.replace("'BUILD'", `'${build}'`)]
  const [, name, number = ''] = /^\/_astro\/(page|part)\.(\d)\.js$/.exec(path) ?? []
  if (name === 'part') return ['text/javascript', `export const build = ${number}`]
  if (name === 'page')
    return [
      'text/javascript',
      `import { build } from "./part.${number}.js"\ndocument.title = 'script ' + build`
    ]
  if (!/^\/(?:fleet|calendar|offline|msty|tsly)?$/.test(path)) return ['', '']
  const script = `<script type="module" src="/_astro/page.${build}.js"></script>`
  const html = `<!doctype html><html lang="en"><body><h1>${path} of build ${build}</h1>${script}</body></html>`
  return ['text/html', html]
}

test.afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

/** Installs the worker of the current build and waits until it has taken over and stored the shell. */
async function install(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.register('/sw.js')
    await registration.update()
    const worker = registration.installing ?? registration.waiting ?? registration.active
    if (worker !== null && worker.state !== 'activated')
      await new Promise<void>((resolve) =>
        worker.addEventListener('statechange', () => worker.state === 'activated' && resolve())
      )
  })
}

async function expectBuild(page: Page, path: string, number: number): Promise<void> {
  await expect(page.getByRole('heading')).toHaveText(`${path} of build ${number}`)
  await expect(page).toHaveTitle(`script ${number}`)
}

async function goOffline(context: BrowserContext, isOffline: boolean): Promise<void> {
  await context.setOffline(isOffline)
}

test('old tab, new build, offline, back online: a page always has the script of its own build', async ({
  page,
  context
}) => {
  await page.goto(`${origin}/msty`)
  await install(page)
  await page.reload()
  await expectBuild(page, '/msty', 1)

  // The old tab stays open while a new build takes over.
  build = 2
  const fresh = await context.newPage()
  await fresh.goto(`${origin}/tsly`)
  await expectBuild(fresh, '/tsly', 2)
  await install(fresh)

  await goOffline(context, true)
  // Viewed with the first build, and not again since.
  await page.reload()
  await expectBuild(page, '/msty', 1)
  for (const path of ['/tsly', '/fleet', '/calendar', '/']) {
    await fresh.goto(origin + path)
    await expectBuild(fresh, path, 2)
  }
  await fresh.goto(`${origin}/blog/never-seen`)
  await expectBuild(fresh, '/offline', 2)

  await goOffline(context, false)
  await page.reload()
  await expectBuild(page, '/msty', 2)
})

withProduct.use({ serviceWorkers: 'allow' })
withProduct(
  'a viewed fund, My Fleet and the calendar open offline with their dates, and notifications can be chosen',
  async ({ browser, baseURL }) => {
    const context = await browser.newContext({ serviceWorkers: 'allow' })
    const page = await context.newPage()
    await page.goto(`${baseURL}/notifications`)
    await expect(page.getByRole('heading', { name: 'Notify me in this browser' })).toBeVisible()
    await expect(page.getByLabel('The day before own-by dates')).toBeChecked()
    await install(page)
    await page.goto(`${baseURL}/msty`)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('MSTY')
    // Stored in the background.
    for (const path of ['/msty', '/calendar', '/fleet'])
      await expect
        .poll(() => page.evaluate(async (stored) => (await caches.match(stored))?.ok, path))
        .toBe(true)
    await context.setOffline(true)
    for (const [path, text] of [
      ['/msty', 'Data through July 8, 2026'],
      ['/calendar', 'Data through July 8, 2026'],
      ['/fleet', 'Data through July 8, 2026']
    ] as const) {
      await page.goto(baseURL + path)
      await expect(page.getByRole('main')).toContainText(text)
    }
    await context.close()
  }
)
