import { storageKeys } from '../lib/storage.ts'
import { startHeaderSearch } from '../search/header-search.ts'
import { startNewSearch } from '../search/new-search.ts'
import { startConnectionBanner } from './connection-banner.ts'
import { startFloatingMenu } from './floating-menu.ts'
import { startFooterGroups, startMenu } from './menus.ts'
import { watchPageLoad } from './page-load.ts'
import { startSupport } from './support.ts'
import { startToastRegion } from './toast-region.ts'

const workerDelayMs = 4000

/**
 * Starts the scripts of every page. They share one file, because seven files were a third larger in total, and browsers
 * cache it from page to page.
 */
export function startPage(): void {
  watchPageLoad()
  startMenu()
  startThemeSwitch()
  startToastRegion()
  startHeaderSearch()
  startFloatingMenu()
  startNewSearch()
  startSupport()
  startFooterGroups()
  startConnectionBanner()
  registerWorker()
}

/** Registers the worker late, so that it delays nothing on the page. Without it everything works online. */
function registerWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  addEventListener('load', () =>
    setTimeout(() => navigator.serviceWorker.register('/sw.js').catch(() => undefined), workerDelayMs)
  )
}

/** Switches the theme on click. The first click replaces the system's color scheme with a stored choice. */
function startThemeSwitch(): void {
  const root = document.documentElement
  const systemIsDark = matchMedia('(prefers-color-scheme: dark)')

  document.querySelector('.theme-switch')?.addEventListener('click', () => {
    const shown = root.dataset['theme'] ?? (systemIsDark.matches ? 'dark' : 'light')
    const next = shown === 'dark' ? 'light' : 'dark'
    root.dataset['theme'] = next
    try {
      localStorage.setItem(storageKeys.theme, next)
    } catch {
      // Storage is blocked: the choice lasts until the visitor leaves the page.
    }
  })
}
