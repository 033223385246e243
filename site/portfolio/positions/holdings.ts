import { type CashFlow, xirr } from '../../../admin-api/returns/yearly-rate.ts'
import type { IsoDay } from '../../../admin-api/market-days/types.ts'
import { isPaid } from './fleet-payments.ts'
import type { HeldFund, HeldFunds, Lot } from './held-fund.ts'
import { costOf, sharesToday } from './lot-basis.ts'

/** What a lot is today. Dollars; null for what cannot be known. */
export type LotFigures = {
  lot: Lot
  /** On today's share basis. */
  shares: number
  cost: number | null
  /** Payments with an ex-date after the day it was bought, as far as they have been sent. */
  received: number
  value: number | null
  /** The day of the close behind `value`. */
  valueDate: IsoDay | null
}

/** What lots are together: only of those whose cost and value are both known, or nothing would add up. */
export type HoldingFigures = {
  counted: number
  leftOut: readonly Lot[]
  cost: number
  received: number
  value: number
  /** Value and what was received, less the cost. */
  gain: number
  /** Of the cost, as a fraction; null where nothing was paid. */
  gainShare: number | null
  /** XIRR, a fraction; null for under 90 days and where there is none. */
  yearlyRate: number | null
  /** Received as a fraction of the cost; null where nothing was paid. 1 and more: what remains is house money. */
  houseMoney: number | null
}

export function figureLot(lot: Lot, fund: HeldFund, today: IsoDay): LotFigures {
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

/** What was sent to a lot so far, in dollars on its day. */
function paymentsTo(lot: Lot, fund: HeldFund, today: IsoDay): CashFlow[] {
  const shares = sharesToday(lot, fund)
  return fund.payments
    .filter(({ exDate, payDate }) => exDate > lot.boughtOn && isPaid(payDate, fund, today))
    .map(({ payDate, amount }) => ({ date: payDate, amount: shares * amount }))
}

/** `lots` of one fund or of several. */
export function figureHoldings(lots: readonly Lot[], funds: HeldFunds, today: IsoDay): HoldingFigures {
  const flows: CashFlow[] = []
  const leftOut: Lot[] = []
  let [counted, cost, received, value] = [0, 0, 0, 0]
  for (const lot of lots) {
    const fund = funds.get(lot.symbol)
    const figures = fund && figureLot(lot, fund, today)
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
