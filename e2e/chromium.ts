import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

/** Debian's full browser, which opens a window for each test. */
export const fullChromium = '/usr/bin/chromium'

/** The headless shell comes first: the same engine without windows, in two thirds of the time. */
const systemPaths = [
  '/usr/bin/chromium-headless-shell',
  fullChromium,
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome'
]

/** This switch replaces Playwright's own, so the first lines repeat those of its features that matter here. */
const disabledFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  // Each window of a full Chromium renders these pages of its address bar: half of what a short test costs.
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'WebUIOmniboxPopup',
  // A spare process for the next page, which most tests don't open.
  'SpareRendererForSitePerProcess'
]

/** Switches for a container, against background network requests, and for fewer processes. */
export const chromiumArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--in-process-gpu',
  // Otherwise, each test starts a process for its empty page and one for the site.
  '--renderer-process-limit=1',
  // Letters as wide as on most readers' screens; the headless shell would round each to whole pixels.
  '--font-render-hinting=none',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${disabledFeatures.join(',')}`
]

/** Path of the browser: CHROMIUM_PATH, the system's, or Playwright's own; null without one. */
export function findChromium(): string | null {
  const candidates = [process.env['CHROMIUM_PATH'], ...systemPaths, chromium.executablePath()]
  return candidates.find((path) => path !== undefined && path !== '' && existsSync(path)) ?? null
}
