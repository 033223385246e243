import { newYorkDay } from './days.ts'

/** Dispatched on the window when the close of an own-by date passes while the page is open. */
export const closeEvent = 'doubloon:close'
/** Hydrates the islands of a page: client-intent.ts. */
const intentEvent = 'doubloon:intent'

const newYorkTime = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/New_York', timeStyle: 'short' })

/** 'YYYY-MM-DD HH:MM' in New York. On a demo page it is always evening, after the close. */
function newYorkMinute(): string {
  const isDemo = document.documentElement.dataset['demoDay'] !== undefined
  return `${newYorkDay()} ${isDemo ? '20:00' : newYorkTime.format(new Date())}`
}

const everyMinute = 60_000

/**
 * Follows own-by dates of a page that stays open, or that was cached. `data-own-by` is the close of the date in New
 * York. When it passes, the element shows its `data-passed` or, without it, is hidden; islands render again.
 */
export function watchOwnBy(): void {
  const passed = new WeakSet<HTMLElement>()
  const check = () => {
    const now = newYorkMinute()
    for (const element of document.querySelectorAll<HTMLElement>('[data-own-by]')) {
      const { ownBy = '', passed: text } = element.dataset
      if (now < ownBy || passed.has(element)) continue
      passed.add(element)
      if (element.closest('astro-island') !== null) {
        window.dispatchEvent(new Event(intentEvent))
        window.dispatchEvent(new Event(closeEvent))
      } else if (text === undefined) element.hidden = true
      else element.textContent = text
    }
  }
  check()
  setInterval(check, everyMinute)
  document.addEventListener('visibilitychange', check)
}
