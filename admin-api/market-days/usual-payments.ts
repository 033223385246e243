import type { PaymentKind } from '../contract/vocabulary.ts'
import { median } from '../numbers/statistics.ts'
import { daysBetween } from './days.ts'
import { type Period, periodAfter, periodOf, shortestGap } from './frequency.ts'
import type { IsoDay } from './types.ts'

/*
 * Decides the kind of each payment. Estimates, scores, averages, the latest payment and the schedule are about regular
 * ones only; the others are listed and summed as payments of their own.
 */

type DatedAmount = { exDate: IsoDay; amount: number }

const residualGapDays = 5
const residualShare = 0.01
/** Residual payments right after a usual one were below 0.2 % of it (TSLY, MRNY and ULTY on 2025-12-30). */
export const smallShare = 0.1
/** Number of regular payments whose spacing decides which of two close ones belongs to the schedule. */
const spacingsCompared = 7

/** Number of latest payments, and of close ones among them, that show a fund with several payments a week (QLDY). */
const recentPayments = 10
const minClose = 3

/** Whether the latest payments show several a week, so that closeness says nothing. @param payments ascending */
export function paysSeveralAWeek(payments: readonly DatedAmount[]): boolean {
  const recent = payments.slice(-recentPayments)
  const isClose = ({ exDate, amount }: DatedAmount, i: number): boolean => {
    const before = recent[i - 1]
    if (before === undefined || daysBetween(before.exDate, exDate) >= shortestGap) return false
    return !isTiny({ exDate, amount }, before, smallShare) && !isTiny(before, { exDate, amount }, smallShare)
  }
  return recent.filter(isClose).length >= minClose
}

/** Spacing in days of a fund that pays monthly or more rarely, and the gap after which its next payment may be due. */
const monthlySpacing = 26
const shortestMonthly = 21
/**
 * Factor on the last and the median regular payment from which a payment inside a month is one in addition. Those of
 * December 29 and 30, 2025 were 4 (GOLY, DJIA) to 18 times as large (XYLG); a fund that begins to pay weekly pays less.
 */
const largeShare = 2.5

/**
 * The kind of a payment, that of the last regular one before it, which a closer look may change, and whether earlier
 * special ones are regular, because the fund turned out to pay several times a week.
 */
export type KindAfter = { kind: PaymentKind; before: PaymentKind; areSpecialRegular: boolean }

/**
 * The kind of a payment that follows others of its fund (ascending). It is residual under a hundredth of the
 * last one, or under a tenth of one at most four days earlier. Of two others less than four days apart the one that
 * fits the spacing of earlier ones is regular, and the other residual if it is tiny, else special. One that a monthly
 * fund pays inside its month is special if it is far larger than usual.
 */
export function kindAfter(
  earlier: readonly (DatedAmount & { kind: PaymentKind })[],
  payment: DatedAmount
): KindAfter {
  const recent = earlier.slice(-2 * recentPayments)
  const regular = recent.filter(({ kind }) => kind === 'regular')
  const last = regular.at(-1)
  const usual = { kind: 'regular', before: 'regular', areSpecialRegular: false } as const
  if (last === undefined) return usual
  const gapDays = daysBetween(last.exDate, payment.exDate)
  if (isTiny(payment, last, gapDays < residualGapDays ? smallShare : residualShare))
    return { ...usual, kind: 'residual' }
  if (paysSeveralAWeek([...recent, payment])) return { ...usual, areSpecialRegular: true }
  if (gapDays >= shortestGap) {
    return isInAddition(regular, payment, gapDays) ? { ...usual, kind: 'special' } : usual
  }
  const before = regular.at(-2)
  if (isTiny(last, payment, smallShare)) return { ...usual, before: 'residual' }
  const spacings = spacingsOf(regular.slice(-1 - spacingsCompared, -1))
  const offBy = ({ exDate }: DatedAmount) =>
    before === undefined || spacings.length === 0
      ? 0
      : Math.abs(daysBetween(before.exDate, exDate) - median(spacings))
  return offBy(payment) < offBy(last) ? { ...usual, before: 'special' } : { ...usual, kind: 'special' }
}

/** Whether a payment inside a month of a monthly fund is far larger than its regular ones (ascending). */
function isInAddition(regular: readonly DatedAmount[], payment: DatedAmount, gapDays: number): boolean {
  const latest = regular.slice(-1 - spacingsCompared)
  const spacings = spacingsOf(latest)
  if (gapDays >= shortestMonthly || spacings.length < 2 || median(spacings) < monthlySpacing) return false
  const usual = Math.max(median(latest.map(({ amount }) => amount)), latest.at(-1)?.amount ?? 0)
  return payment.amount > largeShare * usual
}

function spacingsOf(payments: readonly DatedAmount[]): number[] {
  return payments.slice(1).map(({ exDate }, i) => daysBetween(payments[i]?.exDate ?? exDate, exDate))
}

/** Whether an amount is below this share of another one. A declared zero is a payment of the schedule. */
function isTiny({ amount }: DatedAmount, other: DatedAmount, share: number): boolean {
  return amount > 0 && amount < share * other.amount
}

/** Kinds by the days and amounts of the payments: a dozen figures of every page ask for those of the same fund. */
const knownKinds = new Map<string, readonly PaymentKind[]>()
/** Each takes up to 10 kB. */
const maxKnownKinds = 500

/** The kind of each payment of a fund, ascending by ex-date; payments still to come included, as far as they are known. */
export function kindsOf(payments: readonly DatedAmount[]): readonly PaymentKind[] {
  const key = payments.map(({ exDate, amount }) => `${exDate} ${amount}`).join()
  const known = knownKinds.get(key)
  if (known !== undefined) return known
  if (knownKinds.size >= maxKnownKinds) knownKinds.clear()
  const kinds = decideKinds(payments)
  knownKinds.set(key, kinds)
  return kinds
}

function decideKinds(payments: readonly DatedAmount[]): PaymentKind[] {
  const known: (DatedAmount & { kind: PaymentKind })[] = []
  for (const { exDate, amount } of payments) {
    const after = kindAfter(known, { exDate, amount })
    changeEarlier(known, after)
    known.push({ exDate, amount, kind: after.kind })
  }
  return known.map(({ kind }) => kind)
}

/** Changes the kinds of earlier payments (ascending) in place, as a later one shows them. */
export function changeEarlier(
  earlier: readonly (DatedAmount & { kind: PaymentKind })[],
  { before, areSpecialRegular }: KindAfter
): void {
  const replaced = before === 'regular' ? undefined : earlier.findLast(({ kind }) => kind === 'regular')
  if (replaced !== undefined) replaced.kind = before
  if (!areSpecialRegular) return
  for (const payment of earlier.slice(-recentPayments)) {
    if (payment.kind === 'special') payment.kind = 'regular'
  }
}

/** The payments with their kinds. @param payments ascending */
export function withKinds<T extends DatedAmount>(payments: readonly T[]): (T & { kind: PaymentKind })[] {
  const kinds = kindsOf(payments)
  return payments.map((payment, i) => ({ ...payment, kind: kinds[i] ?? 'regular' }))
}

/** The regular payments, whose ex-dates show how often the fund pays. @param payments ascending */
export function usualPayments<T extends DatedAmount>(payments: readonly T[]): T[] {
  const kinds = kindsOf(payments)
  return payments.filter((_, i) => kinds[i] === 'regular')
}

/**
 * All but the residual payments, for reports of sources, in which a special payment may be the regular one of a wrong
 * day. @param payments ascending
 */
export function withoutResiduals<T extends DatedAmount>(payments: readonly T[]): T[] {
  const kinds = kindsOf(payments)
  return payments.filter((_, i) => kinds[i] !== 'residual')
}

/** The last regular payment; undefined without any. @param payments ascending */
export function lastUsual<T extends DatedAmount>(payments: readonly T[]): T | undefined {
  return usualPayments(payments).at(-1)
}

/**
 * The ex-date from which the period of the payment of `exDate` counts: that of the last usual payment, or a later one of
 * a quarantined payment, because something was paid then whatever its amount. A quarantined payment right before
 * `exDate` is its duplicate or a residual, and does not count.
 */
export function paidUntil(last: IsoDay, quarantinedDays: readonly IsoDay[] = [], exDate: IsoDay): IsoDay {
  const waiting = quarantinedDays.findLast((day) => daysBetween(day, exDate) >= shortestGap)
  return waiting !== undefined && waiting > last ? waiting : last
}

/** Period that a payment covers: its kind, if the gap shows one, and its days. */
export type PaidSpan = { period: Period | undefined; days: number }

/** Days of periods that are equally long however holidays and weekends move a date. */
const daysOfPeriod: Readonly<Partial<Record<Period, number>>> = { week: 7, 'half-month': 15, quarter: 91 }

/** The span of a payment from the days since the one before it, and before that one; undefined for the first. */
export function spanOf(gapDays: number | undefined, gapBefore: number | undefined): PaidSpan | undefined {
  if (gapDays === undefined) return undefined
  const period = periodAfter(gapDays, gapBefore)
  return { period, days: (period && daysOfPeriod[period]) ?? gapDays }
}

/** The span of a payment to come. A gap that shows no period counts as a week. */
export function comingSpan(gapDays: number, gapBefore: number | undefined): PaidSpan & { period: Period } {
  const { period, days } = spanOf(gapDays, gapBefore) ?? { period: undefined, days: 7 }
  return period === undefined ? { period: 'week', days: 7 } : { period, days }
}

/**
 * Factor that converts an amount to the upcoming period: 1 within the same kind of period, else days over days. A
 * catch-up payment after 21 days counts a third towards a weekly one.
 */
export function scaleTo(span: PaidSpan | undefined, { period, days }: PaidSpan): number {
  return span === undefined || span.period === period ? 1 : days / span.days
}

/** Days that a payment covers: 7 for a weekly one, however holidays move it, else those since the one before. */
export function daysPaidFor(gapDays: number): number {
  return periodOf(gapDays) === 'week' ? 7 : gapDays
}

/** A payment with the days it covers, so that weekly, monthly and catch-up payments compare by the day. */
export type PaidDays = DatedAmount & { days: number }

/** Number of payments used; few enough to leave out monthly payments of a year ago, maybe of another frequency. */
const compared = 5

/**
 * The latest usual payments before a day, at most five, above zero, ascending. Each covers the days since the one
 * before it, a fund's first as many as its second. Empty for a fund with a single payment.
 */
export function latestPaidDays(payments: readonly DatedAmount[], before: IsoDay): PaidDays[] {
  const usual = usualPayments(payments.filter(({ exDate }) => exDate < before))
  const gaps = usual
    .slice(1)
    .map(({ exDate }, i) => daysPaidFor(daysBetween(usual[i]?.exDate ?? exDate, exDate)))
  return usual
    .flatMap(({ exDate, amount }, i) => {
      const days = gaps[i - 1] ?? gaps[0]
      return days === undefined || amount <= 0 ? [] : [{ exDate, amount, days }]
    })
    .slice(-compared)
}
