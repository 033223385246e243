// Shows the same on any database.
import { expect, test } from 'vitest'
import { recordCsvColumns } from '../contract/record.ts'
import { addDays } from '../market-days/days.ts'
import { isSession } from '../market-days/market-calendar.ts'
import { isBeforeSession, lastFinishedSession } from '../market-days/sessions.ts'
import { isWithinShift } from '../payments/expected-payment.ts'
import { compareFrozen, listScored, pickCounting } from '../signed-record/counted-estimates.ts'
import { type PublishedEstimate, type RecordReport, verifyRecord } from '../signed-record/verify-record.ts'
import { openTestDatabase, type TestDatabase } from '../testing/database.ts'
import { makePayment } from '../testing/make.ts'
import { pages } from '../testing/pages.ts'
import { refreshFigures } from '../testing/refresh-figures.ts'
import { findRecord, type RecordRow } from './estimate-record.db.ts'
import { findAnswers } from './estimates.db.ts'
import { toStockOutcome } from './stock-outcome.ts'

const funds = ['MSTY', 'CONY', 'NVDY']
const start = Date.parse('2026-06-01T12:00:00Z')
const end = Date.parse('2026-06-27T00:00:00Z')

/** Three months of figures, so that an estimate takes no time. */
async function openShortDatabase(): Promise<TestDatabase> {
  const database = await openTestDatabase(funds)
  const { db } = database
  await db.deleteFrom('price').where('date', '<', '2026-03-01').execute()
  await db.deleteFrom('dividend_history').where('ex_date', '<', '2026-03-01').execute()
  await db.deleteFrom('estimate_record').where('origin', '=', 'replayed').execute()
  return database
}

/** Numbers from 0 to 1 by a linear congruential generator, the same on each run. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

/** Figures that the site showed for a fund from `at` on; null while it expected a day that had begun. */
type Shown = { at: Date; exDate: string; quantiles: readonly number[] | null }

/** An operator, a source and a clock that do random things for four weeks. Every change is followed by a refresh. */
async function runWeeks({ db, connect }: TestDatabase, seed: number) {
  const random = createRandom(seed)
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item
  const shownOf = new Map<string, Shown[]>(funds.map((symbol) => [symbol, []]))
  let current = db
  let now = new Date(start)

  const payments = (symbol: string) =>
    current
      .selectFrom('dividend_history')
      .selectAll()
      .where('symbol', '=', symbol)
      .where('amount', 'is not', null)
      .orderBy('ex_date', 'desc')
      .limit(4)
      .execute()
  const changePayment = async (symbol: string, change: { amount?: number; ex_date?: string }) => {
    const { payment_date } = pick(await payments(symbol))
    await current
      .updateTable('dividend_history')
      .set(change)
      .where('symbol', '=', symbol)
      .where('payment_date', '=', payment_date)
      .execute()
  }
  const nextExDate = async (symbol: string) => {
    const [row] = await findAnswers(current, [symbol])
    return row?.next_ex_date ?? '2026-06-04'
  }
  const actions: ((symbol: string) => Promise<unknown>)[] = [
    // A corrected amount.
    (symbol) => changePayment(symbol, { amount: 0.2 + random() / 5 }),
    (symbol) => changePayment(symbol, { amount: 0.2 + random() / 5 }),
    // A payment that is moved to another ex-date.
    async (symbol) => {
      const [newest] = await payments(symbol)
      if (newest === undefined || newest.ex_date < '2026-06-01') return
      const ex_date = addDays(newest.ex_date, pick([-1, 1]))
      if (ex_date > newest.payment_date || !isSession(ex_date)) return
      const moved = current.updateTable('dividend_history').set({ ex_date }).where('symbol', '=', symbol)
      await moved.where('payment_date', '=', newest.payment_date).execute()
    },
    // A deleted payment, which is rare.
    async (symbol) => {
      const [newest] = await payments(symbol)
      if (newest === undefined || newest.ex_date < '2026-06-01' || random() < 0.7) return
      const deleted = current.deleteFrom('dividend_history').where('symbol', '=', symbol)
      await deleted.where('payment_date', '=', newest.payment_date).execute()
    },
    // A corrected close.
    () =>
      current
        .updateTable('price')
        .set((eb) => ({ close: eb('close', '*', 0.97 + random() / 20) }))
        .where(
          'date',
          '=',
          current.selectFrom('fund').select((eb) => eb.fn.max('known_until').as('day'))
        )
        .execute(),
    // A close that is withdrawn, so that the newest day is an earlier one.
    () =>
      current
        .updateTable('fund')
        .set((eb) => ({
          known_until: eb
            .selectFrom('price')
            .select((price) => price.fn.max('date').as('day'))
            .where(
              'date',
              '<',
              current.selectFrom('fund').select((each) => each.fn.max('known_until').as('day'))
            )
        }))
        .execute(),
    // The issuer declares another ex-date, or the operator approves one.
    async (symbol) => {
      const ex_date = addDays(await nextExDate(symbol), pick([-1, 0, 1]))
      await current.deleteFrom('declared_payment').where('symbol', '=', symbol).execute()
      await current
        .insertInto('declared_payment')
        .values({
          symbol,
          ex_date,
          payment_date: addDays(ex_date, 1),
          amount: 0.3,
          declared_on: null,
          source_name: 'Test',
          seen_on: now.toISOString().slice(0, 10)
        })
        .execute()
    },
    (symbol) => current.deleteFrom('declared_payment').where('symbol', '=', symbol).execute(),
    // A restart.
    async () => {
      if (current !== db) await current.destroy()
      current = connect()
    }
  ]

  /** Reports of the sources by now: the closes of finished sessions, and payments from the evening of their ex-date. */
  const collect = async () => {
    const day = lastFinishedSession(now)
    const { known } = await current
      .selectFrom('fund')
      .select((eb) => eb.fn.max('known_until').as('known'))
      .executeTakeFirstOrThrow()
    if (known === null || known >= day || random() < 0.1) return
    const closes = await current.selectFrom('price').selectAll().where('date', '=', '2026-05-29').execute()
    const values = closes.map((close) => ({ ...close, date: day, close: close.close * (0.9 + random() / 5) }))
    await current
      .insertInto('price')
      .values(values)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await current.updateTable('fund').set({ known_until: day }).execute()
    for (const symbol of funds) {
      const exDate = await nextExDate(symbol)
      const [newest] = await payments(symbol)
      if (exDate > day || (newest && isWithinShift(newest.ex_date, exDate))) continue
      await current
        .insertInto('dividend_history')
        .values(
          makePayment({
            symbol,
            ex_date: exDate,
            payment_date: addDays(exDate, 1),
            amount: 0.2 + random() / 5
          })
        )
        .execute()
    }
  }

  const refresh = async () => {
    await refreshFigures({ db: current, now, queueChange: pages.queueChange })
    for (const symbol of funds) {
      const [row] = await findAnswers(current, [symbol])
      const outcome = row && toStockOutcome(row)
      if (outcome?.status !== 'estimated') continue
      const { next_ex_date: exDate, quantiles } = outcome.stock
      const [newest] = await payments(symbol)
      const isPaid = newest !== undefined && newest.ex_date >= exDate
      if (isBeforeSession(now, exDate) && !isPaid) shownOf.get(symbol)?.push({ at: now, exDate, quantiles })
    }
  }

  await refresh()
  while (now.getTime() < end) {
    // Up to nine hours, so that a day has several refreshes, before and after the session opens.
    now = new Date(now.getTime() + random() * 9 * 3_600_000)
    await collect()
    await refresh()
    if (random() < 0.6) {
      await pick(actions)(pick(funds))
      await refresh()
    }
  }
  const record = await findRecord(current)
  const paid = new Map<string, string[]>()
  for (const symbol of funds)
    paid.set(
      symbol,
      (await payments(symbol)).map(({ ex_date }) => ex_date)
    )
  if (current !== db) await current.destroy()
  return { record, paid, shownOf }
}

test.each([1, 2])(
  'the last estimate shown before the session opened is the one that counts (%i)',
  async (seed) => {
    const database = await openShortDatabase()
    const { record, paid, shownOf } = await runWeeks(database, seed)
    expect(await verifySite(database, record.filter(isLive))).toMatchObject({ fault: null, signedLate: 0 })
    await database.close()
    const counted = new Map(
      listScored(record, 'live').map((row) => [
        `${row.symbol} ${row.paid_ex_date}`,
        [row.q05, row.low, row.q25, row.amount, row.q75, row.high, row.q95]
      ])
    )
    const expected = new Map<string, readonly number[] | null>()
    for (const [symbol, shown] of shownOf)
      for (const exDate of paid.get(symbol) ?? []) {
        const last = shown.findLast(({ at }) => isBeforeSession(at, exDate))
        if (last && isWithinShift(last.exDate, exDate)) expected.set(`${symbol} ${exDate}`, last.quantiles)
      }
    expect(Object.fromEntries(counted)).toEqual(Object.fromEntries(expected))
    expect(expected.size).toBeGreaterThan(3)
    for (const ofFund of Map.groupBy(record.filter(isLive), ({ symbol }) => symbol).values()) {
      const versions = ofFund.toSorted(compareFrozen).map(toFigures)
      for (const [i, version] of versions.entries()) expect(version).not.toEqual(versions[i + 1])
    }
  }
)

/** Verifies the published files and the live rows of an honest site; its backtest was removed, see above. */
async function verifySite({ db }: TestDatabase, record: readonly RecordRow[]): Promise<RecordReport> {
  const counting = pickCounting(record)
  const published = record.map((row): PublishedEstimate => {
    const cells = {
      ...row,
      estimate: row.amount,
      counts: counting.has(row) ? 'yes' : 'no',
      error_percent: null
    }
    return Object.fromEntries(
      recordCsvColumns.map((column) => [column, String(cells[column] ?? '')])
    ) as PublishedEstimate
  })
  return verifyRecord({
    read: async (path) => {
      const page = await pages.load(db, path)
      if (page === null || !('data' in page)) throw new Error(`there is no file ${path}`)
      return JSON.stringify(page.data)
    },
    published,
    outlooks: null,
    presentSymbolOf: (symbol) => symbol
  })
}

function isLive({ origin }: RecordRow): boolean {
  return origin === 'live'
}

/** Everything that an estimate consists of. */
function toFigures({ ex_date, as_of, rule, price, baseline_last_yield, ...row }: RecordRow) {
  const { q05, low, q25, amount, q75, high, q95 } = row
  return {
    ex_date,
    as_of,
    rule,
    price,
    baseline_last_yield,
    quantiles: [q05, low, q25, amount, q75, high, q95]
  }
}
