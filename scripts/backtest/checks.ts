import { findAdmissible } from '../../admin-api/collection/checks/admit-waiting.ts'
import { pickNewCloses } from '../../admin-api/collection/checks/new-closes.ts'
import { detectAnomaly } from '../../admin-api/collection/checks/payment-gate.ts'
import type { GateFund } from '../../admin-api/collection/checks/payment-rhythm.ts'
import { addDays, daysBetween, earlierOf, weekdayOf } from '../../admin-api/market-days/days.ts'
import { addSessions, isSession } from '../../admin-api/market-days/market-calendar.ts'
import type { FundHistory, IsoDay } from '../../admin-api/market-days/types.ts'
import { alignColumns } from '../command.ts'

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
  return [...Map.groupBy(funds, ({ family }) => family)].map(([family, members]) => {
    const reasons = members.flatMap(findReasons)
    return {
      family,
      payments: members.flatMap(({ payments }) => payments).length,
      quarantinedPayments: reasons.length,
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

type Span = { from: IsoDay; to: IsoDay; every: 'daily' | 'weekly' }

/** Outcome for a family's payments of the span without any approval. */
export type FamilySpan = {
  family: string
  payments: number
  /** Payments quarantined when they were first collected. */
  initiallyQuarantined: number
  /** Payments stored within 14 days of the ex-date, or by the end of the span if that is earlier. */
  withinTwoWeeks: number
  stored: number
  /** Like 'MRNY 2025-12-30'. */
  stillQuarantined: string[]
}

const lateAfterDays = 14

/**
 * Collects the span again, on every session or on the last one of each week. New payments go through the checks, and
 * quarantined ones are checked again after each collection. Everything before the span is known from the start.
 */
export function collectAgain(funds: readonly FundHistory[], { from, to, every }: Span): FamilySpan[] {
  const state = new Map(funds.map((fund) => [fund, startOf(fund, from)]))
  const initiallyQuarantined = new Set<string>()
  const storedOn = new Map<string, IsoDay>()
  const newest = funds.map(({ closes }) => closes.at(-1)?.date ?? from).sort()
  const end = earlierOf(to, newest.at(-1) ?? from)
  for (let day = from; day <= end; day = addDays(day, 1)) {
    if (!isSession(day) || (every === 'weekly' && !endsWeek(day) && day !== end)) continue
    for (const [fund, before] of state) {
      const known = { ...before, closes: fund.closes.filter(({ date }) => date <= day) }
      state.set(fund, collect(known, fund, { day, storedOn, initiallyQuarantined }))
    }
    for (const { symbol, payment } of findAdmissible([...state.values()], day)) {
      for (const [fund, known] of state) if (fund.symbol === symbol) state.set(fund, store(known, payment))
      storedOn.set(keyOf(symbol, payment), day)
    }
  }
  return [...Map.groupBy(funds, ({ family }) => family)].map(([family, members]) => {
    const due = members
      .flatMap(({ symbol, payments }) =>
        payments.map(({ exDate }) => ({ exDate, key: keyOf(symbol, { exDate }) }))
      )
      .filter(({ exDate }) => exDate >= from && exDate <= end)
    const isStoredInTime = ({ key, exDate }: { key: string; exDate: IsoDay }): boolean =>
      daysBetween(exDate, storedOn.get(key) ?? '9999-12-31') <= lateAfterDays
    const quarantined = due.filter(({ key }) => !storedOn.has(key))
    return {
      family,
      payments: due.length,
      initiallyQuarantined: due.filter(({ key }) => initiallyQuarantined.has(key)).length,
      withinTwoWeeks: due.filter(isStoredInTime).length,
      stored: due.length - quarantined.length,
      stillQuarantined: quarantined.map(({ key }) => key)
    }
  })
}

function endsWeek(day: IsoDay): boolean {
  return weekdayOf(addSessions(day, 1)) <= weekdayOf(day)
}

type Progress = { day: IsoDay; storedOn: Map<string, IsoDay>; initiallyQuarantined: Set<string> }

function collect(
  known: GateFund,
  { payments }: FundHistory,
  { day, storedOn, initiallyQuarantined }: Progress
): GateFund {
  const seen = new Set([...known.payments, ...known.reported].map(({ exDate }) => exDate))
  const fresh = payments.filter(({ exDate }) => exDate <= day && !seen.has(exDate))
  const reported = [...known.reported, ...fresh]
  let fund = known
  for (const payment of fresh) {
    const key = keyOf(fund.symbol, payment)
    if (detectAnomaly({ ...fund, reported }, payment, day) === null) {
      storedOn.set(key, day)
      fund = store(fund, payment)
    } else {
      initiallyQuarantined.add(key)
      fund = { ...fund, reported: [...fund.reported, { ...payment, unchangedSince: day }] }
    }
  }
  return fund
}

function startOf({ symbol, family, traits, payments }: FundHistory, from: IsoDay): GateFund {
  const earlier = payments.filter(({ exDate }) => exDate < from)
  return { symbol, family, traits, payments: earlier, reported: [], closes: [] }
}

function store(fund: GateFund, payment: { exDate: IsoDay; amount: number }): GateFund {
  const payments = [...fund.payments, { payDate: payment.exDate, ...payment }]
  return {
    ...fund,
    payments: payments.sort((a, b) => daysBetween(b.exDate, a.exDate)),
    reported: fund.reported.filter(({ exDate }) => exDate !== payment.exDate)
  }
}

function keyOf(symbol: string, { exDate }: { exDate: IsoDay }): string {
  return `${symbol} ${exDate}`
}

/** Begins when most funds changed from monthly to weekly payments. */
const firstDay = '2025-09-01'

/** Formats both counts for a terminal. */
export function toCheckLines(
  funds: readonly FundHistory[],
  { from = firstDay, to = '9999-12-31' }
): string[] {
  const table = (rows: readonly Record<string, string | number>[]): string[] =>
    alignColumns([Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))])
  const spans = (['daily', 'weekly'] as const).flatMap((every) => {
    const families = collectAgain(funds, { from, to, every })
    return [
      `\nCollected ${every} from ${from} on, without any approval:`,
      ...table(families.map(({ stillQuarantined, ...counts }) => counts)),
      `Still quarantined: ${families.flatMap(({ stillQuarantined }) => stillQuarantined).join(', ')}`
    ]
  })
  return [
    'Each payment checked on its ex-date, with all earlier ones known:',
    ...table(countQuarantines(funds)),
    ...spans
  ]
}
