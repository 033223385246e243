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
  boughtOn: IsoDay
  /** Start of the holding period for taxes: later than `boughtOn` for shares distributed in kind from an IRA. */
  acquiredOn: IsoDay
  /** First day at whose close this account held them: later than `boughtOn` after a transfer. */
  heldFrom: IsoDay
  /** Dollars for all shares, fees included; null if unknown. */
  cost: number | null
  /** What taxes take as cost: `cost`, or the value of the day if the shares were distributed in kind from an IRA. */
  taxCost: number | null
  /** `taxCost` less return of capital; never below zero. */
  basis: number | null
  /** False if it isn't known when the shares were bought. */
  isPurchase: boolean
  /** Bought with a distribution. */
  isReinvested: boolean
}

/**
 * Shares of one purchase over the time in which one account held them; a partial sale splits a lot into two. `shares`
 * are on today's share basis.
 */
export type Lot = OpenLot & {
  /** The account last held the shares at the close of the day before; null if it still holds them. */
  heldUntil: IsoDay | null
  /** Set if they were sold; `proceeds` in dollars, null if unknown. */
  sale: { id: string; proceeds: number | null } | null
}

/** Parts of a share below this are rounding errors of a sum of fractions. */
const leastShares = 1e-9

/**
 * Takes shares from `open`, which it changes: picked purchases first, then the oldest. With average cost, shares
 * still leave oldest first (their holding period), but all cost the mean: 26 CFR 1.1012-1(e)(7).
 * @param open ascending by start of the holding period
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

/**
 * Lowers the basis of all lots in `open`, which it changes, by a return of capital in dollars per share. What exceeds a
 * basis of zero is a gain: 26 USC 301(c)(2) and (3). With average cost, every share has the mean basis.
 */
export function returnCapital(
  open: OpenLot[],
  perShare: number,
  method: CostMethod,
  onExcess: (lot: OpenLot, dollars: number) => void
): void {
  if (method === 'average') averageCosts(open)
  for (const [index, lot] of open.entries()) {
    if (lot.basis === null) continue
    const left = lot.basis - lot.shares * perShare
    if (left < 0) onExcess(lot, -left)
    open[index] = { ...lot, basis: Math.max(0, left) }
  }
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
  const part = (shares: number): Kind => {
    const partOf = (dollars: number | null) => (dollars === null ? null : (dollars * shares) / lot.shares)
    return {
      ...lot,
      shares,
      cost: partOf(lot.cost),
      taxCost: partOf(lot.taxCost),
      basis: partOf(lot.basis)
    }
  }
  taken.push(part(wanted))
  open[index] = part(lot.shares - wanted)
  return wanted
}

function averageCosts(open: OpenLot[]): void {
  const allShares = open.reduce((sum, { shares }) => sum + shares, 0)
  const meanOf = (of: 'cost' | 'taxCost' | 'basis') =>
    open.every((lot) => lot[of] !== null)
      ? open.reduce((sum, lot) => sum + (lot[of] ?? 0), 0) / allShares
      : null
  const [cost, taxCost, basis] = [meanOf('cost'), meanOf('taxCost'), meanOf('basis')]
  const partOf = (mean: number | null, shares: number) => (mean === null ? null : mean * shares)
  for (const [index, lot] of open.entries())
    open[index] = {
      ...lot,
      cost: partOf(cost, lot.shares),
      taxCost: partOf(taxCost, lot.shares),
      basis: partOf(basis, lot.shares)
    }
}
