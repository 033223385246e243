import type { PortfolioFigures } from '../calculate-portfolio.ts'

export type YearlyFees = {
  /** Dollars a year at the last closes. */
  dollars: number
  /** Symbols of held funds whose expense ratio or value is unknown. */
  unknown: string[]
}

/** Fees of held funds in a year, at their value today; null if none is known. */
export function yearlyFees({ funds }: Pick<PortfolioFigures, 'funds'>): YearlyFees | null {
  let dollars = 0
  const unknown: string[] = []
  const held = funds.filter(({ shares }) => shares > 0)
  for (const { fund, value } of held)
    if (fund.expensePercent === undefined || value === null) unknown.push(fund.symbol)
    else dollars += (value * fund.expensePercent) / 100
  return unknown.length === held.length ? null : { dollars, unknown }
}
