import { newYorkDay } from '../lib/days.ts'
import { formatMoney } from '../lib/format.ts'
import { logFailure } from '../lib/log.ts'
import { hasStored, storageKeys } from '../lib/storage.ts'
import type { OwnWeeks } from '../portfolio/stored-holdings.ts'

/** Writes what the visitor's own funds pay this week and next. Code for the portfolio loads only if one is stored. */
export function startMyWeek(): void {
  const text = document.querySelector<HTMLElement>('[data-my-week]')
  if (!text || !hasStored('localStorage', storageKeys.portfolio)) return
  import('../portfolio/stored-holdings.ts')
    .then(async ({ readOwnWeeks }) => {
      const weeks = await readOwnWeeks(newYorkDay())
      if (weeks !== null) text.textContent = describeWeeks(weeks)
    })
    .catch((error: unknown) => logFailure('My Fleet did not load', error))
}

function describeWeeks({ week, paid, nextWeek }: OwnWeeks): string {
  const ofIt = paid === 0 ? '' : paid < week ? ` (${formatMoney(paid)} paid)` : ' (paid)'
  return `${formatMoney(week)} this week${ofIt}, ${formatMoney(nextWeek)} next week`
}
