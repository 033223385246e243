import { pickNewCloses } from '../../admin-api/collection/checks/new-closes.ts'
import { detectAnomaly } from '../../admin-api/collection/checks/payment-gate.ts'
import type { FundHistory } from '../../admin-api/market-days/types.ts'

/** Quarantined payments and closes of a family; `bySize` counts payments with an unusual amount. */
type FamilyQuarantines = {
  family: string
  payments: number
  quarantinedPayments: number
  bySize: number
  closes: number
  quarantinedCloses: number
}

/** Checks each payment on its ex-date with all earlier payments accepted, and all closes as one response. */
export function countQuarantines(funds: readonly FundHistory[]): FamilyQuarantines[] {
  return [...new Set(funds.map(({ family }) => family))].map((family) => {
    const members = funds.filter((fund) => fund.family === family)
    const reasons = members.flatMap(findReasons)
    return {
      family,
      payments: sum(members, ({ payments }) => payments.length),
      quarantinedPayments: reasons.length,
      bySize: reasons.filter((reason) => reason.includes('that were usual')).length,
      closes: sum(members, ({ closes }) => closes.length),
      quarantinedCloses: sum(members, ({ closes }) => pickNewCloses(closes, []).refused.length)
    }
  })
}

function findReasons({ symbol, family, payments, closes }: FundHistory): string[] {
  return payments.flatMap(({ exDate, amount }, i) => {
    const fund = {
      symbol,
      family,
      payments: payments.slice(0, i),
      reported: [{ exDate, amount }],
      closes: closes.filter(({ date }) => date < exDate)
    }
    return detectAnomaly(fund, { exDate, amount }, exDate) ?? []
  })
}

function sum<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((total, item) => total + of(item), 0)
}
