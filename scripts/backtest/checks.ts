import { pickNewCloses } from '../../admin-api/collection/checks/new-closes.ts'
import { detectAnomaly } from '../../admin-api/collection/checks/payment-gate.ts'
import { isUnlikely } from '../../admin-api/collection/checks/unlikely-payment.ts'
import { backtest } from '../../admin-api/estimator/estimator.ts'
import { addMonths, mondayOf } from '../../admin-api/market-days/days.ts'
import type { FundHistory } from '../../admin-api/market-days/types.ts'
import { alignColumns } from '../command.ts'

/** Checks each payment on its ex-date with all earlier payments accepted, and all closes as one response. */
export function countQuarantines(funds: readonly FundHistory[]) {
  return [...Map.groupBy(funds, ({ family }) => family)].map(([family, members]) => {
    const reasons = members.flatMap(findReasons)
    return {
      family,
      payments: members.flatMap(({ payments }) => payments).length,
      quarantinedPayments: reasons.length,
      /** Payments with an unusual amount. */
      bySize: reasons.filter((reason) => reason.includes('that were usual')).length,
      closes: members.flatMap(({ closes }) => closes).length,
      quarantinedCloses: members.flatMap(({ closes }) => pickNewCloses(closes, []).refused).length
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

/** Payments of the newest year that would be stored and marked, by the Monday of their ex-date. */
export function countMarks(funds: readonly FundHistory[]) {
  const backtested = backtest(funds)
  const newest = backtested.map(({ exDate }) => exDate).reduce((a, b) => (a > b ? a : b), '')
  const year = backtested.filter(({ exDate }) => exDate > addMonths(newest, -12))
  const marked = year.filter(({ quantiles, actual }) => isUnlikely(quantiles, actual))
  return {
    payments: year.length,
    marked,
    weeks: new Set(year.map(({ exDate }) => mondayOf(exDate))).size,
    mostInAWeek: Math.max(
      0,
      ...[...Map.groupBy(marked, ({ exDate }) => mondayOf(exDate)).values()].map(({ length }) => length)
    )
  }
}

export function toCheckLines(funds: readonly FundHistory[]): string[] {
  const families = countQuarantines(funds)
  const { payments, marked, weeks, mostInAWeek } = countMarks(funds)
  return [
    'Each payment checked on its ex-date, with all earlier ones known:',
    ...alignColumns([Object.keys(families[0] ?? {}), ...families.map((family) => Object.values(family))]),
    '',
    `Stored and marked in the newest year: ${marked.length} of ${payments} payments with an estimate, ${(marked.length / weeks).toFixed(1)} a week, at most ${mostInAWeek} in one.`
  ]
}
