import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

/** The headless shell comes first: the same engine in two thirds of the time. */
const systemPaths = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome'
]

/** Switches for a container, and against background network requests. */
export const chromiumArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync'
]

/** Path of the browser: CHROMIUM_PATH, the system's, or Playwright's own; null without one. */
export function findChromium(): string | null {
  const candidates = [process.env['CHROMIUM_PATH'], ...systemPaths, chromium.executablePath()]
  return candidates.find((path) => path !== undefined && path !== '' && existsSync(path)) ?? null
}
