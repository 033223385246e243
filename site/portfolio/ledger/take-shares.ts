import type { IsoDay } from '../../../admin-api/market-days/types.ts'
import type { CostMethod } from './transaction.ts'

/** Shares of one purchase that an account still holds. */
export type OpenLot = {
  /** Id of the transaction that bought the shares; parts of one purchase share it. */
  id: string
  account: string
  symbol: string
  /** On today's share basis. */
  shares: number
  /** Start of the holding period. */
  boughtOn: IsoDay
  /** First day at whose close this account held them: later than `boughtOn` after a transfer. */
  heldFrom: IsoDay
  /** Payments with a later ex-date lower the cost by their return of capital; `cost` reflects the earlier ones. */
  basisFrom: IsoDay
  /** Dollars for all shares, fees included; null if unknown. */
  cost: number | null
  /** Bought with a distribution. */
  isReinvested: boolean
}

/** Parts of a share below this are rounding errors of a sum of fractions. */
const leastShares = 1e-9

/**
 * Takes shares from `open`, which it changes: picked purchases first, then the oldest. With average cost, shares
 * still leave oldest first (their holding period), but all cost the mean, as IRS Publication 550 describes.
 * @param open ascending by day bought
 * @returns parts taken, and the number of missing shares
 */
export function takeShares<Kind extends OpenLot>(
  open: Kind[],
  shares: number,
  method: CostMethod,
  picks: readonly { id: string; shares: number }[]
): { taken: Kind[]; missing: number } {
  if (method === 'average') averageCosts(open)
  const taken: Kind[] = []
  let left = shares
  for (const pick of method === 'specific' ? picks : []) {
    const wanted = Math.min(pick.shares, left)
    const index = open.findIndex(({ id }) => id === pick.id)
    if (index >= 0) left -= takePart(open, index, wanted, taken)
  }
  while (left > leastShares && open.length > 0) left -= takePart(open, 0, left, taken)
  return { taken, missing: Math.max(0, left) }
}

/** Moves at most `wanted` shares of one lot to `taken`; returns how many. */
function takePart<Kind extends OpenLot>(open: Kind[], index: number, wanted: number, taken: Kind[]): number {
  const lot = open[index]
  if (lot === undefined || wanted <= leastShares) return 0
  if (lot.shares <= wanted + leastShares) {
    open.splice(index, 1)
    taken.push(lot)
    return lot.shares
  }
  const cost = lot.cost === null ? null : (lot.cost * wanted) / lot.shares
  taken.push({ ...lot, shares: wanted, cost })
  open[index] = {
    ...lot,
    shares: lot.shares - wanted,
    cost: lot.cost === null || cost === null ? null : lot.cost - cost
  }
  return wanted
}

function averageCosts(open: OpenLot[]): void {
  const shares = open.reduce((sum, lot) => sum + lot.shares, 0)
  const isKnown = open.every(({ cost }) => cost !== null)
  const cost = open.reduce((sum, lot) => sum + (lot.cost ?? 0), 0)
  open.forEach((lot, index) => {
    open[index] = { ...lot, cost: isKnown ? (cost * lot.shares) / shares : null }
  })
}
