import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { launch } from 'puppeteer-core'

/** How long a page may take to show what a flow waits for. */
const timeoutMs = 20_000

/** Steps of a flow, the same in any engine. Elements are found by XPath. */
export type Session = {
  open: (url: string) => Promise<void>
  click: (xpath: string) => Promise<void>
  /** Moves the mouse over an element, in two steps. */
  hover: (xpath: string) => Promise<void>
  /** Types into a field; '\n' at the end presses Enter. */
  type: (xpath: string, text: string) => Promise<void>
  /** Waits until an element with this XPath is in the page and visible. */
  see: (xpath: string) => Promise<void>
  /** Uncaught exceptions and content security policy violations, and console errors if the protocol reports them. */
  faults: () => string[]
  close: () => Promise<void>
}

export type Engine = {
  name: string
  packages: string
  path: string | null
  start: (path: string) => Promise<Session>
}

function firstOf(paths: readonly (string | undefined)[]): string | null {
  return paths.find((path) => path !== undefined && path !== '' && existsSync(path)) ?? null
}

export const engines: readonly Engine[] = [
  {
    name: 'Firefox',
    packages: 'firefox-esr',
    path: firstOf([process.env['FIREFOX_PATH'], '/usr/bin/firefox-esr', '/usr/bin/firefox']),
    start: startFirefox
  },
  {
    name: 'WebKit',
    packages: 'webkit2gtk-driver xvfb',
    path: firstOf([process.env['WEBKIT_DRIVER_PATH'], '/usr/bin/WebKitWebDriver']),
    start: startWebKit
  }
]

/** Firefox over WebDriver BiDi. */
async function startFirefox(executablePath: string): Promise<Session> {
  const browser = await launch({ browser: 'firefox', executablePath, headless: true })
  const page = await browser.newPage()
  page.setDefaultTimeout(timeoutMs)
  const faults: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`console: ${message.text()}`)
  })
  page.on('pageerror', (error) => faults.push(`uncaught: ${String(error)}`))
  const find = (xpath: string) => page.locator(`::-p-xpath(${xpath})`)
  return {
    open: async (url) => void (await page.goto(url)),
    click: (xpath) => find(xpath).click(),
    hover: async (xpath) => {
      await find(xpath).hover()
      const box = await (await find(xpath).waitHandle()).boundingBox()
      if (box !== null) await page.mouse.move(box.x + box.width / 2 + 5, box.y + box.height / 2)
    },
    type: async (xpath, text) => {
      await find(xpath).click()
      for (const key of text) await page.keyboard.press(key === '\n' ? 'Enter' : (key as 'A'))
    },
    see: async (xpath) => void (await find(xpath).wait()),
    faults: () => faults,
    close: () => browser.close()
  }
}

const elementKey = 'element-6066-11e4-a52e-4f735466cecf'
const collectFaults = `window.faults = []
for (const type of ['error', 'securitypolicyviolation', 'unhandledrejection'])
  addEventListener(type, (event) => window.faults.push(type + ': ' + (event.message ?? event.violatedDirective ?? event.reason)))`

/**
 * WebKitGTK over classic WebDriver, whose few calls here need no client library (selenium-webdriver is 25 MB). The
 * protocol has no console, so errors are collected from the load event on.
 */
async function startWebKit(path: string): Promise<Session> {
  const port = await findFreePort()
  // MiniBrowser has no headless mode.
  const driver = spawn('xvfb-run', ['-a', path, `--port=${port}`], { detached: true, stdio: 'ignore' })
  const stop = async () => {
    if (driver.pid === undefined || driver.exitCode !== null) return
    const closed = once(driver, 'close')
    // Ends the display and the browser, too, which are in its process group.
    process.kill(-driver.pid, 'SIGTERM')
    await closed
  }
  const faults: string[] = []
  try {
    const { sessionId } = await retryUntilTimeout(() =>
      call(`http://127.0.0.1:${port}/session`, { capabilities: { alwaysMatch: {} } })
    )
    const at = `http://127.0.0.1:${port}/session/${sessionId}`
    const run = (script: string) => call(`${at}/execute/sync`, { script, args: [] })
    const find = (xpath: string) =>
      retryUntilTimeout(async () => {
        const found = await call(`${at}/element`, { using: 'xpath', value: xpath })
        const element = `${at}/element/${found[elementKey]}`
        if ((await call(`${element}/displayed`)) !== true) throw new Error(`not visible: ${xpath}`)
        return element
      })
    const click = async (xpath: string) => void (await call(`${await find(xpath)}/click`, {}))
    const readFaults = async () =>
      faults.push(...((await run('return (window.faults ?? []).splice(0)')) as string[]))
    return {
      open: async (url) => {
        await readFaults()
        await call(`${at}/url`, { url })
        await run(collectFaults)
      },
      click,
      hover: async (xpath) => {
        const element = await find(xpath)
        const origin = { [elementKey]: element.slice(element.lastIndexOf('/') + 1) }
        // The pointer can't move to what is out of sight.
        const script = "arguments[0].scrollIntoView({ block: 'center', behavior: 'instant' })"
        await call(`${at}/execute/sync`, { script, args: [origin] })
        const move = (x: number) => ({ type: 'pointerMove', duration: 50, x, y: 0, origin })
        await call(`${at}/actions`, {
          actions: [
            {
              type: 'pointer',
              id: 'mouse',
              parameters: { pointerType: 'mouse' },
              actions: [move(0), move(5)]
            }
          ]
        })
      },
      type: async (xpath, text) => {
        await call(`${await find(xpath)}/value`, { text: text.replace('\n', '\uE007') })
      },
      see: async (xpath) => {
        await find(xpath)
        await readFaults()
      },
      faults: () => faults,
      close: async () => {
        await call(at, undefined, 'DELETE')
        await stop()
      }
    }
  } catch (error) {
    await stop()
    throw error
  }
}

// biome-ignore lint/suspicious/noExplicitAny: responses of the protocol have a different shape for each call.
async function call(url: string, body?: object, method = body === undefined ? 'GET' : 'POST'): Promise<any> {
  const answer = await fetch(url, { method, ...(body !== undefined && { body: JSON.stringify(body) }) })
  const { value } = (await answer.json()) as { value: { message?: string } }
  if (!answer.ok) throw new Error(`${new URL(url).pathname}: ${value.message}`)
  return value
}

async function retryUntilTimeout<Value>(attempt: () => Promise<Value>): Promise<Value> {
  const end = Date.now() + timeoutMs
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      if (Date.now() > end) throw error
      await setTimeout(100)
    }
  }
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address !== null ? address.port : 0
}
