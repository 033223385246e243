import { startFloatingMenu } from './floating-menu.ts'
import { startHeaderSearch } from '../search/header-search.ts'
import { startNewSearch } from '../search/new-search.ts'
import { watchPageLoad } from './page-load.ts'
import { startSupport } from './support-toast.ts'
import { startThemeSwitch } from './theme-switch.ts'
import { startToastRegion } from './toast-region.ts'

/**
 * Wakes what every page has and what shares modules with islands. One script for all of it: as seven files, each with
 * its imports, they weighed a third more. Parts that need nothing else keep a script of their own, which is inline.
 */
export function startPage(): void {
  watchPageLoad()
  startThemeSwitch()
  startToastRegion()
  startHeaderSearch()
  startFloatingMenu()
  startNewSearch()
  startSupport()
}
