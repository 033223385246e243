// Coming payments of every fund on every session of both turns of the year in data/, in each state a payment can have.
import { expect, test } from 'vitest'
import { upcomingPayments } from '../../admin-api/calendar/load-calendar-page.ts'
import type { ComingPayment } from '../../admin-api/contract/open-data.ts'
import { type ComingFacts, listComingPayments } from '../../admin-api/estimates/coming-payments.ts'
import {
  type AnnouncedPayment,
  withConfirmedDates,
  withDeclared
} from '../../admin-api/estimates/estimate-row.ts'
import { knownAt, planEstimate } from '../../admin-api/estimator/plan.ts'
import { addDays, daysBetween } from '../../admin-api/market-days/days.ts'
import { addSessions, isSession } from '../../admin-api/market-days/market-calendar.ts'
import type { FundHistory, Payment, PaymentFrequency } from '../../admin-api/market-days/types.ts'
import { paysSeveralAWeek, usualPayments } from '../../admin-api/market-days/usual-payments.ts'
import { makePayingFund } from '../../admin-api/testing/make-paying-fund.ts'
import { readDataFolder } from '../../data/read-facts.ts'
import type { HeldFund } from '../../site/portfolio/funds/held-fund.ts'
import type { Lot } from '../../site/portfolio/ledger/take-shares.ts'
import { listPortfolioPayments } from '../../site/portfolio/positions/portfolio-payments.ts'
import { readHistories } from './read-histories.ts'

const { funds } = readHistories(readDataFolder().funds, undefined, undefined)
const sessions = ['2024-12-15', '2025-12-15'].flatMap((start) =>
  Array.from({ length: 27 }, (_, i) => addDays(start, i)).filter(isSession)
)

const announce = ({ exDate, payDate, amount }: Payment, source_name = 'Nasdaq'): AnnouncedPayment => {
  return { ex_date: exDate, payment_date: payDate, amount, declared_on: null, source_name, seen_on: exDate }
}

/** The fund as the service stores it after the close of `asOf`; null without an estimate. */
function makeFund(history: FundHistory, asOf: string): ComingFacts | null {
  const known = knownAt(history, asOf)
  const plan = planEstimate(known, asOf)
  if ('status' in plan) return null
  const { symbol, traits, payments } = known
  return makePayingFund({
    symbol,
    payments,
    announced: [],
    as_of: plan.asOf,
    frequency: plan.frequency,
    ...(traits && { traits }),
    next_ex_date: plan.target.exDate,
    next_pay_date: plan.nextPayDate,
    ex_date_first: plan.exDateRange?.first ?? null,
    ex_date_last: plan.exDateRange?.last ?? null
  })
}

const declare = (fund: ComingFacts, announced: AnnouncedPayment[]): ComingFacts => ({
  ...fund,
  ...withDeclared(fund, fund.payments, announced),
  announced
})

/** The fund on a day on which the issuer declares `next`, its next regular payment, in each state. */
function statesOf(fund: ComingFacts, next: Payment | undefined): [string, ComingFacts][] {
  const day = addSessions(fund.as_of, 1)
  const last = usualPayments(fund.payments).at(-1)?.amount ?? 1
  const residual = announce({ exDate: day, payDate: addSessions(day, 1), amount: last / 1000 })
  const always: [string, ComingFacts][] = [['estimated', fund]]
  if (next?.exDate !== day) always.push(['residual declared', declare(fund, [residual])])
  // Announced two sessions ahead.
  if (next === undefined || next.exDate > addSessions(fund.as_of, 2)) return always
  const moved = { ...next, exDate: addSessions(next.exDate, 1) }
  const { ex_date, payment_date } = announce(moved)
  const approved = { symbol: fund.symbol, ex_date, payment_date: payment_date ?? '', collection_date: day }
  const withDays = { ...fund, ...withConfirmedDates(fund, [approved], new Date()) }
  return [
    ...always,
    ['declared', declare(fund, [announce(next)])],
    [
      'declared with a residual',
      declare(fund, next.exDate === day ? [announce(next)] : [residual, announce(next)])
    ],
    ['two sources', declare(fund, [announce(next, 'YieldMax'), announce(moved)])],
    ['approved', declare(withDays, [announce(next)])]
  ]
}

/** Shortest and longest days from one payment to the next by frequency, as issuers have moved them. */
const spacings: Readonly<Record<PaymentFrequency, [number, number]>> = {
  104: [1, 6],
  52: [4, 11],
  24: [9, 21],
  13: [18, 36],
  // GOLY paid on December 11 and 29, 2025, TLTW on December 3 and 20, 2024.
  12: [17, 47],
  4: [76, 104]
}

/** A share held since before the fund's first payment. */
const share: Omit<Lot, 'symbol'> = {
  ...{
    id: '',
    account: '',
    shares: 1,
    boughtOn: '2019-01-02',
    acquiredOn: '2019-01-02',
    heldFrom: '2019-01-02'
  },
  ...{
    heldUntil: null,
    sale: null,
    cost: null,
    taxCost: null,
    basis: null,
    isPurchase: true,
    isReinvested: false
  }
}

/** Days and sums of the calendar and feeds, and those that My Fleet adds up from the fund's file, unless both agree with the list. */
function differencesOf(fund: ComingFacts, coming: readonly ComingPayment[]): string[] {
  const stored = new Set(fund.payments.map(({ exDate }) => exDate))
  const ahead = coming.filter(({ ex_date }) => !stored.has(ex_date))
  const listed = ahead.map(({ ex_date, own_by, pay_date }) => `${ex_date} ${own_by} ${pay_date}`).join(', ')
  const total = ahead.reduce((sum, { amount }) => sum + (amount ?? 0), 0)
  const shown = upcomingPayments({ ...fund, coming: [...coming] })
  const until = addDays(fund.as_of, 170)
  const { symbol, state, as_of: asOf } = fund
  const file: HeldFund = {
    symbol,
    name: symbol,
    underlying: null,
    state,
    asOf,
    noEstimate: null,
    payments: fund.payments.map((payment) => ({ ...payment, isResidual: false })),
    upcoming: [...coming],
    closes: [],
    splits: [],
    returnOfCapital: { notices: [], finals: [] },
    reinvestment: null,
    pastRatios: [],
    pathErrors: []
  }
  const received = listPortfolioPayments(
    [{ ...share, symbol: fund.symbol }],
    new Map([[fund.symbol, file]]),
    {
      today: asOf,
      until
    }
  ).filter(({ exDate }) => exDate > fund.as_of && !stored.has(exDate))
  const surfaces = [
    ['calendar', shown, shown.reduce((sum, { amount }) => sum + (amount ?? 0), 0)],
    ['My Fleet', received, received.reduce((sum, { amount }) => sum + amount, 0)]
  ] as const
  return surfaces.flatMap(([name, payments, sum]) => {
    const days = payments.map(({ exDate, ownBy, payDate }) => `${exDate} ${ownBy} ${payDate}`).sort()
    const hasDays = days.join(', ') === listed
    // The calendar rounds each payment to four decimals.
    return hasDays && Math.abs(sum - total) < 0.00006 * ahead.length + 1e-9 ? [] : [`${name}: ${days} ${sum}`]
  })
}

function faultsOf(fund: ComingFacts, next: Payment | undefined, state: string): string[] {
  const coming = listComingPayments(fund, addDays(fund.as_of, 130))
  const regular = coming.filter(({ kind }) => kind === 'regular')
  const past = usualPayments(fund.payments).findLast(({ exDate }) => exDate <= fund.as_of)?.exDate ?? ''
  // QLDY pays twice a week, which no schedule of ours has: only a payment too many would show.
  const [shortest, longest] = paysSeveralAWeek(fund.payments) ? [1, 11] : spacings[fund.frequency ?? 52]
  const early = coming.filter(({ own_by }) => own_by < fund.as_of).map(({ own_by }) => `own by ${own_by}`)
  const gaps = regular.map(({ ex_date }, i) => daysBetween(regular[i - 1]?.ex_date ?? past, ex_date))
  const odd = gaps.flatMap((gap, i) =>
    gap >= shortest && (gap <= longest || i === 0) ? [] : [`${regular[i]?.ex_date} after ${gap} days`]
  )
  const isMissing =
    next !== undefined &&
    state.startsWith('declared') &&
    !coming.some(
      ({ ex_date, amount }) => ex_date === next.exDate && Math.abs((amount ?? 0) - next.amount) < 1e-6
    )
  const missing = isMissing ? [`no ${next.exDate}`] : []
  return [...early, ...odd, ...missing, ...differencesOf(fund, coming)].map(
    (fault) => `${fund.symbol} ${fund.as_of} ${state}: ${fault}`
  )
}

test('own-by is never past, and each period has exactly one regular payment', () => {
  const faults: string[] = []
  let checked = 0
  for (const history of funds) {
    const usual = usualPayments(history.payments)
    for (const asOf of sessions) {
      const fund = makeFund(history, asOf)
      if (fund === null) continue
      const next = usual.find(({ exDate }) => exDate > fund.as_of)
      for (const [state, given] of statesOf(fund, next)) {
        checked += 1
        faults.push(...faultsOf(given, next, state))
      }
    }
  }
  expect(checked).toBeGreaterThan(7000)
  expect(faults).toEqual([])
})
