import { newYorkDay } from '../lib/days.ts'
import { formatMoney } from '../lib/format.ts'
import { logFailure } from '../lib/log.ts'
import { hasStored, storageKeys } from '../lib/storage.ts'

/** Writes what the visitor's own funds still pay this week and next. Code for the portfolio loads only if one is stored. */
export function startMyWeek(): void {
  const text = document.querySelector<HTMLElement>('[data-my-week]')
  if (!text || !hasStored('localStorage', storageKeys.portfolio)) return
  import('../portfolio/stored-holdings.ts')
    .then(async ({ readComingWeeks }) => {
      const coming = await readComingWeeks(newYorkDay())
      if (coming !== null) text.textContent = describeComing(coming)
    })
    .catch((error: unknown) => logFailure('My Fleet did not load', error))
}

function describeComing({ week, nextWeek }: { week: number; nextWeek: number }): string {
  return `${formatMoney(week)} still to come this week, ${formatMoney(nextWeek)} next week`
}
