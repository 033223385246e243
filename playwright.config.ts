import { defineConfig, devices } from '@playwright/test'
import { chromiumArgs, findChromium } from './e2e/chromium.ts'

const port = 4390

export default defineConfig({
  testDir: './e2e',
  outputDir: './test-results',
  fullyParallel: true,
  // Much of a test is waiting, so that three share two cores well.
  workers: 3,
  forbidOnly: process.env['CI'] !== undefined,
  // A busy machine may starve a browser once; what needed a second try is named in the report.
  retries: process.env['CI'] === undefined ? 0 : 1,
  timeout: 30_000,
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    launchOptions: { executablePath: findChromium() ?? '', args: chromiumArgs }
  },
  projects: [
    { name: 'desktop', use: { ...devices['Desktop Chrome'], viewport: { width: 1440, height: 900 } } },
    {
      name: 'phone',
      // The same at every width, or a spec that sets its own widths.
      testIgnore:
        /(?:accuracy|blog-xss|connection|crash|crawl|footer-film|search-engines|text-pages)\.spec\.ts/,
      // A finger does not hover; the colours of the night and what is done about failures know no width.
      grepInvert:
        /@mouse|axe violation.*, dark|in the dark theme|when the server fails|when its program does not load/,
      use: { ...devices['Pixel 7'], viewport: { width: 390, height: 844 } }
    }
  ],
  webServer: {
    command: 'node e2e/serve.ts',
    env: { PORT: String(port) },
    url: `http://127.0.0.1:${port}/api/health`,
    reuseExistingServer: false,
    timeout: 60_000
  }
})
