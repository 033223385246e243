import type { CalendarPayment } from '../../admin-api/contract/calendar.ts'
import type { CalendarWeek, DateKind, DateStatus } from './calendar-weeks.ts'

type GridDate = { kind: DateKind; status: DateStatus; hasOwnBy: boolean; payment: CalendarPayment }

/** A fund's dates of a week: a list for each day. */
type GridFund = { symbol: string; days: GridDate[][] }

export type GridFamily = { name: string; funds: GridFund[] }

/** The funds of a week by family, the largest first, each with its dates from Monday to Friday. */
export function gridFamilies({ days }: Pick<CalendarWeek, 'days'>): GridFamily[] {
  const families = new Map<string, Map<string, GridFund>>()
  for (const [index, { groups }] of days.entries()) {
    for (const { kind, status, ownBy, families: ofGroup } of groups) {
      for (const { name, entries } of ofGroup) {
        const funds = families.get(name) ?? new Map<string, GridFund>()
        families.set(name, funds)
        for (const payment of entries) {
          const { symbol } = payment
          const fund = funds.get(symbol) ?? { symbol, days: days.map(() => []) }
          funds.set(symbol, fund)
          fund.days[index]?.push({ kind, status, hasOwnBy: ownBy !== null, payment })
        }
      }
    }
  }
  return [...families]
    .map(([name, funds]) => ({
      name,
      funds: [...funds.values()].sort((a, b) => (a.symbol < b.symbol ? -1 : 1))
    }))
    .sort((a, b) => b.funds.length - a.funds.length || (a.name < b.name ? -1 : 1))
}
