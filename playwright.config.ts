import { availableParallelism } from 'node:os'
import { defineConfig, devices } from '@playwright/test'
import { chromiumArgs, findChromium } from './e2e/chromium.ts'
import type { WorkerFixtures } from './e2e/test.ts'

/** Tests that take too long for every push are *.nightly.spec.ts; `npm test -- --nightly` runs only these. */
const specs = process.env['NIGHTLY'] === 'on' ? '*.nightly.spec.ts' : '!(*.nightly).spec.ts'

// biome-ignore lint/complexity/noBannedTypes: Playwright's own type of no fixtures.
export default defineConfig<{}, Pick<WorkerFixtures, 'ownServer'>>({
  testDir: './e2e',
  globalSetup: './e2e/global-setup.ts',
  projects: [
    // These tests change pages, so their workers have servers of their own. A worker restarts to switch projects.
    { name: 'operator', testMatch: `admin/${specs}`, use: { ownServer: true } },
    { name: 'visitor', testMatch: `**/${specs}`, testIgnore: 'admin/*.spec.ts' }
  ],
  outputDir: './test-results',
  fullyParallel: true,
  // Much of a test is waiting: for the server, for timers, for the next frame. A worker and its server take 0.8 GB.
  workers: Math.min(6, 2 * availableParallelism()),
  forbidOnly: process.env['CI'] !== undefined,
  // Only in CI, where the load of the machine is unknown; npm test prints how many tests needed it.
  retries: process.env['CI'] === undefined ? 0 : 1,
  // Each change by the operator takes a second of work, and two workers share a core.
  timeout: 120_000,
  // Long, because it only matters to a test that fails, and machines may be slow.
  expect: { timeout: 30_000 },
  use: {
    // Requests of a worker bypass the faked responses of a test; e2e/offline.spec.ts allows it.
    serviceWorkers: 'block',
    // Animations take much of a core. Tests about motion and layout shifts turn them on.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { executablePath: findChromium() ?? '', args: chromiumArgs },
    ...devices['Desktop Chrome'],
    viewport: { width: 1440, height: 900 }
  }
})
