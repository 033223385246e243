import { priceDayOf } from '../market-days/closes.ts'
import type { FundHistory, IsoDay } from '../market-days/types.ts'
import { type FundOutlook, forecastOutlooks } from './outlook/outlook.ts'
import { knownAt } from './plan.ts'
import { holds } from './rules/fixed-rules.ts'
import { type BacktestedPayment, backtest, type FirstPart, type KnownWalk, walkKnown } from './walk-known.ts'

/** Result of one walk-forward run. */
export type Walk = Omit<KnownWalk, 'backtested'> & {
  /** Result of backtest(); needs another run only if the input contains payments after the day of the estimates. */
  backtested: () => BacktestedPayment[]
  /** One per fund, in the order of their families; calculated at the first call. */
  outlooks: () => FundOutlook[]
}

/** Funds whose forecasts depend on each other's payments, and their last walk. */
type Group = {
  funds: readonly FundHistory[]
  known: readonly FundHistory[]
  asOf: IsoDay
  walk: KnownWalk
  outlooks: () => FundOutlook[]
  first: FirstPart | undefined
}

/**
 * Caches the last walk: when facts change, only families that depend on them are walked again, and only the last weeks
 * if all earlier facts are the same.
 */
export function createWalker() {
  let groups = new Map<string, Group>()

  function isCurrent(group: Group, funds: readonly FundHistory[], asOf: IsoDay): boolean {
    return group.asOf === asOf && isSameHistory(group.funds, funds)
  }

  function walkGroup(name: string, funds: readonly FundHistory[], asOf: IsoDay): Group {
    const cached: Group | undefined = groups.get(name)
    if (cached !== undefined && isCurrent(cached, funds, asOf)) return cached
    const known = funds.map((fund) => knownAt(fund, asOf))
    let first = cached?.first
    if (cached === undefined || first === undefined || !isSameUntil(first.day, cached.known, known))
      first = undefined
    const walk = walkKnown(known, asOf, { first, onFirstPart: (part) => (first = part) })
    return { funds, known, asOf, walk, outlooks: once(() => forecastOutlooks(known, asOf)), first }
  }

  return {
    /** The same as walkHistory(), without walking again if nothing changed. */
    walk: (funds: readonly FundHistory[], asOf: IsoDay): Walk => {
      const walked = groupFunds(funds).map(([name, own]) => [name, walkGroup(name, own, asOf)] as const)
      groups = new Map(walked)
      return joinWalks(funds, [...groups.values()])
    }
  }
}

/**
 * Estimates the next distribution of each fund from what was known at the close of `asOf`; later facts in the input are
 * ignored. A fund with older data is estimated as of its own last known day. All funds must be passed together, because
 * rules are weighted and ranges calculated per family.
 */
export function walkHistory(funds: readonly FundHistory[], asOf: IsoDay): Walk {
  const known = funds.map((fund) => knownAt(fund, asOf))
  const outlooks = once(() => forecastOutlooks(known, asOf))
  return joinWalks(funds, [{ funds, known, walk: walkKnown(known, asOf), outlooks }])
}

function once<Value>(calculate: () => Value): () => Value {
  let value: { of: Value } | undefined
  return () => {
    value ??= { of: calculate() }
    return value.of
  }
}

function joinWalks(
  all: readonly FundHistory[],
  groups: readonly Pick<Group, 'funds' | 'known' | 'walk' | 'outlooks'>[]
): Walk {
  const results = groups.flatMap(({ walk }) => walk.results)
  const resultOf = new Map(results.map((result) => [result.symbol, result]))
  return {
    results: all.flatMap(({ symbol }) => resultOf.get(symbol) ?? []),
    explanations: groups.flatMap(({ walk }) => walk.explanations),
    backtested: once(() =>
      groups.flatMap(({ funds, known, walk }) =>
        funds.every(({ payments }, i) => payments.length === known[i]?.payments.length)
          ? walk.backtested
          : backtest(funds)
      )
    ),
    outlooks: () => groups.flatMap(({ outlooks }) => outlooks())
  }
}

/** Groups funds by family. Families of which one holds funds of another share a group, named after one of them. */
function groupFunds(funds: readonly FundHistory[]): [string, FundHistory[]][] {
  const nameOf = new Map(funds.map(({ family }) => [family, family]))
  for (const holder of funds)
    for (const fund of funds)
      if (fund.family !== holder.family && holds(holder.symbol, fund)) {
        const [name, other] = [nameOf.get(fund.family), nameOf.get(holder.family)]
        if (name !== undefined)
          for (const [family, known] of nameOf) if (known === other) nameOf.set(family, name)
      }
  return [...Map.groupBy(funds, ({ family }) => nameOf.get(family) ?? family)]
}

/** Whether all facts that forecasts up to a day depend on are the same. */
function isSameUntil(day: IsoDay, before: readonly FundHistory[], after: readonly FundHistory[]): boolean {
  const upTo = (funds: readonly FundHistory[]) =>
    funds.map(
      ({ symbol, family, traits, quarantinedDays = [], payments, closes, marketVolatility = [] }) => ({
        symbol,
        family,
        traits,
        quarantinedDays,
        // A forecast is made on its price day, and its target has the amount.
        payments: payments.filter(({ exDate }) => exDate <= day || priceDayOf(exDate, traits) <= day),
        closes: closes.filter(({ date }) => date <= day),
        marketVolatility: marketVolatility.filter(({ date }) => date <= day)
      })
    )
  return isSameHistory(upTo(before), upTo(after))
}

function isSameHistory(before: readonly FundHistory[], after: readonly FundHistory[]): boolean {
  return before.length === after.length && before.every((fund, i) => isSameFund(fund, after[i]))
}

function isSameFund(one: FundHistory, other: FundHistory | undefined): boolean {
  if (one === other) return true
  if (other === undefined) return false
  const { payments, closes, ...rest } = one
  const { payments: otherPayments, closes: otherCloses, ...otherRest } = other
  return (
    JSON.stringify(rest) === JSON.stringify(otherRest) &&
    JSON.stringify(payments) === JSON.stringify(otherPayments) &&
    (closes === otherCloses ||
      (closes.length === otherCloses.length &&
        closes.every(
          ({ date, close }, i) => close === otherCloses[i]?.close && date === otherCloses[i].date
        )))
  )
}
