import type { FundHistory } from '../../admin-api/market-days/types.ts'
import { families } from '../../admin-api/contract/vocabulary.ts'
import { pickNewCloses } from '../../admin-api/collection/checks/new-closes.ts'
import { detectAnomaly } from '../../admin-api/collection/checks/payment-gate.ts'

/** What the gate would have held of a family's past; `bySize` counts those whose amount was the reason. */
export type FamilyHolds = {
  family: string
  payments: number
  heldPayments: number
  bySize: number
  closes: number
  heldCloses: number
}

/** Each payment as collected on its ex-date, after all payments before it were let in; all closes in one answer. */
export function countHolds(funds: readonly FundHistory[]): FamilyHolds[] {
  return families.map((family) => {
    const members = funds.filter((fund) => fund.family === family)
    const reasons = members.flatMap(findReasons)
    return {
      family,
      payments: sum(members, ({ payments }) => payments.length),
      heldPayments: reasons.length,
      bySize: reasons.filter((reason) => reason.includes('that were usual')).length,
      closes: sum(members, ({ closes }) => closes.length),
      heldCloses: sum(members, ({ closes }) => pickNewCloses(closes, []).refused.length)
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
