import { findAdmissible } from '../../admin-api/collection/checks/admit-waiting.ts'
import { detectAnomaly } from '../../admin-api/collection/checks/payment-gate.ts'
import type { GateFund } from '../../admin-api/collection/checks/payment-rhythm.ts'
import { addDays, daysBetween, earlierOf, weekdayOf } from '../../admin-api/market-days/days.ts'
import { addSessions, isSession } from '../../admin-api/market-days/market-calendar.ts'
import type { FundHistory, IsoDay } from '../../admin-api/market-days/types.ts'

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
export function backtestSpan(funds: readonly FundHistory[], span: Span): FamilySpan[] {
  const state = new Map(funds.map((fund) => [fund.symbol, startOf(fund, span.from)]))
  const initiallyQuarantined = new Set<string>()
  const storedOn = new Map<string, IsoDay>()
  const newest =
    funds
      .flatMap(({ closes }) => closes.at(-1)?.date ?? [])
      .sort()
      .at(-1) ?? span.from
  const end = earlierOf(span.to, newest)
  for (let day = span.from; day <= end; day = addDays(day, 1)) {
    if (!isSession(day) || (span.every === 'weekly' && !endsWeek(day) && day !== end)) continue
    for (const fund of funds) {
      const known = withCloses(state.get(fund.symbol) ?? startOf(fund, span.from), fund, day)
      state.set(fund.symbol, collect(known, fund, { day, storedOn, initiallyQuarantined }))
    }
    for (const { symbol, payment } of findAdmissible([...state.values()], day)) {
      const fund = state.get(symbol)
      if (fund === undefined) continue
      state.set(symbol, store(fund, payment))
      storedOn.set(keyOf(symbol, payment), day)
    }
  }
  return [...new Set(funds.map(({ family }) => family))].map((family) => {
    const due = funds
      .filter((fund) => fund.family === family)
      .flatMap(({ symbol, payments }) =>
        payments.map((payment) => ({ ...payment, key: keyOf(symbol, payment) }))
      )
      .filter(({ exDate }) => exDate >= span.from && exDate <= end)
    const quarantined = due.filter(({ key }) => !storedOn.has(key))
    return {
      family,
      payments: due.length,
      initiallyQuarantined: due.filter(({ key }) => initiallyQuarantined.has(key)).length,
      withinTwoWeeks: due.filter(({ key, exDate }) => {
        const day = storedOn.get(key)
        return day !== undefined && daysBetween(exDate, day) <= lateAfterDays
      }).length,
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
  return {
    symbol,
    family,
    traits,
    payments: payments.filter(({ exDate }) => exDate < from),
    reported: [],
    closes: []
  }
}

function withCloses(fund: GateFund, { closes }: FundHistory, day: IsoDay): GateFund {
  return { ...fund, closes: closes.filter(({ date }) => date <= day) }
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
