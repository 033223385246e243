import { formatMoney } from '../lib/format.ts'
import { logFailure } from '../lib/log.ts'
import { hasStored, storageKeys } from '../lib/storage.ts'

/** Writes what the visitor's own funds pay in the week shown. Code for the portfolio loads only if one is stored. */
export function startMyWeek(): void {
  const text = document.querySelector<HTMLElement>('[data-my-week]')
  const day = text?.dataset['myWeek']
  if (!text || !day || !hasStored('localStorage', storageKeys.portfolio)) return
  import('../portfolio/stored-holdings.ts')
    .then(async ({ readWeekOfPortfolio }) => {
      const week = await readWeekOfPortfolio(day)
      if (week !== null) text.textContent = describeWeek(week)
    })
    .catch((error: unknown) => logFailure('My Fleet did not load', error))
}

function describeWeek({ amount, payments }: { amount: number; payments: number }): string {
  if (payments === 0) return 'no payment'
  return `about ${formatMoney(amount)}, ${payments} ${payments === 1 ? 'payment' : 'payments'}`
}
