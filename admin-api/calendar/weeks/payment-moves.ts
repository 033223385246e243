import type { PaymentMove, WeekEntry } from '../../contract/weeks.ts'
import { closeAt } from '../../market-days/closes.ts'
import { usualPayments } from '../../market-days/usual-payments.ts'
import { pastFrequencies } from '../../market-days/past-frequencies.ts'
import { priceDayOf } from '../../market-days/price-day.ts'
import type { Close } from '../../market-days/types.ts'
import type { PaidAmount } from './weeks.db.ts'

const movesShown = 5

type Move = Omit<PaymentMove, 'priceChangePercent'>

/**
 * The largest rises and cuts against the payment before, largest first. Left out are payments at another frequency
 * than the one before, residual ones, and those after a payment of nothing.
 * @param payments of all funds, ascending
 */
export function listMoves(entries: readonly WeekEntry[], payments: readonly PaidAmount[]) {
  const paymentsOf = Map.groupBy(payments, ({ symbol }) => symbol)
  const moves = entries.flatMap((entry) => moveOf(entry, paymentsOf.get(entry.symbol) ?? []) ?? [])
  const byChange = moves.toSorted((a, b) => b.changePercent - a.changePercent)
  const cuts = byChange.toReversed().filter(({ changePercent }) => changePercent < 0)
  return {
    rises: byChange.filter(({ changePercent }) => changePercent > 0).slice(0, movesShown),
    cuts: cuts.slice(0, movesShown)
  }
}

/** @param closes ascending, of the funds that moved. */
export function withPriceChange(move: Move, closes: readonly (Close & { symbol: string })[]): PaymentMove {
  const own = closes.filter(({ symbol }) => symbol === move.entry.symbol)
  const from = closeAt(own, priceDayOf(move.before.exDate))
  const to = closeAt(own, priceDayOf(move.entry.exDate))
  const isKnown = from !== undefined && to !== undefined
  return { ...move, priceChangePercent: isKnown ? 100 * (to.close / from.close - 1) : null }
}

function moveOf(entry: WeekEntry, payments: readonly PaidAmount[]): Move | null {
  const usual = usualPayments(payments)
  const index = usual.findIndex(({ exDate }) => exDate === entry.exDate)
  const before = usual[index - 1]
  if (before === undefined || before.amount === 0) return null
  const frequencies = pastFrequencies(usual.map(({ exDate }) => exDate))
  if (frequencies[index] !== frequencies[index - 1]) return null
  return {
    entry,
    before: { exDate: before.exDate, amount: before.amount },
    changePercent: 100 * (entry.actual / before.amount - 1)
  }
}
