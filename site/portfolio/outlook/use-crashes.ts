import { useMemo } from 'react'
import { isIndex } from '../../../admin-api/contract/underlying-file.ts'
import { addDays } from '../../../admin-api/market-days/days.ts'
import type { Close } from '../../../admin-api/market-days/types.ts'
import type { PortfolioFigures } from '../calculate-portfolio.ts'
import type { HeldFund } from '../funds/held-fund.ts'
import { underlyingQuery, useQueries } from '../funds/held-funds.ts'
import { type CrashHolding, type CrashName, crashes, replayCrash } from '../positions/crash.ts'
import { calculatePaycheck, type TaxSettings } from '../positions/paycheck.ts'
import { isComing } from '../positions/portfolio-payments.ts'

/** Past falls applied to the positions, and the funds without enough prices for them. */
export type Crashes = Record<CrashName, { holdings: CrashHolding[]; left: string[] }>

const weeksOf: Record<CrashName, number> = { quarter: 13, 'year-2022': 52 }

/** Null while prices of underlyings load. The files are those of the comparison with the underlyings. */
export function useCrashes(figures: PortfolioFigures, settings: TaxSettings): Crashes | null {
  const { funds } = figures
  const files = useMemo(() => [...new Set(funds.flatMap(({ fund }) => fileOf(fund) ?? []))].sort(), [funds])
  const { states } = useQueries(underlyingQuery, files)
  const isLoading = states.some((state) => state.isLoading && state.value === null)
  return useMemo(() => {
    if (isLoading) return null
    const closesOf = new Map(files.map((file, i) => [file, states[i]?.value ?? null]))
    return listCrashes(figures, settings, (fund) => closesOf.get(fileOf(fund) ?? '') ?? null)
  }, [figures, settings, files, states, isLoading])
}

/** File of the closes of a fund's underlying; an index isn't what a fund on it falls with. */
function fileOf({ underlying }: HeldFund): string | null {
  return underlying === null || isIndex(underlying.ticker) ? null : underlying.file
}

/** Applies past falls to the positions of a portfolio. */
export function listCrashes(
  figures: PortfolioFigures,
  settings: TaxSettings,
  underlyingOf: (fund: HeldFund) => readonly Close[] | null
): Crashes {
  const held = figures.funds.filter(({ shares, value }) => shares > 0 && value !== null && value > 0)
  const lots = held.flatMap((fund) => fund.lots)
  const entries = crashes.map((name) => {
    const span = { from: figures.today, to: addDays(figures.today, 7 * weeksOf[name]) }
    const { rows } = calculatePaycheck(figures.payments, { lots, funds: figures.known, settings }, span)
    const replayed = held.map(({ fund, value }) => {
      const crash = replayCrash(fund, underlyingOf(fund), name)
      const own = rows.filter((row) => row.symbol === fund.symbol && isComing(row))
      const amount = own.reduce((sum, row) => sum + row.amount, 0)
      const taxes = own.reduce((sum, row) => sum + row.taxes, 0)
      return {
        symbol: fund.symbol,
        holding: crash && {
          crash,
          value: value ?? 0,
          taxShare: amount > 0 ? Math.min(1, taxes / amount) : 0,
          expected: amount
        }
      }
    })
    return [
      name,
      {
        holdings: replayed.flatMap(({ holding }) => holding ?? []),
        left: replayed.flatMap(({ symbol, holding }) => (holding === null ? [symbol] : []))
      }
    ] as const
  })
  return Object.fromEntries(entries) as Crashes
}

/**
 * Payments in the worst quarter as a share of those now expected in 13 weeks, at most 1, by fund; `others` is that of all
 * these funds together, for those without one. Null without any.
 */
export function crashShares({
  quarter
}: Crashes): { of: ReadonlyMap<string, number>; others: number } | null {
  const paidTo = ({ crash, value }: CrashHolding) =>
    value * crash.weeks.reduce((sum, { paid }) => sum + paid, 0)
  const expecting = quarter.holdings.filter(({ expected }) => expected > 0)
  if (expecting.length === 0) return null
  const shareOf = (holdings: readonly CrashHolding[]) =>
    Math.min(
      1,
      holdings.reduce((sum, held) => sum + paidTo(held), 0) /
        holdings.reduce((sum, { expected }) => sum + expected, 0)
    )
  return {
    of: new Map(expecting.map((held) => [held.crash.symbol, shareOf([held])])),
    others: shareOf(expecting)
  }
}
