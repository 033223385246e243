/** Clicks on the money bag; `density` is 0 while no burst runs. */
export type MoneyBagState = { clicks: number; density: number }
export type MoneyBagAction = { type: 'clicked' } | { type: 'burst-ended' }

const clicksForBurst = 3
const densityStep = 0.5
const maxDensity = 3

export const stillBag: MoneyBagState = { clicks: 0, density: 0 }

/** The third click starts a burst, clicks while it runs make it denser; after it the count starts anew. */
export function moneyBagReducer(state: MoneyBagState, action: MoneyBagAction): MoneyBagState {
  if (action.type === 'burst-ended') return stillBag
  const clicks = state.clicks + 1
  if (state.density > 0) return { clicks, density: Math.min(maxDensity, state.density + densityStep) }
  return { clicks, density: clicks >= clicksForBurst ? 1 : 0 }
}
