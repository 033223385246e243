import type { Kysely } from 'kysely'
import { findWaitingDays } from '../../admin-api/payments/manual-entries.db.ts'
import type { Database } from '../../admin-api/platform/database/schema.ts'
import { addDays, daysBetween } from '../../admin-api/market-days/days.ts'
import { toNewYorkTime } from '../../admin-api/market-days/new-york.ts'
import type { RealPayment, Source } from './source.ts'

/** What became of the real payments, seen after each collection. */
export type Observed = {
  /** By `keyOf`: the day on which it stood in the history with its amount for the first time. */
  storedOn: ReadonlyMap<string, string>
  /** By `keyOf`: the day on which it waited for the operator for the first time. */
  heldOn: ReadonlyMap<string, string>
  /** Payments that were stored with their amount, and with another one, or not at all, later. */
  altered: readonly string[]
  /** Fund by fund, the longest time it was said to pay nothing any more while it did. */
  inactiveDays: ReadonlyMap<string, number>
  /** Whether an estimate that was made at this instant could stand on the payment: it was stored by then. */
  isKnownAt: (key: string, madeAt: string) => boolean
  /** By symbol: the ex-dates of the payments that such an estimate knew to be waiting. */
  waitingDaysAt: (madeAt: string) => ReadonlyMap<string, readonly string[]>
}

/** A fund that paid within these days, and will within as many, has not stopped. */
const livingDays = 45
/** Of an estimate; others say that the fund has stopped. */
const livingStates: readonly string[] = ['estimated', 'not-enough-data']
/** A stored amount of as many decimals as the source gives; shares of it, and dollars. */
const slackShare = 0.005
const slackDollars = 0.00005

export function keyOf({ symbol, exDate }: { symbol: string; exDate: string }): string {
  return `${symbol} ${exDate}`
}

export function createObserver(db: Kysely<Database>, source: Source, to: string) {
  const real = new Map(source.payments.map((payment) => [keyOf(payment), payment]))
  const daysOf = Map.groupBy(source.payments, ({ symbol }) => symbol)
  const storedOn = new Map<string, string>()
  const looks: { at: Date; waitingDays: ReadonlyMap<string, readonly string[]> }[] = []
  /** By `keyOf`: how many looks there were before the one that found it stored. */
  const firstLook = new Map<string, number>()
  const heldOn = new Map<string, string>()
  const altered = new Map<string, string>()
  const inactiveSince = new Map<string, string>()
  const inactiveDays = new Map<string, number>()

  /** Whether the amount is the real one, on the share basis of some day. */
  function isReal(payment: RealPayment, amount: number): boolean {
    return source.basesOf(payment.symbol).some((factor) => {
      const right = payment.amount / factor
      return Math.abs(amount - right) <= Math.max(slackDollars, slackShare * right)
    })
  }

  function isLiving(symbol: string, day: string): boolean {
    const exDates = (daysOf.get(symbol) ?? []).map(({ exDate }) => exDate)
    const hasPaid = exDates.some((exDate) => exDate <= day && daysBetween(exDate, day) <= livingDays)
    const willPay = exDates.some((exDate) => exDate > day && daysBetween(day, exDate) <= livingDays)
    return hasPaid && (willPay || addDays(day, livingDays) > to)
  }

  async function look(now: Date): Promise<void> {
    const { day } = toNewYorkTime(now)
    const stored = await db.selectFrom('payment').select(['symbol', 'ex_date', 'amount']).execute()
    const right = new Set<string>()
    for (const { symbol, ex_date, amount } of stored) {
      const payment = real.get(keyOf({ symbol, exDate: ex_date }))
      if (payment !== undefined && isReal(payment, amount)) right.add(keyOf(payment))
    }
    for (const key of right) {
      if (storedOn.has(key)) continue
      storedOn.set(key, day)
      firstLook.set(key, looks.length)
    }
    looks.push({ at: now, waitingDays: await findWaitingDays(db) })
    for (const key of storedOn.keys()) if (!right.has(key) && !altered.has(key)) altered.set(key, day)
    for (const key of await findHeldKeys(db)) if (!heldOn.has(key)) heldOn.set(key, day)
    const estimates = await db.selectFrom('estimate').select(['symbol', 'status']).execute()
    for (const { symbol, status } of estimates) {
      if (livingStates.includes(status) || !isLiving(symbol, day)) {
        inactiveSince.delete(symbol)
        continue
      }
      const since = inactiveSince.get(symbol) ?? day
      inactiveSince.set(symbol, since)
      inactiveDays.set(symbol, Math.max(inactiveDays.get(symbol) ?? 0, daysBetween(since, day) + 1))
    }
  }

  /** What is collected together is seen by the look after it, and so are the estimates that rest on it. */
  function lookAfter(madeAt: string): number {
    return looks.findIndex(({ at }) => at >= new Date(madeAt))
  }

  return {
    look,
    read: (): Observed => ({
      storedOn,
      heldOn,
      altered: [...altered].map(([key, day]) => `${key} (seen ${day})`),
      inactiveDays,
      isKnownAt: (key, madeAt) => (firstLook.get(key) ?? Number.POSITIVE_INFINITY) <= lookAfter(madeAt),
      waitingDaysAt: (madeAt) => looks[lookAfter(madeAt)]?.waitingDays ?? new Map()
    })
  }
}

async function findHeldKeys(db: Kysely<Database>): Promise<string[]> {
  const held = await db
    .selectFrom('manual_entry')
    .select(['symbol', 'ex_date', 'reported_ex_date'])
    .where('kind', '=', 'payment')
    .where('status', '=', 'pending')
    .execute()
  return held.map(({ symbol, ex_date, reported_ex_date }) =>
    keyOf({ symbol, exDate: reported_ex_date ?? ex_date ?? '' })
  )
}
