import Database from 'better-sqlite3'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { HeldFund } from '../funds/held-fund.ts'
import { sharesHeld } from '../positions/holdings.ts'
import { reduceLedger } from './reduce-ledger.ts'
import type { Trade } from './transaction.ts'

/*
 * The independent ledger is SQL on SQLite without lots: shares in order of purchase and of sale are intervals on
 * one line, and the cost of a sale is where both overlap. Splits scale the line.
 */
const fifo = `
with
  scaled as (
    select place, type, amount, fee,
      shares * coalesce((select exp(sum(ln(1.0 * new_shares / old_shares))) from split where split.day > trade.day), 1) as shares
    from trade
  ),
  ends as (
    select place, amount, fee, shares, type = 'sell' as is_sale,
      sum(shares) over (partition by type = 'sell' order by place) as upper
    from scaled
  ),
  overlap as (
    select buy.place as buy, max(0, min(buy.upper, sale.upper) - max(buy.upper - buy.shares, sale.upper - sale.shares)) as sold,
      (buy.amount + buy.fee) / buy.shares as cost
    from ends as buy join ends as sale on not buy.is_sale and sale.is_sale
  )
select
  (select coalesce(sum(amount - fee), 0) from ends where is_sale) - (select coalesce(sum(sold * cost), 0) from overlap) as gain,
  (select sum(amount + fee) from ends where not is_sale) - (select coalesce(sum(sold * cost), 0) from overlap) as cost,
  (select sum(case when is_sale then -shares else shares end) from ends) as shares`

/** Average cost as one recursion over the trades, with the pool's shares and cost only. */
const average = `
with recursive
  scaled as (
    select place, type, amount, fee,
      shares * coalesce((select exp(sum(ln(1.0 * new_shares / old_shares))) from split where split.day > trade.day), 1) as shares
    from trade
  ),
  pool(place, shares, cost, gain) as (
    select 0, 0.0, 0.0, 0.0
    union all
    select scaled.place,
      pool.shares + case when type = 'sell' then -scaled.shares else scaled.shares end,
      pool.cost + case when type = 'sell' then -pool.cost * scaled.shares / pool.shares else amount + fee end,
      pool.gain + case when type = 'sell' then amount - fee - pool.cost * scaled.shares / pool.shares else 0 end
    from pool join scaled on scaled.place = pool.place + 1
  )
select gain, cost, shares from pool order by place desc limit 1`

type Step = { kind: 'buy' | 'sell' | 'reinvest'; days: number; size: number; cents: number; fee: number }
const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom('buy', 'sell', 'reinvest'),
  days: fc.integer({ min: 0, max: 20 }),
  /** Hundredths of a share to buy, or ten-thousandths of the shares held to sell. */
  size: fc.integer({ min: 1, max: 10_000 }),
  cents: fc.integer({ min: 1, max: 9_000 }),
  fee: fc.integer({ min: 0, max: 995 })
})
const history = fc.record({
  steps: fc.array(step, { minLength: 10, maxLength: 40 }),
  splits: fc.array(
    fc.record({
      day: fc.integer({ min: 1, max: 500 }),
      old: fc.integer({ min: 1, max: 10 }),
      new: fc.integer({ min: 1, max: 10 })
    }),
    { maxLength: 3 }
  )
})
const dayOf = (days: number) => new Date(Date.UTC(2024, 0, 1) + days * 86_400_000).toISOString().slice(0, 10)

test('SQL on SQLite agrees to the cent on 1,000 random histories of buys, sales, splits and reinvestments', () => {
  const db = new Database(':memory:')
  db.exec('create table trade (place int, type text, day text, shares real, amount real, fee real)')
  db.exec('create table split (day text, old_shares int, new_shares int)')
  const addTrade = db.prepare('insert into trade values (?, ?, ?, ?, ?, ?)')
  const addSplit = db.prepare('insert into split values (?, ?, ?)')
  const sold = { trades: 0, splits: 0 }
  fc.assert(
    fc.property(history, ({ steps, splits }) => {
      const booked = splits.map((one) => ({ date: dayOf(one.day), oldShares: one.old, newShares: one.new }))
      const trades = toTrades(steps, booked)
      db.exec('delete from trade; delete from split')
      for (const [index, { type, date, shares, price, fee }] of trades.entries())
        addTrade.run(index + 1, type, date, shares, shares * (price ?? 0), fee)
      for (const one of booked) addSplit.run(one.date, one.oldShares, one.newShares)
      sold.trades += trades.filter(({ type }) => type === 'sell').length
      sold.splits += booked.length
      const fund = {
        symbol: 'MSTY',
        splits: booked,
        closes: [],
        payments: [],
        returnOfCapital: { notices: [], finals: [] }
      } as unknown as HeldFund
      for (const [method, query] of [
        ['fifo', fifo],
        ['average', average]
      ] as const) {
        const { lots, faults } = reduceLedger(trades, new Map([['MSTY', fund]]), [{ account: '', method }])
        const open = lots.filter(({ heldUntil }) => heldUntil === null)
        const gain = lots.reduce(
          (sum, { sale, cost }) => sum + (sale === null ? 0 : (sale.proceeds ?? 0) - (cost ?? 0)),
          0
        )
        const other = db.prepare(query).get() as { gain: number; cost: number; shares: number }
        expect(faults).toEqual([])
        expect(Math.abs(gain - other.gain), `${method} gain`).toBeLessThan(0.005)
        expect(
          Math.abs(open.reduce((sum, { cost }) => sum + (cost ?? 0), 0) - other.cost),
          `${method} cost`
        ).toBeLessThan(0.005)
        expect(Math.abs(sharesHeld(lots) - other.shares)).toBeLessThan(1e-6)
      }
    }),
    { numRuns: 1000, seed: 20260708 }
  )
  expect(sold.trades).toBeGreaterThan(3000)
  expect(sold.splits).toBeGreaterThan(500)
})

/** Trades that never sell more than is held, with shares as of their day. */
function toTrades(
  steps: readonly Step[],
  splits: readonly { date: string; oldShares: number; newShares: number }[]
): Trade[] {
  const trades: Trade[] = []
  let [days, held] = [0, 0]
  for (const [index, one] of steps.entries()) {
    const before = dayOf(days)
    // On one day purchases precede sales, so each trade has its own day.
    days += one.days + 1
    const date = dayOf(days)
    for (const split of splits)
      if (split.date > before && split.date <= date) held = (held * split.newShares) / split.oldShares
    const isSale = one.kind === 'sell' && held > 1e-3
    const shares = isSale ? (held * one.size) / 10_000 : one.size / 100
    held += isSale ? -shares : shares
    trades.push({
      id: `t${index}`,
      account: '',
      symbol: 'MSTY',
      date,
      shares,
      price: one.cents / 100,
      type: isSale ? 'sell' : one.kind === 'reinvest' ? 'reinvest' : 'buy',
      fee: one.kind === 'reinvest' ? 0 : one.fee / 100
    })
  }
  return trades
}
