import { addDays, compareText } from '../../../admin-api/market-days/days.ts'
import type { IsoDay } from '../../../admin-api/market-days/types.ts'
import type { HeldFunds } from '../funds/held-fund.ts'
import type { Lot } from '../ledger/take-shares.ts'
import type { Transaction } from '../ledger/transaction.ts'
import type { DividendForm, DividendParts } from '../stored-portfolio.ts'
import { ownYears } from './own-years.ts'
import { paymentsInYear, rocOf } from './tax-figures.ts'

/** Brokers round each payment; a larger difference has a cause. */
const roundingDollars = 1
const roundingShare = 0.005
/** Payments in January may count in the year before: 26 USC 852(b)(7). */
const januaryDays = 31

/** Payments of a holding to the account in the year, in dollars. */
export type HoldingOfForm = {
  symbol: string
  isOwn: boolean
  payments: number
  roc: number
  /** Part of the payments of which nobody knows what it is. */
  unknown: number
  /** Null if unknown, as for all funds we cover. */
  qualified: number | null
}

/** `agrees` and other causes of a difference between a form and our figures. */
type FormCause = 'agrees' | 'total' | 'notices' | 'unknown' | 'estimated' | 'other'
type Compared = { form: number; ours: number }

export type FormComparison = {
  /** Boxes 1a, 2a and 3. */
  total: Compared
  /** Box 3. */
  roc: Compared
  /** Box 1b, and the part of the payments of which it isn't known. */
  qualified: Compared & { unknown: number }
  /** Boxes 4 and 7. */
  withheld: Compared
  cause: FormCause
  /** The final figure that changed the notices most. */
  final: { symbol: string; percent: number } | null
  /** By symbol. */
  holdings: HoldingOfForm[]
  /** Holdings that explain a difference of the totals by themselves, with the reason. */
  suspects: { symbol: string; why: 'january' | 'next-january' | 'not-on-form'; dollars: number }[]
}

type FormInput = {
  lots: readonly Lot[]
  transactions: readonly Transaction[]
  funds: HeldFunds
  parts?: readonly DividendParts[] | undefined
  today: IsoDay
}

/** Compares a 1099-DIV with all payments to its account, in dollars, and finds the cause of a difference. */
export function compareForm(
  { account, year, box1a, box1b, box2a, box3, box4 = null, box7 = null }: DividendForm,
  { lots, transactions, funds, parts, today }: FormInput
): FormComparison {
  const sums = { noticed: 0, carried: 0, change: 0 }
  let final: FormComparison['final'] = null
  const holdings: HoldingOfForm[] = []
  const held = lots.filter((lot) => lot.account === account)
  for (const [symbol, ofFund] of Map.groupBy(held, (lot) => lot.symbol)) {
    const fund = funds.get(symbol)
    if (fund === undefined || fund.own !== undefined) continue
    const { notices, finals } = fund.returnOfCapital
    const returnOfCapital = { notices, finals: finals.filter((figure) => figure.year < year) }
    const figures = paymentsInYear(ofFund, fund, today, year)
    const noticed = rocOf(paymentsInYear(ofFund, { ...fund, returnOfCapital }, today, year))
    const change = Math.abs(rocOf(figures) - noticed)
    const ofYear = finals.find((figure) => figure.year === year)
    if (ofYear && change >= sums.change) {
      final = { symbol, percent: ofYear.percent }
      sums.change = change
    }
    sums.noticed += noticed
    sums.carried += figures.carriedRoc
    const { payments, unknown } = figures
    if (payments !== 0)
      holdings.push({ symbol, isOwn: false, payments, roc: rocOf(figures), unknown, qualified: null })
  }
  const ofOwn = ownYears(funds, parts).filter((one) => one.account === account)
  for (const { symbol, payments, roc, qualified } of ofOwn.filter((one) => one.year === year)) {
    sums.noticed += roc ?? 0
    const unknown = roc === null ? payments : 0
    holdings.push({ symbol, isOwn: true, payments, roc: roc ?? 0, unknown, qualified })
  }
  holdings.sort((a, b) => compareText(a.symbol, b.symbol))
  const sumOf = (figure: (holding: HoldingOfForm) => number) =>
    holdings.reduce((sum, holding) => sum + figure(holding), 0)
  const unknown = sumOf((one) => one.unknown)
  const roc = { form: box3 ?? 0, ours: sumOf((one) => one.roc) }
  const total = { form: (box1a ?? 0) + (box2a ?? 0) + roc.form, ours: sumOf(({ payments }) => payments) }
  const isNear = (a: number, b: number) =>
    Math.abs(a - b) <= Math.max(roundingDollars, roundingShare * total.ours)
  const findCause = (): FormCause => {
    if (!isNear(total.form, total.ours)) return 'total'
    if (roc.form >= roc.ours && roc.form <= roc.ours + unknown && unknown > 0) return 'unknown'
    if (isNear(roc.form, roc.ours)) return 'agrees'
    if (isNear(roc.form, sums.noticed)) return 'notices'
    return sums.carried > 0 ? 'estimated' : 'other'
  }
  const cause = findCause()
  const withheldOf = (one: Transaction) =>
    one.type === 'withheld' && one.account === account && one.date.startsWith(year) ? one.amount : 0
  return {
    total,
    roc,
    qualified: {
      form: box1b ?? 0,
      ours: sumOf((one) => one.qualified ?? 0),
      unknown: sumOf((one) => (one.qualified === null ? one.payments : 0))
    },
    withheld: {
      form: (box4 ?? 0) + (box7 ?? 0),
      ours: transactions.reduce((sum, one) => sum + withheldOf(one), 0)
    },
    cause,
    final,
    holdings,
    suspects: cause === 'total' ? findSuspects(total, year, { account, funds, holdings }) : []
  }
}

/** Holdings whose payments of January, or of the year, are the difference of the totals to a dollar. */
function findSuspects(
  { form, ours }: Compared,
  year: string,
  { account, funds, holdings }: { account: string; funds: HeldFunds; holdings: readonly HoldingOfForm[] }
): FormComparison['suspects'] {
  const missing = form - ours
  const isIt = (dollars: number) => dollars > 0 && Math.abs(dollars - Math.abs(missing)) <= roundingDollars
  const januaryOf = (first: IsoDay) =>
    [...funds.values()].map(({ symbol, own }) => {
      const paid = (own?.payments ?? []).filter(
        (one) => one.account === account && one.payDate >= first && one.payDate < addDays(first, januaryDays)
      )
      return { symbol, dollars: paid.reduce((sum, { amount }) => sum + amount, 0) }
    })
  const found =
    missing > 0
      ? januaryOf(`${Number(year) + 1}-01-01`).map((one) => ({ ...one, why: 'next-january' as const }))
      : [
          ...januaryOf(`${year}-01-01`).map((one) => ({ ...one, why: 'january' as const })),
          ...holdings.map(({ symbol, payments }) => ({
            symbol,
            dollars: payments,
            why: 'not-on-form' as const
          }))
        ]
  return found.filter(({ dollars }) => isIt(dollars))
}
