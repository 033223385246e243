import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { HeldFund } from '../funds/held-fund.ts'
import { reduceLedger } from '../ledger/reduce-ledger.ts'
import { accountKinds, type CostMethod, type Transaction } from '../ledger/transaction.ts'
import { calculateTax, emptyYear, type TaxYear } from './tax-figures.ts'

/*
 * An independent ledger from the rules, day by day. Shares are counted as of each day and multiplied at splits, payments
 * are amounts as paid, an unknown cost is NaN. It decides what random steps do, and books them for the product.
 *
 * - Return of capital lowers the basis on the ex-date; what exceeds it is a gain: 26 USC 301(c)(2) and (3).
 * - Average cost: every share in an account has the mean basis: 26 CFR 1.1012-1(e). Otherwise first in, first out.
 * - Long term from the day after the purchase on, a year later: 26 USC 1222, Revenue Ruling 66-7.
 * - A payment to holders of record in October to December that is sent in January is income of December 31: 26 USC 852(b)(7).
 * - A loss is deferred by another purchase within 30 days whose shares outlast the sale: 26 USC 1091.
 */

const today = '2026-07-08'
const firstDay = Date.UTC(2023, 0, 1)
const msPerDay = 86_400_000
const lastDay = (Date.parse(today) - firstDay) / msPerDay
const dayOf = (days: number) => new Date(firstDay + days * msPerDay).toISOString().slice(0, 10)
const accountNames = ['A', 'B']
/** Shares below this are rounding errors. */
const tiny = 1e-9

type Parcel = { id: string; bought: number; shares: number; cost: number; basis: number }
/**
 * `counts` is the day for taxes; `percent` of return of capital by the final figure, the notice, an earlier final figure or
 * the notices before.
 */
type Payment = {
  ex: number
  pay: number
  counts: number
  asPaid: number
  noticed: number | null
  percent: number | null
  field: 'finalRoc' | 'noticedRoc' | 'carriedRoc'
}
type Year = Record<Exclude<keyof TaxYear, 'year' | 'washSales'>, number> & {
  surelyWash: number
  maybeWash: number
}

const step = fc.record({
  kind: fc.constantFrom(
    'buy',
    'buy',
    'buy',
    'reinvest',
    'reinvest',
    'sell',
    'sell',
    'sell',
    'move',
    'receive',
    'split'
  ),
  account: fc.constantFrom(0, 1),
  days: fc.integer({ min: 1, max: 12 }),
  size: fc.integer({ min: 1, max: 10_000 }),
  cents: fc.integer({ min: 500, max: 4_000 }),
  fee: fc.integer({ min: 0, max: 995 }),
  delay: fc.integer({ min: 0, max: 5 })
})
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

const split = fc.record({
  day: fc.integer({ min: 30, max: 900 }),
  old: fc.integer({ min: 1, max: 9 }),
  new: fc.integer({ min: 1, max: 9 })
})
const percent = fc.integer({ min: 0, max: 100 })
const schedule = fc.record({
  first: fc.integer({ min: 0, max: 27 }),
  gap: fc.constantFrom(7, 14, 28),
  lags: fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 5, maxLength: 5 }),
  cents: fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 7, maxLength: 7 }),
  notices: fc.array(fc.option(percent), { minLength: 6, maxLength: 6 }),
  finals: fc.dictionary(fc.constantFrom('2022', '2023', '2024', '2025'), percent)
})
const history = fc.record({
  steps: fc.array(step, { minLength: 15, maxLength: 60 }),
  splits: fc.uniqueArray(split, { maxLength: 2, selector: ({ day }) => day }),
  methods: fc.tuple(...accountNames.map(() => fc.constantFrom<CostMethod>('fifo', 'average'))),
  kinds: fc.tuple(...accountNames.map(() => fc.constantFrom('taxable' as const, ...accountKinds))),
  schedule
})
type History = typeof history extends fc.Arbitrary<infer Value> ? Value : never
type Schedule = typeof schedule extends fc.Arbitrary<infer Value> ? Value : never

/** Record date: the ex-date, before May 28, 2024 the next weekday that isn't January 1. */
function recordDay(ex: number): string {
  if (dayOf(ex) >= '2024-05-28') return dayOf(ex)
  let day = ex + 1
  while ([0, 6].includes(new Date(dayOf(day)).getUTCDay()) || /-(?:01-01|12-25)$/.test(dayOf(day))) day++
  return dayOf(day)
}

/** Day for taxes. */
function taxDay(ex: number, pay: number): number {
  const [year = '', month] = dayOf(pay).split('-')
  const autumn = ['10', '11', '12'].map((of) => `${Number(year) - 1}-${of}`)
  const isDeemed = month === '01' && autumn.some((of) => recordDay(ex).startsWith(of))
  return isDeemed ? (Date.UTC(Number(year) - 1, 11, 31) - firstDay) / msPerDay : pay
}

function isLongTerm(bought: number, sold: number): boolean {
  const [year, ...rest] = dayOf(bought + 1).split('-')
  return dayOf(sold) >= [Number(year) + 1, ...rest].join('-')
}

/** Median of the last 12 notices of a year and a day, if there are three and half of them are within two points of it. */
function agreed(before: readonly { ex: number; noticed: number }[], ex: number): number | null {
  const middle = (numbers: readonly number[]) => {
    const sorted = numbers.toSorted((a, b) => a - b)
    return ((sorted[(sorted.length - 1) >> 1] ?? 0) + (sorted[sorted.length >> 1] ?? 0)) / 2
  }
  const percents = before
    .filter((one) => ex - one.ex <= 366)
    .slice(-12)
    .map(({ noticed }) => noticed)
  const percent = middle(percents)
  return percents.length < 3 || middle(percents.map((one) => Math.abs(one - percent))) > 2 ? null : percent
}

function listPayments({ first, gap, lags, cents, notices, finals }: Schedule): Payment[] {
  const before: { ex: number; noticed: number }[] = []
  return Array.from({ length: Math.floor((lastDay - 20 - first) / gap) }, (_, index) => {
    const usual = first + index * gap
    const weekday = new Date(dayOf(usual)).getUTCDay()
    const ex = usual + (weekday === 6 ? 2 : weekday === 0 ? 1 : 0)
    const pay = ex + (lags[index % lags.length] ?? 1)
    const counts = taxDay(ex, pay)
    const taxYear = dayOf(counts).slice(0, 4)
    const final = finals[taxYear]
    const earlier = Object.keys(finals).filter((year) => year < taxYear)
    const carried = finals[earlier.at(-1) ?? ''] ?? agreed(before, ex)
    const noticed = notices[index % notices.length] ?? null
    if (noticed !== null) before.push({ ex, noticed })
    const asPaid = (cents[index % cents.length] ?? 1) / 100
    const field = final !== undefined ? 'finalRoc' : noticed !== null ? 'noticedRoc' : 'carriedRoc'
    return { ex, pay, counts, asPaid, noticed, percent: final ?? noticed ?? carried, field }
  })
}

/** Figures of a history by the rules, and the transactions that it books. */
function decide({ steps, splits, methods, kinds }: History, payments: readonly Payment[]) {
  const transactions: Transaction[] = []
  const held: Parcel[][] = [[], []]
  let transit: { parcels: Parcel[]; to: number; arrives: number } | null = null
  const years = new Map<string, Year>()
  const yearOf = (year: string): Year => {
    const { washSales: _, ...zero } = emptyYear
    const figures = years.get(year) ?? { ...zero, surelyWash: 0, maybeWash: 0 }
    years.set(year, figures)
    return figures
  }
  /** In today's shares. */
  const bought: { id: string; day: number; shares: number }[] = []
  const sold: { id: string; day: number; shares: number; sale: number; isLoss: boolean | null }[] = []
  let hasOwnSplit = false

  const isTaxable = (account: number) => kinds[account] === 'taxable'
  const inTodays = (shares: number, day: number) =>
    splits.reduce((all, split) => (split.day > day ? (all * split.new) / split.old : all), shares)
  const gain = (since: number, day: number, dollars: number) => {
    const figures = yearOf(dayOf(day).slice(0, 4))
    figures[isLongTerm(since, day) ? 'longTerm' : 'shortTerm'] += dollars
  }
  const average = (account: number) => {
    const parcels = held[account] ?? []
    const shares = sumOf(parcels, 'shares')
    const [cost, basis] = [sumOf(parcels, 'cost') / shares, sumOf(parcels, 'basis') / shares]
    if (methods[account] === 'average')
      for (const one of parcels) Object.assign(one, { cost: cost * one.shares, basis: basis * one.shares })
  }
  const pay = (parcels: Parcel[], account: number, payment: Payment) => {
    const { counts, asPaid, percent, field } = payment
    const returned = (asPaid * (percent ?? 0)) / 100
    const shares = sumOf(parcels, 'shares')
    if (isTaxable(account) && shares > 0) {
      const figures = yearOf(dayOf(counts).slice(0, 4))
      figures.payments += shares * asPaid
      if (percent === null) figures.unknown += shares * asPaid
      else {
        figures.income += shares * (asPaid - returned)
        figures[field] += shares * returned
      }
    }
    for (const one of parcels) {
      const left = one.basis - one.shares * returned
      if (left < 0 && isTaxable(account)) gain(one.bought, counts, -left)
      one.basis = Math.max(0, left)
    }
  }
  const take = (account: number, shares: number): Parcel[] => {
    average(account)
    const parcels = held[account] ?? []
    const taken: Parcel[] = []
    let left = shares
    while (left > tiny && parcels[0] !== undefined) {
      const [first] = parcels
      const part = Math.min(1, left / first.shares)
      left -= first.shares * part
      taken.push(scaled(first, part))
      if (first.shares * (1 - part) > tiny) parcels[0] = scaled(first, 1 - part)
      else parcels.shift()
    }
    return taken
  }
  const add = (account: number, parcels: Parcel[]) => {
    held[account] = [...(held[account] ?? []), ...parcels].sort((a, b) => a.bought - b.bought)
  }
  const passDay = (day: number) => {
    const split = splits.find((one) => one.day === day)
    if (split !== undefined)
      for (const one of [...held.flat(), ...(transit?.parcels ?? [])]) one.shares *= split.new / split.old
    for (const payment of payments.filter(({ ex }) => ex === day)) {
      held.forEach((parcels, account) => {
        average(account)
        pay(parcels, account, payment)
      })
      if (transit !== null) pay(transit.parcels, transit.to, payment)
    }
    if (transit?.arrives !== day) return
    const shares = sumOf(transit.parcels, 'shares')
    book({ type: 'transfer-in', shares, price: null, fee: 0 }, transit.to, day)
    add(transit.to, transit.parcels)
    transit = null
  }
  const book = (fields: object, account: number, day: number): string => {
    const id = `t${transactions.length}`
    const shared = { id, account: accountNames[account], symbol: 'MSTY', date: dayOf(day) }
    transactions.push({ ...shared, ...fields } as Transaction)
    return id
  }
  const act = ({ kind, account, size, cents, fee, delay }: Step, day: number) => {
    const shares = sumOf(held[account] ?? [], 'shares')
    const price = cents / 100
    const part = shares * Math.min(1, size / 9_000)
    if (kind === 'buy' || kind === 'reinvest') {
      const cost = (size / 100) * price + (kind === 'buy' ? fee / 100 : 0)
      const id = book(
        { type: kind, shares: size / 100, price, fee: kind === 'buy' ? fee / 100 : 0 },
        account,
        day
      )
      add(account, [{ id, bought: day, shares: size / 100, cost, basis: cost }])
      bought.push({ id, day, shares: inTodays(size / 100, day) })
    } else if (kind === 'sell' && part > 1e-3) {
      const proceeds = part * price - fee / 100
      book({ type: 'sell', shares: part, price, fee: fee / 100 }, account, day)
      for (const one of take(account, part)) {
        const result = (proceeds * one.shares) / part - one.basis
        const isUnknown = Number.isNaN(result)
        if (isTaxable(account) && isUnknown) yearOf(dayOf(day).slice(0, 4)).unknownSales += 1
        if (isTaxable(account) && !isUnknown) gain(one.bought, day, result)
        // Whether less than half a cent is a loss is a matter of rounding.
        const isLoss =
          !isTaxable(account) || isUnknown || result > -0.004 ? false : result < -0.006 ? true : null
        sold.push({ id: one.id, day, shares: inTodays(one.shares, day), sale: transactions.length, isLoss })
      }
    } else if (kind === 'move' && part > 1e-3 && transit === null) {
      book({ type: 'transfer-out', shares: part, price: null, fee: 0 }, account, day)
      transit = { parcels: take(account, part), to: 1 - account, arrives: day + 2 * delay + 1 }
    } else if (kind === 'receive' && transit === null) {
      const id = book({ type: 'transfer-in', shares: size / 100, price: null, fee: 0 }, account, day)
      add(account, [{ id, bought: day, shares: size / 100, cost: Number.NaN, basis: Number.NaN }])
    } else if (
      kind === 'split' &&
      size > 7_500 &&
      transit === null &&
      splits.every((one) => Math.abs(one.day - day) > 20)
    ) {
      const ratio = 2 + (size % 4)
      held.forEach((parcels, each) => {
        const before = sumOf(parcels, 'shares')
        if (before > 1e-3) book({ type: 'split', shares: before / ratio - before }, each, day)
        for (const one of parcels) one.shares /= ratio
      })
      hasOwnSplit = true
    }
  }

  let day = -1
  for (const one of steps) {
    // Steps on even days, arrivals on odd ones: their order in a day is a convention.
    for (const next = day + 2 * one.days; day < next; ) passDay(++day)
    act(one, day)
  }
  while (day < lastDay) passDay(++day)

  let lostBefore = 0
  const [sure, maybe] = [new Map<number, number>(), new Map<number, number>()]
  for (const one of sold.filter(({ isLoss }) => isLoss !== false)) {
    const near = bought.filter(({ id, day }) => id !== one.id && Math.abs(day - one.day) <= 30)
    const soldBy = sold.filter(({ id, day }) => day <= one.day && near.some((other) => other.id === id))
    const left = sumOf(near, 'shares') - sumOf(soldBy, 'shares')
    if (left > 1e-6) maybe.set(one.sale, one.day)
    // Each earlier loss may have used up as many shares.
    if (one.isLoss && left > lostBefore + 1e-6) sure.set(one.sale, one.day)
    lostBefore += one.shares
  }
  for (const day of sure.values()) yearOf(dayOf(day).slice(0, 4)).surelyWash += 1
  for (const day of maybe.values()) yearOf(dayOf(day).slice(0, 4)).maybeWash += 1
  const open = held
    .flatMap((parcels, account) => (isTaxable(account) ? parcels : []))
    .filter(({ basis }) => basis >= 0)
  const totals = {
    cost: sumOf(open, 'cost'),
    adjustedCost: sumOf(open, 'basis'),
    shares: sumOf(open, 'shares')
  }
  return { transactions, years, totals, hasOwnSplit }
}

function sumOf<Field extends string>(all: readonly Record<Field, number>[], field: Field): number {
  return all.reduce((sum, one) => sum + one[field], 0)
}

function scaled({ shares, cost, basis, ...rest }: Parcel, by: number): Parcel {
  return { ...rest, shares: shares * by, cost: cost * by, basis: basis * by }
}

function toFund({ splits, schedule }: History, payments: readonly Payment[]): HeldFund {
  const factor = (day: number) =>
    splits.reduce((all, split) => (split.day > day ? (all * split.old) / split.new : all), 1)
  return {
    symbol: 'MSTY',
    asOf: today,
    closes: [{ date: today, close: 10 }],
    pastRatios: [],
    pathErrors: [],
    reinvestment: null,
    splits: splits
      .map((split) => ({ date: dayOf(split.day), oldShares: split.old, newShares: split.new }))
      .sort((a, b) => (a.date < b.date ? -1 : 1)),
    payments: payments.map(({ ex, pay, asPaid }) => ({
      exDate: dayOf(ex),
      payDate: dayOf(pay),
      amount: asPaid * factor(ex),
      isResidual: false
    })),
    returnOfCapital: {
      finals: Object.entries(schedule.finals).map(([year, percent]) => ({ year, percent, source: '' })),
      notices: payments.flatMap(({ ex, noticed }) =>
        noticed === null ? [] : [{ ex_date: dayOf(ex), percent: noticed, source: '' }]
      )
    }
  } as unknown as HeldFund
}

test('a ledger from the rules agrees to the cent on the tax years of 400 random histories', () => {
  const count = { sales: 0, moves: 0, payments: 0, splits: 0, excess: 0, washSales: 0, unsure: 0, january: 0 }
  fc.assert(
    fc.property(history, (one) => {
      const payments = listPayments(one.schedule)
      const { transactions, years, totals, hasOwnSplit } = decide(one, payments)
      const funds = new Map([['MSTY', toFund(one, payments)]])
      const methods = one.methods.map((method, index) => ({ account: accountNames[index] ?? '', method }))
      const kinds = one.kinds.map((kind, index) => ({ account: accountNames[index] ?? '', kind }))
      const ledger = reduceLedger(transactions, funds, methods, today)
      const tax = calculateTax({ ledger, transactions, kinds, funds, today })
      expect(ledger.faults).toEqual([])
      expect(tax.years.map(({ year }) => year)).toEqual([...years.keys()].sort().reverse())
      for (const { year, washSales, ...figures } of tax.years) {
        const { surelyWash, maybeWash, ...expected } = years.get(year) as Year
        for (const [name, dollars] of Object.entries(expected))
          expect(Math.abs(figures[name as keyof typeof figures] - dollars), `${name} ${year}`).toBeLessThan(
            0.005
          )
        // A split that only the broker booked changes the unit in which shares replace each other.
        if (hasOwnSplit) continue
        expect(washSales, `wash sales ${year}`).toBeGreaterThanOrEqual(surelyWash)
        expect(washSales, `wash sales ${year}`).toBeLessThanOrEqual(maybeWash)
        count.washSales += washSales
        count.unsure += maybeWash - surelyWash
      }
      expect(Math.abs(tax.cost - totals.cost), 'cost').toBeLessThan(0.005)
      expect(Math.abs(tax.adjustedCost - totals.adjustedCost), 'adjusted cost').toBeLessThan(0.005)
      expect(Math.abs(tax.value - 10 * totals.shares), 'value').toBeLessThan(0.005)
      count.sales += transactions.filter(({ type }) => type === 'sell').length
      count.moves += transactions.filter(({ type }) => type === 'transfer-out').length
      count.splits += one.splits.length + (hasOwnSplit ? 1 : 0)
      count.payments += payments.length
      count.excess += ledger.excess.length
      count.january += payments.filter(({ pay, counts }) => pay !== counts).length
    }),
    { numRuns: 400, seed: 20260708 }
  )
  // The histories contain what the rules are about.
  const { unsure, ...events } = count
  expect(Math.min(...Object.values(events))).toBeGreaterThan(200)
  expect(unsure).toBeLessThan(events.washSales / 2)
})
