import { startFloatingMenu } from '../components/floating-menu.ts'
import { startHeaderSearch } from '../components/header-search.ts'
import { startNewSearch } from '../components/new-search.ts'
import { watchPageLoad } from '../components/page-load.ts'
import { startSupport } from '../components/support/support-toast.ts'
import { startThemeSwitch } from '../components/theme-switch.ts'
import { startToastRegion } from '../components/toast-region.ts'

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
