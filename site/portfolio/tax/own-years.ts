import type { HeldFunds } from '../funds/held-fund.ts'
import type { DividendParts } from '../stored-portfolio.ts'

/** Payments of a holding that the site doesn't cover to one account in a year, in dollars. */
export type OwnYear = {
  account: string
  symbol: string
  year: string
  payments: number
  /** As entered; null if unknown. Never more than the payments. */
  qualified: number | null
  roc: number | null
}

/** Payments of own holdings by account and year of the pay date. Their kinds are unknown until they are entered. */
export function ownYears(funds: HeldFunds, parts: readonly DividendParts[] = []): OwnYear[] {
  return [...funds.values()].flatMap(({ symbol, own }) => {
    const groups = Map.groupBy(
      own?.payments ?? [],
      ({ account, payDate }) => `${payDate.slice(0, 4)} ${account}`
    )
    return [...groups].map(([key, payments]): OwnYear => {
      const [year, account] = [key.slice(0, 4), key.slice(5)]
      const sum = payments.reduce((total, { amount }) => total + amount, 0)
      const entered = parts.find(
        (one) => one.account === account && one.symbol === symbol && one.year === year
      )
      const upTo = (dollars: number | null | undefined) => (dollars == null ? null : Math.min(dollars, sum))
      return {
        account,
        symbol,
        year,
        payments: sum,
        qualified: upTo(entered?.qualified),
        roc: upTo(entered?.roc)
      }
    })
  })
}
