import type { ComingPayment } from '../contract/open-data.ts'
import type { FundState } from '../contract/vocabulary.ts'
import { frequencyNow, minPayments } from '../estimator/estimator.ts'
import { addMonths, compareText } from '../market-days/days.ts'
import { exDateRanges } from '../market-days/ex-date-range.ts'
import { ownByDay } from '../market-days/market-calendar.ts'
import { nextExDate, payDateFor } from '../market-days/next-dates.ts'
import type { FamilyTraits, IsoDay, Payment, PaymentFrequency } from '../market-days/types.ts'
import { usualPayments } from '../market-days/usual-payments.ts'
import { roundTo } from '../numbers/format-numbers.ts'
import { type DeclaredPayment, findExpected } from '../payments/expected-payment.ts'
import { type AnnouncedPayment, announcedAfter, type EstimateRow, type KnownAhead } from './estimate-row.ts'
import { quantilesOfRow } from './frozen-rows.ts'
import { type Projection, withProjectedAmounts } from './outlooks.ts'

/*
 * The coming payments of a fund, derived with its estimate and stored (coming-payments.db.ts). Pages, feeds, data files,
 * searches, messages and the portfolio read those rows; nothing else decides which payments come, when, and what has to be
 * owned by when.
 */

/** A year from today, while figures are up to half a year old. */
const monthsAhead = 18
/** Payments that decide the next ex-date: those of a year, where two a month have days of their own. */
const compared = 24

/** An estimate, its fund's state and payments. */
export type PayingFund = EstimateRow & {
  state: FundState
  traits: FamilyTraits | undefined
  /** Stored payments, ascending. */
  payments: readonly Payment[]
}

/** Everything that decides which payments of a fund come. */
export type ComingFacts = PayingFund & {
  /** Payments that a source has announced, stored or not. */
  announced: readonly AnnouncedPayment[]
  /** Null without an estimate. */
  projection: Projection | null
}

/**
 * Payments with an ex-date after the estimate's day, ascending: the next one, those that the issuer has declared, and
 * those that follow at the fund's frequency. Residual and special ones are listed in addition. A fund that isn't paying has only declared ones; one without a price has
 * days only.
 * @param until last ex-date; without it, all of them
 */
export function listComingPayments(fund: ComingFacts, until?: IsoDay): ComingPayment[] {
  const pastPayments = usualPayments(fund.payments).filter(({ exDate }) => exDate <= fund.as_of)
  const announced = announcedAfter(fund, fund.payments, fund.announced)
  const isPaying = paysOn(fund) && pastPayments.length >= minPayments
  const regular = isPaying
    ? continueSchedule(
        fund,
        pastPayments,
        announced.filter(({ kind }) => kind === 'regular'),
        until
      )
    : []
  const listed = new Set(regular.map(({ ex_date }) => ex_date))
  const others = announced
    .filter(({ ex_date }) => !listed.has(ex_date))
    .map((payment) => ({
      ...toDeclared(payment, pastPayments),
      // A payment of no period of the schedule is one in addition.
      kind: isPaying && payment.kind === 'regular' ? ('special' as const) : payment.kind
    }))
  const lastExDate = pastPayments.at(-1)?.exDate ?? fund.as_of
  const projected = withProjectedAmounts(regular, fund.projection, lastExDate)
  return [...projected, ...others].sort((a, b) => compareText(a.ex_date, b.ex_date))
}

/** Whether a fund has upcoming payments. */
export function paysOn({ state, status }: Pick<PayingFund, 'state' | 'status'>): boolean {
  return state === 'open' && status !== 'inactive' && status !== 'payments-missing'
}

/** Payments a year: those of the estimate, or without one those that payments show. */
export function frequencyOf(fund: Pick<PayingFund, 'frequency' | 'payments' | 'traits'>): PaymentFrequency {
  return fund.frequency ?? frequencyNow(usualPayments(fund.payments), fund.traits)
}

/** The next payment and the regular ones after it. */
function continueSchedule(
  fund: ComingFacts,
  known: readonly Payment[],
  announced: readonly KnownAhead[],
  until: IsoDay = addMonths(fund.as_of, monthsAhead)
): ComingPayment[] {
  const schedule = { frequency: frequencyOf(fund), payments: known, dates: fund.traits?.dates }
  const rangeOf = exDateRanges(schedule, fund.as_of)
  const next = nextPayment(fund)
  const coming = next === null ? [] : [next]
  let payments = [...known, ...coming.map(toPayment)].slice(-compared)
  for (;;) {
    const last = coming.at(-1)?.ex_date ?? fund.as_of
    const exDate = nextExDate({ ...schedule, payments }, last)
    if (exDate > until) return coming
    const declared = findExpected({ after: last, exDate, frequency: schedule.frequency }, announced)
    const payment: ComingPayment = declared
      ? toDeclared(declared, known)
      : {
          ...datesOf(exDate, rangeOf(exDate), payDateFor(exDate, known)),
          state: next === null && coming.length === 0 ? 'estimated' : 'projected',
          kind: 'regular',
          ...estimatedFigures(fund),
          dates_confirmed_on: null
        }
    coming.push(payment)
    payments = [...payments, toPayment(payment)].slice(-compared)
  }
}

/** The payment that an estimate is for; null without an estimate. */
export function nextPayment(row: EstimateRow): ComingPayment | null {
  const { next_ex_date: exDate, next_pay_date: payDate, ex_date_first: first, ex_date_last: last } = row
  if (exDate === null || payDate === null) return null
  const declared: DeclaredPayment | null = row.declared === null ? null : JSON.parse(row.declared)
  return {
    ...datesOf(exDate, first === null || last === null ? null : { first, last }, payDate),
    state: declared === null ? 'estimated' : 'declared',
    kind: 'regular',
    ...(declared === null ? estimatedFigures(row) : declaredFigures(declared)),
    dates_confirmed_on: row.dates_confirmed_on
  }
}

type Dates = Pick<ComingPayment, 'ex_date' | 'ex_date_range' | 'own_by' | 'pay_date'>

function datesOf(exDate: IsoDay, range: ComingPayment['ex_date_range'], payDate: IsoDay): Dates {
  return {
    ex_date: exDate,
    ex_date_range: range,
    own_by: ownByDay(range?.first ?? exDate),
    pay_date: payDate
  }
}

type Figures = Pick<ComingPayment, 'amount' | 'low' | 'high' | 'quantiles' | 'declared'>

/** Estimates are rounded to 4 decimals, like everywhere; an announced amount keeps 6. */
function estimatedFigures(row: EstimateRow): Figures {
  const round = (value: number | null) => (value === null ? null : roundTo(4, value))
  const [amount, low, high] = [round(row.amount), round(row.low), round(row.high)]
  const isKnown = amount !== null && low !== null && high !== null
  return {
    amount,
    low,
    high,
    quantiles: isKnown ? quantilesOfRow({ ...row, amount, low, high }) : null,
    declared: null
  }
}

function declaredFigures({ amount, declaredOn, sourceName, seenOn }: DeclaredPayment): Figures {
  return {
    amount: roundTo(6, amount),
    low: null,
    high: null,
    quantiles: null,
    declared: { declared_on: declaredOn, source: sourceName, seen_on: seenOn }
  }
}

function toDeclared(announced: KnownAhead, known: readonly Payment[]): ComingPayment {
  const { ex_date, payment_date, amount, declared_on, source_name, seen_on, kind } = announced
  return {
    ...datesOf(ex_date, null, payment_date ?? payDateFor(ex_date, known)),
    state: 'declared',
    kind,
    ...declaredFigures({ amount, declaredOn: declared_on, sourceName: source_name, seenOn: seen_on }),
    dates_confirmed_on: null
  }
}

/** The days of a payment decide those of later ones; its amount doesn't. */
function toPayment({ ex_date, pay_date, amount }: ComingPayment): Payment {
  return { exDate: ex_date, payDate: pay_date, amount: amount ?? 0 }
}
