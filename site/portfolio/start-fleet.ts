import { fleetFundsPath } from '../../admin-api/contract/pages.ts'
import { hasStored, storageKeys } from '../lib/storage.ts'

/** Requests what the first view of a stored portfolio needs, while the page and React are still loading. */
export function startFleet(): void {
  if (!hasStored('localStorage', storageKeys.portfolio)) return
  void import('./PortfolioView.tsx').catch(() => undefined)
  const link = document.createElement('link')
  link.rel = 'preload'
  link.as = 'fetch'
  // Without it, the request of call() wouldn't use the answer.
  link.crossOrigin = 'anonymous'
  link.href = fleetFundsPath
  document.head.append(link)
}
