import { notLoadedEvent, offlineSentence } from '../lib/offline.ts'
import { storageKeys, writeStored } from '../lib/storage.ts'
import { followTranslation } from '../lib/translated-text.ts'
import { startHeaderSearch } from '../search/header-search.ts'
import { startNewSearch } from '../search/stored-result.ts'
import { showToast } from '../ui/toast.ts'
import { startMenu } from './menu.ts'
import { startSupport } from './support.ts'
import { startToastRegion } from './toast-region.ts'

const workerDelayMs = 4000

/**
 * Starts the scripts of every page. They share one file, because seven files were a third larger in total, and browsers
 * cache it from page to page.
 */
export function startPage(): void {
  followTranslation()
  watchPageLoad()
  startHeaderMenu()
  startThemeSwitch()
  startToastRegion()
  startHeaderSearch()
  startFloatingMenu()
  startNewSearch()
  startSupport()
  startFooterGroups()
  startConnectionBanner()
  reportMissingScripts()
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

const texts = {
  lost: 'Connection lost. Your data is safe and will be restored when reconnected.',
  restored: 'Connection restored! Your session data has been recovered.'
}
const restoredMs = 3000

/** Shows that the connection is lost and, for three seconds, that it is back. */
function startConnectionBanner(): void {
  const banner = document.querySelector<HTMLElement>('.connection-banner')
  if (!banner) return
  let timer: number | undefined

  const show = (state: keyof typeof texts) => {
    clearTimeout(timer)
    banner.textContent = texts[state]
    banner.dataset['state'] = state
  }
  const hide = () => {
    banner.textContent = ''
    delete banner.dataset['state']
  }
  const follow = () => {
    if (!navigator.onLine) show('lost')
    else if (banner.dataset['state'] === 'lost') {
      show('restored')
      timer = window.setTimeout(hide, restoredMs)
    }
  }

  // pageshow: a page restored from the back/forward cache has missed the other two events.
  for (const type of ['offline', 'online', 'pageshow']) window.addEventListener(type, follow)
  follow()
}

/** Says why nothing happens if a visitor uses an island whose script can't be loaded. */
function reportMissingScripts(): void {
  window.addEventListener(notLoadedEvent, () =>
    showToast({ kind: 'error', title: 'Error', message: offlineSentence })
  )
}

const openDelayMs = 100
const closeDelayMs = 1000
/** A click this soon after hovering opened the menu was meant to open it, and does not close it. */
const sameGestureMs = 250

/** The ship's wheel: opens on hover, click or key, and closes when the pointer has left for a second, too. */
function startFloatingMenu(): void {
  const menu = document.querySelector<HTMLElement>('.floating-menu')
  const button = menu?.querySelector('button')
  if (!menu || !button) return
  let timer: number | undefined
  let hoverOpenedAt = Number.NEGATIVE_INFINITY

  button.addEventListener('click', (event) => {
    clearTimeout(timer)
    if (performance.now() - hoverOpenedAt < sameGestureMs) event.stopImmediatePropagation()
    hoverOpenedAt = Number.NEGATIVE_INFINITY
  })
  const { isOpen, setOpen } = startMenu(menu, button, true)
  menu.addEventListener('pointerenter', ({ pointerType }) => {
    if (pointerType === 'touch') return
    clearTimeout(timer)
    if (isOpen()) return
    timer = window.setTimeout(() => {
      hoverOpenedAt = performance.now()
      setOpen(true)
    }, openDelayMs)
  })
  menu.addEventListener('pointerleave', ({ pointerType }) => {
    if (pointerType === 'touch') return
    clearTimeout(timer)
    timer = window.setTimeout(() => setOpen(false), closeDelayMs)
  })
}

/** The menu of a narrow screen. */
function startHeaderMenu(): void {
  const header = document.querySelector<HTMLElement>('.site-header')
  const button = header?.querySelector<HTMLElement>('[data-menu-toggle]')
  if (header && button) startMenu(header, button)
}

/** The groups of links in the footer of a narrow screen: each button folds its own. */
function startFooterGroups(): void {
  for (const toggle of document.querySelectorAll<HTMLElement>('.site-footer__toggle'))
    toggle.addEventListener('click', () => {
      toggle.ariaExpanded = String(toggle.ariaExpanded !== 'true')
    })
}

/** Rates a largest contentful paint by the thresholds of Web Vitals. @param ms since navigation began */
export function ratePaint(ms: number): 'good' | 'needs-improvement' | 'poor' {
  if (ms < 2500) return 'good'
  return ms < 4000 ? 'needs-improvement' : 'poor'
}

/** Marks the document once it has loaded, and stores its largest contentful paint for the tab. */
function watchPageLoad(): void {
  const markLoaded = () => {
    document.documentElement.dataset['loaded'] = ''
  }
  if (document.readyState === 'complete') markLoaded()
  else window.addEventListener('load', markLoaded)

  // The last entry is the largest. Some browsers report none.
  new PerformanceObserver((list) => {
    const value = Math.round(list.getEntries().at(-1)?.startTime ?? 0)
    writeStored('sessionStorage', storageKeys.lcp, { value, status: ratePaint(value) })
  }).observe({ type: 'largest-contentful-paint', buffered: true })
}
