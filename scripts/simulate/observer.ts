import { join } from 'node:path'
import { Cron } from 'croner'
import { readSourceState } from '../../admin-api/collection/source-state.db.ts'
import { sources } from '../../admin-api/collection/sources/register.ts'
import { addDays, daysBetween } from '../../admin-api/market-days/days.ts'
import { newYork, toNewYorkTime } from '../../admin-api/market-days/sessions.ts'
import { findQuarantinedDays } from '../../admin-api/payments/manual-entries.db.ts'
import { listBackups } from '../../admin-api/platform/database/backups/backup-files.ts'
import { nightOf, readLastBackup } from '../../admin-api/platform/database/backups/last-backup.ts'
import type { Db } from '../../admin-api/platform/database/schema.ts'
import type { RealPayment, Source } from './source.ts'

/** State of the real payments, read after each collection. Keys are those of `keyOf`. */
export type Observed = {
  /** First day on which each payment was stored with its amount. */
  storedOn: ReadonlyMap<string, string>
  /** First day on which each payment was quarantined. */
  quarantinedOn: ReadonlyMap<string, string>
  /** Payments that were stored with their amount and later changed or removed, each with the day. */
  altered: string[]
  /** By fund: longest time in days for which it was shown as inactive although it paid. */
  inactiveDays: ReadonlyMap<string, number>
  /** Days on which the exchange's site was reported as failing, and those on which it never was. */
  exchange: { reported: readonly string[]; quiet: readonly string[] }
  /** True if the payment was stored when an estimate was made at this instant. */
  isKnownAt: (key: string, madeAt: string) => boolean
  /** True if the close of the day was stored when an estimate was made at this instant. */
  isCloseKnownAt: (symbol: string, day: string, madeAt: string) => boolean
  /** Ex-dates of the quarantined payments that such an estimate knew, by symbol. */
  quarantinedDaysAt: (madeAt: string) => ReadonlyMap<string, readonly string[]>
}

/** A fund is active if it paid within this number of days and will again within as many. */
const activeDays = 45
/** Estimate states of active funds. */
const activeStates: readonly string[] = ['estimated', 'not-enough-data']
/** Closes that arrive later than this are not looked for. */
const daysOfLateCloses = 30
/** Tolerance for rounding by the source, as a fraction and in dollars. */
const slackShare = 0.005
const slackDollars = 0.00005

export function keyOf({ symbol, exDate }: { symbol: string; exDate: string }): string {
  return `${symbol} ${exDate}`
}

type Observer = { observe: (now: Date) => Promise<void>; read: () => Observed }

export function createObserver(db: Db, source: Source, to: string): Observer {
  const symbolOf = new Map(source.renamed.map(({ symbol, former }) => [former, symbol]))
  /** The symbol in the facts, whatever the fund is called at the time. */
  const identify = (symbol: string) => symbolOf.get(symbol) ?? symbol
  const real = new Map(source.payments.map((payment) => [keyOf(payment), payment]))
  const daysOf = Map.groupBy(source.payments, ({ symbol }) => symbol)
  const storedOn = new Map<string, string>()
  const observations: { at: Date; quarantinedDays: ReadonlyMap<string, readonly string[]> }[] = []
  /** By `keyOf`: index of the first observation that found the payment stored. */
  const firstSeen = new Map<string, number>()
  /** Index of the first observation that found the close stored, by symbol and day. */
  const firstClose = new Map<string, number>()
  const quarantinedOn = new Map<string, string>()
  /** Day on which each was changed or removed. */
  const altered = new Map<string, string>()
  const inactiveSince = new Map<string, string>()
  const inactiveDays = new Map<string, number>()
  const exchangeFaults = new Set<string>()
  const exchangeAnswers = new Set<string>()

  /** True if the amount is the real one on any share basis. */
  function isReal(payment: RealPayment, amount: number): boolean {
    return source.basesOf(payment.symbol).some((factor) => {
      const right = payment.amount / factor
      return Math.abs(amount - right) <= Math.max(slackDollars, slackShare * right)
    })
  }

  function isPaying(symbol: string, day: string): boolean {
    const exDates = (daysOf.get(symbol) ?? []).map(({ exDate }) => exDate)
    const hasPaid = exDates.some((exDate) => exDate <= day && daysBetween(exDate, day) <= activeDays)
    const willPay = exDates.some((exDate) => exDate > day && daysBetween(day, exDate) <= activeDays)
    return hasPaid && (willPay || addDays(day, activeDays) > to)
  }

  async function observe(now: Date): Promise<void> {
    const { day } = toNewYorkTime(now)
    const payments = await db.selectFrom('payment').select(['symbol', 'ex_date', 'amount']).execute()
    const right = new Set<string>()
    for (const { symbol: named, ex_date, amount } of payments) {
      const symbol = identify(named)
      const payment = real.get(keyOf({ symbol, exDate: ex_date }))
      if (payment !== undefined && isReal(payment, amount)) right.add(keyOf(payment))
    }
    for (const key of right) {
      if (storedOn.has(key)) continue
      storedOn.set(key, day)
      firstSeen.set(key, observations.length)
    }
    const oldest = observations.length === 0 ? '' : addDays(day, -daysOfLateCloses)
    for (const close of await db
      .selectFrom('price')
      .select(['symbol', 'date'])
      .where('date', '>=', oldest)
      .execute()) {
      const key = `${identify(close.symbol)} ${close.date}`
      if (!firstClose.has(key)) firstClose.set(key, observations.length)
    }
    const quarantinedDays = new Map(
      [...(await findQuarantinedDays(db))].map(([symbol, days]) => [identify(symbol), days])
    )
    observations.push({ at: now, quarantinedDays })
    const exchange = (await readSourceState(db, 'announcements'))?.[sources.cboe.name]
    if (exchange !== undefined && exchange.fault !== null) exchangeFaults.add(day)
    else exchangeAnswers.add(day)
    for (const key of storedOn.keys()) if (!right.has(key) && !altered.has(key)) altered.set(key, day)
    for (const key of await findQuarantinedKeys(db, identify))
      if (!quarantinedOn.has(key)) quarantinedOn.set(key, day)
    const estimates = await db.selectFrom('estimate').select(['symbol', 'status']).execute()
    for (const { symbol: named, status } of estimates) {
      const symbol = identify(named)
      if (activeStates.includes(status) || !isPaying(symbol, day)) {
        inactiveSince.delete(symbol)
        continue
      }
      const since = inactiveSince.get(symbol) ?? day
      inactiveSince.set(symbol, since)
      inactiveDays.set(symbol, Math.max(inactiveDays.get(symbol) ?? 0, daysBetween(since, day) + 1))
    }
  }

  const indexOf = new Map<string, number>()

  /**
   * Index of the first observation at or after the instant; it includes what was collected and estimated then. Call it
   * after the last observation.
   */
  function indexAt(madeAt: string): number {
    const known = indexOf.get(madeAt)
    // Asked for each pair of estimate and payment.
    if (known !== undefined) return known
    const instant = new Date(madeAt)
    const index = observations.findIndex(({ at }) => at >= instant)
    indexOf.set(madeAt, index)
    return index
  }

  return {
    observe,
    read: () => ({
      storedOn,
      quarantinedOn,
      altered: [...altered].map(([key, day]) => `${key} (seen ${day})`),
      inactiveDays,
      exchange: {
        reported: [...exchangeFaults],
        quiet: [...exchangeAnswers].filter((day) => !exchangeFaults.has(day))
      },
      isKnownAt: (key, madeAt) => (firstSeen.get(key) ?? Number.POSITIVE_INFINITY) <= indexAt(madeAt),
      isCloseKnownAt: (symbol, close, madeAt) =>
        (firstClose.get(`${symbol} ${close}`) ?? Number.POSITIVE_INFINITY) <= indexAt(madeAt),
      quarantinedDaysAt: (madeAt) => observations[indexAt(madeAt)]?.quarantinedDays ?? new Map()
    })
  }
}

/** Keys of the payments that wait in Review and are not stored. @param identify the symbol in the facts */
export async function findQuarantinedKeys(db: Db, identify: (symbol: string) => string): Promise<string[]> {
  const rows = await db
    .selectFrom('manual_entry')
    .select(['symbol', 'ex_date', 'reported_ex_date'])
    .where('kind', '=', 'payment')
    .where('status', '=', 'pending')
    .where('is_stored', '=', 0)
    .execute()
  return rows.map(({ symbol, ex_date, reported_ex_date }) =>
    keyOf({ symbol: identify(symbol), exDate: reported_ex_date ?? ex_date ?? '' })
  )
}

/** Backups of the simulated nights; days are in New York. */
export type Nights = {
  /** Number of nights. */
  simulated: number
  withoutBackup: string[]
  /** Nights of the backups that exist, oldest first. */
  kept: string[]
}

/** Watches the backups of the service in the folder; none is due on the night before `startedAt`. */
export function createNightWatch(db: Db, dataDir: string, startedAt: Date) {
  const inNewYork = { mode: '5-part', timezone: newYork, paused: true } as const
  /** Times of backups, and of outlooks that waited for newer data on days that may be the first session of a month. */
  const times = [new Cron('30 3 * * *', inNewYork), new Cron('10 9 1-4 * *', inNewYork)]
  const seen = new Set([nightOf(startedAt)])
  const withoutBackup: string[] = []
  return {
    /** Returns the time of the next backup, of waiting outlooks or `run`, whichever is earliest. */
    earlierOf: (run: Date, now: number): Date => {
      const next = times.flatMap((each) => each.nextRun(new Date(now)) ?? [])
      return new Date(Math.min(run.getTime(), ...next.map((time) => time.getTime())))
    },
    /** Called after each step of the service. */
    check: async (now: Date): Promise<void> => {
      const night = nightOf(now)
      if (seen.has(night)) return
      seen.add(night)
      const made = (await readLastBackup(db))?.made ?? null
      if (made === null || nightOf(new Date(made.at)) !== night) withoutBackup.push(night)
    },
    /** Called instead while nothing can be written. */
    excuse: (now: Date): void => {
      seen.add(nightOf(now))
    },
    read: (): Nights => {
      const copies = listBackups(join(dataDir, 'backups'))
      const kept = copies.map(({ madeAt }) => nightOf(madeAt)).toReversed()
      return { simulated: seen.size - 1, withoutBackup, kept }
    }
  }
}
