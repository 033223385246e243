import { storageKeys } from '../lib/storage-keys.ts'

/** The first click turns what the system asked for into a choice, which is kept. */
export function startThemeSwitch(): void {
  const root = document.documentElement
  const systemIsDark = matchMedia('(prefers-color-scheme: dark)')

  document.querySelector('.theme-switch')?.addEventListener('click', () => {
    const shown = root.dataset['theme'] ?? (systemIsDark.matches ? 'dark' : 'light')
    const next = shown === 'dark' ? 'light' : 'dark'
    root.dataset['theme'] = next
    try {
      localStorage.setItem(storageKeys.theme, next)
    } catch {
      // Storage is blocked: the choice lasts until the page is left.
    }
  })
}
