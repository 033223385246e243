import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

/** The shell first: the same engine without a browser's own windows, which cost a third of the time. */
const systemPaths = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome'
]

/** Switches a headless Chromium needs in a container, and those that keep it from calling home. */
export const chromiumArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync'
]

/** The browser to test with: CHROMIUM_PATH, the system's, or Playwright's own; null when there is none. */
export function findChromium(): string | null {
  const candidates = [process.env['CHROMIUM_PATH'], ...systemPaths, chromium.executablePath()]
  return candidates.find((path) => path !== undefined && path !== '' && existsSync(path)) ?? null
}
