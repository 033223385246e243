import type { IsoDay } from '../../../admin-api/market-days/types.ts'
import { type CashFlow, xirr } from '../../../admin-api/returns/yearly-rate.ts'
import type { HeldFund, HeldFunds, Lot } from './held-fund.ts'
import { costOf, sharesToday } from './held-fund.ts'
import { isPaid } from './portfolio-payments.ts'

/** Current figures of a lot in dollars; null if unknown. */
export type LotFigures = {
  lot: Lot
  /** On today's share basis. */
  shares: number
  cost: number | null
  /** Payments already sent, with an ex-date after the purchase. */
  received: number
  value: number | null
  /** Day of the close used for `value`. */
  valueDate: IsoDay | null
}

/** Figures of several lots, only of those with a known cost and value, so that they add up. */
export type HoldingFigures = {
  counted: number
  leftOut: readonly Lot[]
  cost: number
  received: number
  value: number
  /** Value plus payments received minus cost. */
  gain: number
  /** Gain as a fraction of the cost; null if nothing was paid. */
  gainShare: number | null
  /** XIRR as a fraction; null for under 90 days or without a solution. */
  yearlyRate: number | null
  /** Payments received as a fraction of the cost; null if nothing was paid. From 1 on the rest is house money. */
  houseMoney: number | null
}

export function calculateLot(lot: Lot, fund: HeldFund, today: IsoDay): LotFigures {
  const shares = sharesToday(lot, fund)
  const last = fund.closes.at(-1)
  return {
    lot,
    shares,
    cost: costOf(lot, fund),
    received: paymentsTo(lot, fund, today).reduce((sum, { amount }) => sum + amount, 0),
    value: last === undefined ? null : shares * last.close,
    valueDate: last?.date ?? null
  }
}

/** Payments sent to a lot so far, in dollars by day. */
function paymentsTo(lot: Lot, fund: HeldFund, today: IsoDay): CashFlow[] {
  const shares = sharesToday(lot, fund)
  return fund.payments
    .filter(({ exDate, payDate }) => exDate > lot.boughtOn && isPaid(payDate, fund, today))
    .map(({ payDate, amount }) => ({ date: payDate, amount: shares * amount }))
}

/** `lots` of one or several funds. */
export function calculateHoldings(lots: readonly Lot[], funds: HeldFunds, today: IsoDay): HoldingFigures {
  const flows: CashFlow[] = []
  const leftOut: Lot[] = []
  let [counted, cost, received, value] = [0, 0, 0, 0]
  for (const lot of lots) {
    const fund = funds.get(lot.symbol)
    const figures = fund && calculateLot(lot, fund, today)
    if (!figures || figures.cost === null || figures.value === null || figures.valueDate === null) {
      leftOut.push(lot)
      continue
    }
    counted += 1
    cost += figures.cost
    received += figures.received
    value += figures.value
    flows.push({ date: lot.boughtOn, amount: -figures.cost }, ...paymentsTo(lot, fund, today), {
      date: figures.valueDate,
      amount: figures.value
    })
  }
  const gain = value + received - cost
  return {
    ...{ counted, leftOut, cost, received, value, gain },
    gainShare: cost > 0 ? gain / cost : null,
    yearlyRate: xirr(flows),
    houseMoney: cost > 0 ? received / cost : null
  }
}
