// Takes long on PostgreSQL, where it runs at night.
import { pino } from 'pino'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { deriveFigures } from '../estimates/derive-figures.ts'
import { writeStanding } from '../funds/fund-standing.db.ts'
import { insertFund } from '../funds/funds.db.ts'
import { findFundHistories } from '../payments/fund-histories.db.ts'
import { readMeta } from '../platform/database/meta.db.ts'
import { openTestDatabase } from '../testing/database.ts'
import { forAllTests } from '../testing/fixtures.ts'
import { lastTestDay, readRealFacts, testFunds } from '../testing/may-facts.ts'
import { pages } from '../testing/pages.ts'
import { mergeFacts } from './merge-facts.ts'
import { createEmbeddedMarketData } from './sources/embedded.ts'

// Merges all funds and newer figures of this version, and one more fund, into a database of 66 funds with figures
// through May 29, 2026, and decisions of the operator.
const real = readRealFacts()
const asNewFund = <Row extends { symbol: string }>(rows: Row[]): Row[] =>
  rows.filter(({ symbol }) => symbol === 'MSTY').map((row) => ({ ...row, symbol: 'NEWY' }))
/** New facts about three funds; the operator edited some of the last two. */
const renewed: Record<string, Partial<(typeof real.funds)[number]>> = {
  CONY: { name: 'Another name', batch: 'yieldmax-group-a', note: 'Another note' },
  NVDY: { batch: 'yieldmax-group-a', family: 'yieldmax-portfolio' },
  SMCY: { name: 'Another name' }
}
const facts = {
  families: real.families,
  funds: [...real.funds.map((fund) => ({ ...fund, ...renewed[fund.symbol] })), ...asNewFund(real.funds)],
  dividends: [...real.dividends, ...asNewFund(real.dividends)],
  prices: [...real.prices, ...asNewFund(real.prices)],
  splits: [...real.splits, ...asNewFund(real.splits)],
  returnOfCapital: real.returnOfCapital,
  underlyings: real.underlyings,
  formerSymbols: real.formerSymbols,
  identifiers: real.identifiers
}
const newer = createEmbeddedMarketData(
  () => facts,
  () => 'newer'
)
const now = new Date('2026-08-28T22:00:00Z')
const { queueChange } = pages

let liveBefore: unknown[]
/** Log lines of the first merge; some tests merge again. */
let logged: { level: string; message: string }[]

async function merge(source = newer): Promise<void> {
  await mergeFacts(database.db, source, {
    now,
    log: pino({ level: 'silent' }),
    queueChange
  })
  await deriveFigures({ db: database.db, now, queueChange })
}

async function renameFund(from: string, to: string): Promise<void> {
  const fund = await database.db
    .selectFrom('fund')
    .selectAll()
    .where('symbol', '=', from)
    .executeTakeFirstOrThrow()
  await database.db
    .insertInto('fund')
    .values({ ...fund, symbol: to })
    .execute()
  await database.db
    .insertInto('former_symbol')
    .values({ symbol: from, present: to, renamed_on: '2026-06-01' })
    .execute()
  const tables = [
    'price',
    'dividend_history',
    'split',
    'estimate',
    'estimate_record',
    'return_of_capital',
    'outlook',
    'coming_payment'
  ] as const
  for (const table of tables)
    await database.db.updateTable(table).set({ symbol: to }).where('symbol', '=', from).execute()
  await database.db.deleteFrom('fund').where('symbol', '=', from).execute()
}

function findLive() {
  return database.db
    .selectFrom('estimate_record')
    .select(['symbol', 'ex_date', 'as_of', 'made_at', 'amount', 'low', 'high'])
    .where('origin', '=', 'live')
    .orderBy('symbol')
    .execute()
}

function findPayment(symbol: string, exDate: string) {
  return database.db
    .selectFrom('payment')
    .selectAll()
    .where('symbol', '=', symbol)
    .where('ex_date', '=', exDate)
    .executeTakeFirst()
}

/** The operator renamed the fund; data/ still has the old symbol. */
const present = (symbol: string) => (symbol === 'PLTY' ? 'PLTR' : symbol)

/** A fund of this version that the operator added before, with one close of a live source. */
const ownFund = {
  symbol: 'METW',
  name: 'Meta every week',
  issuer: 'Roundhill',
  family: 'roundhill-other',
  underlying: 'META',
  batch: 'weekly-etfs'
}
const ownClose = 29.08

const coinClose =
  real.underlyings.findLast(({ symbol, date }) => symbol === 'COIN' && date === '2026-08-27')?.close ?? 0
const liveClose = 21.5
const rejected = { symbol: 'MSTY', ex_date: '2026-06-11', amount: 0.2117 } // The amount in data/.

const database = forAllTests(() => openTestDatabase('figures'))
beforeAll(async () => {
  // Like a database of an earlier version, without records of payments added from data/.
  await database.db.deleteFrom('given_payment').execute()
  await database.db.deleteFrom('meta').where('key', '=', 'facts-digest').execute()
  await database.db.insertInto('meta').values({ key: 'given-until', value: lastTestDay }).execute()
  await database.db
    .updateTable('dividend_history')
    .set({ amount: 0.31, sources: 'operator' })
    .where('symbol', '=', 'MSTY')
    .where('ex_date', '=', '2026-05-28')
    .execute()
  await database.db
    .deleteFrom('dividend_history')
    .where('symbol', '=', 'AIYY')
    .where('ex_date', '=', '2026-05-28')
    .execute()
  await renameFund('PLTY', 'PLTR')
  await database.db
    .updateTable('fund')
    .set({ batch: 'weekly-etfs', batch_by: 'operator' })
    .where('symbol', '=', 'NVDY')
    .execute()
  await insertFund(database.db, { ...ownFund, first_price_day: '2026-05-28' })
  await database.db
    .insertInto('price')
    .values({ symbol: ownFund.symbol, date: '2026-05-28', close: ownClose, basis: 'stored', source: 'Yahoo' })
    .execute()
  await database.db.updateTable('fund').set({ name_by: 'operator' }).where('symbol', '=', 'SMCY').execute()
  const retired = { state_since: '2026-06-01', state_cause: 'operator', ask_again_on: null } as const
  await writeStanding(database.db, { symbol: 'AMZY', state: 'retired', ...retired })
  await writeStanding(database.db, { symbol: 'APLY', state: 'closed', ...retired })
  const days = { collection_date: '2026-06-12', payment_date: '2026-06-12', created_at: now.toISOString() }
  await database.db
    .insertInto('manual_entry')
    .values({
      ...rejected,
      ...days,
      kind: 'payment',
      status: 'rejected',
      frequency: 'WEEKLY',
      reason: 'Odd.'
    })
    .execute()
  await database.db
    .insertInto('manual_entry')
    .values({
      ...days,
      symbol: 'ULTY',
      ex_date: '2026-06-03',
      amount: real.dividends.find(({ symbol, ex_date }) => symbol === 'ULTY' && ex_date === '2026-06-03')
        ?.amount,
      kind: 'payment',
      status: 'pending',
      frequency: 'WEEKLY',
      reason: 'Odd.'
    })
    .execute()
  await database.db
    .updateTable('dividend_history')
    .set({ agreement: 'yes' })
    .where('symbol', '=', 'JPMO')
    .where('sources', 'not like', '%;%')
    .execute()
  // An earlier data/ had no figures of other issuers than YieldMax.
  await database.db.deleteFrom('return_of_capital').where('source', 'not like', '%yieldmax%').execute()
  // Closes of an earlier data/ that this version corrects, and one that a live source reported.
  await database.db
    .updateTable('price')
    .set((eb) => ({ close: eb('close', '*', 1.01), basis: 'reconstructed' }))
    .where('symbol', '=', 'JPMO')
    .execute()
  await database.db
    .updateTable('price')
    .set({ close: liveClose, source: 'Yahoo' })
    .where('symbol', '=', 'MSTY')
    .where('date', '=', '2026-05-28')
    .execute()
  // An earlier data/ had another pay date, derived ex-dates, and closes that didn't say that they repeat.
  await database.db
    .updateTable('dividend_history')
    .set({ payment_date: '2026-01-20', payment_date_basis: 'source' })
    .where('symbol', '=', 'YSPY')
    .where('ex_date', '=', '2026-01-16')
    .execute()
  await database.db
    .updateTable('dividend_history')
    .set({ ex_date_basis: 'derived' })
    .where('symbol', '=', 'BABO')
    .execute()
  await database.db
    .updateTable('price')
    .set({ basis: 'reconstructed' })
    .where('symbol', '=', 'DISO')
    .execute()
  // Live closes of COIN, and of MSTR after a later split.
  const live = { date: '2026-08-27', source: 'Yahoo' }
  const mstr = real.underlyings.find(({ symbol, date }) => symbol === 'MSTR' && date === live.date)
  await database.db
    .insertInto('underlying_close')
    .values([
      { ...live, underlying: 'COIN', close: coinClose + 0.01 },
      { ...live, underlying: 'MSTR', close: (mstr?.close ?? 0) / 2 }
    ])
    .execute()
  liveBefore = await findLive()
  await merge()
  logged = await database.db
    .selectFrom('admin_log')
    .select(['level', 'message'])
    .where('action', '=', 'BULK_OPERATION')
    .execute()
})

test('new payments are added as in the files, with their agreement', async () => {
  const isAdded = ({ symbol }: { symbol: string }) => !testFunds.has(symbol) && symbol !== 'PLTR'
  const stored = (await database.db.selectFrom('payment').selectAll().execute()).filter(
    (row) => isAdded(row) || row.ex_date > lastTestDay
  )
  const given = facts.dividends.filter(
    (row) =>
      (isAdded(row) || row.ex_date > lastTestDay) &&
      !(row.symbol === 'MSTY' && row.ex_date === rejected.ex_date)
  )
  // 786 payments of the 66 funds, one of them rejected, and all of the 130 new funds and of the one created here.
  const ofMsty = real.dividends.filter(({ symbol }) => symbol === 'MSTY')
  expect(given).toHaveLength(786 - 1 + 4600 + ofMsty.length)
  const inOrder = <Row extends { symbol: string; ex_date: string }>(rows: Row[]) =>
    rows.toSorted((a, b) => `${a.symbol} ${a.ex_date}`.localeCompare(`${b.symbol} ${b.ex_date}`))
  expect(
    inOrder(stored).map(({ amount_as_paid, ...row }) => ({ ...row, collection_date: undefined }))
  ).toEqual(
    inOrder(given.map((row) => ({ ...row, symbol: present(row.symbol) }))).map(
      ({ pay_date, pay_date_basis, n_sources, amount_as_paid, ...row }) => ({
        ...row,
        payment_date: pay_date,
        payment_date_basis: pay_date_basis
      })
    )
  )
})

test('a database has the return of capital that this version adds for its funds and for new ones', async () => {
  const keyOf = (row: (typeof facts.returnOfCapital)[number]) =>
    `${present(row.symbol)} ${row.ex_date_or_year} ${row.kind} ${row.roc_percent} ${row.source}`
  const stored = await database.db.selectFrom('return_of_capital').selectAll().execute()
  expect(stored.map(keyOf).sort()).toEqual(facts.returnOfCapital.map(keyOf).toSorted())
})

test('payments with one source no longer say that several agree', async () => {
  const stored = await database.db
    .selectFrom('payment')
    .select('agreement')
    .where('symbol', '=', 'JPMO')
    .execute()
  const given = facts.dividends.filter(({ symbol }) => symbol === 'JPMO')
  expect(stored.map(({ agreement }) => agreement).sort()).toEqual(
    given.map(({ agreement }) => agreement).toSorted()
  )
})

test('new closes are added, wrong ones of an earlier version replaced, and the last known day is updated', async () => {
  const { count } = database.db.fn
  const row = await database.db
    .selectFrom('price')
    .select(count<number>('date').as('closes'))
    .executeTakeFirst()
  expect(row?.closes).toBe(facts.prices.length)
  const bases = await database.db.selectFrom('price').select(['symbol', 'date', 'close', 'basis']).execute()
  const keyed = (rows: { symbol: string; date: string; close: number; basis: string }[]) =>
    new Map(rows.map(({ symbol, date, close, basis }) => [`${present(symbol)} ${date}`, `${close} ${basis}`]))
  const stored = keyed(bases)
  const live = { 'MSTY 2026-05-28': liveClose, 'METW 2026-05-28': ownClose }
  const expected = keyed(facts.prices)
  for (const [key, close] of Object.entries(live)) expected.set(key, `${close} stored`)
  expect(stored).toEqual(expected)
  // The renamed one is among them, without a duplicate under its old symbol.
  expect(
    await database.db.selectFrom('fund').select('symbol').where('symbol', 'like', 'PLT_').execute()
  ).toHaveLength(2)
  const days = await database.db
    .selectFrom('fund')
    .select('known_until')
    .where('added_by', '=', 'data')
    .distinct()
    .execute()
  expect(days).toEqual([{ known_until: '2026-08-28' }])
})

test('days of payments that an earlier version had wrong are corrected, except those of the operator', async () => {
  for (const symbol of ['BABO', 'MSTY', 'YSPY']) {
    const rows = await database.db
      .selectFrom('payment')
      .select(['ex_date', 'ex_date_basis', 'payment_date', 'payment_date_basis'])
      .where('symbol', '=', symbol)
      .where('ex_date', '<', lastTestDay)
      .where('sources', '!=', 'operator')
      .orderBy('ex_date')
      .execute()
    const given = real.dividends.filter((row) => row.symbol === symbol && row.ex_date < '2026-05-28')
    expect(rows.filter(({ ex_date }) => ex_date < '2026-05-28')).toEqual(
      given.map(({ ex_date, ex_date_basis, pay_date, pay_date_basis }) => ({
        ex_date,
        ex_date_basis,
        payment_date: pay_date,
        payment_date_basis: pay_date_basis
      }))
    )
  }
  // pay_date_corrections: a session later because of Martin Luther King Day.
  expect(await findPayment('YSPY', '2026-01-16')).toMatchObject({ payment_date: '2026-01-21' })
})

test('closes of underlyings are added where a live source has none, except of one that was split since', async () => {
  const closesOf = (underlying: string) =>
    database.db
      .selectFrom('underlying_close')
      .select(['date', 'close', 'source'])
      .where('underlying', '=', underlying)
      .orderBy('date')
      .execute()
  const expected = real.underlyings.filter(({ symbol }) => symbol === 'COIN')
  expect(await closesOf('COIN')).toEqual(
    expected.map(({ date, close }) =>
      date === '2026-08-27'
        ? { date, close: coinClose + 0.01, source: 'Yahoo' }
        : { date, close, source: 'Public records' }
    )
  )
  expect(await closesOf('MSTR')).toHaveLength(1)
  const { count } = database.db.fn
  const { rows } = await database.db
    .selectFrom('underlying_close')
    .select(count<number>('date').as('rows'))
    .executeTakeFirstOrThrow()
  expect(rows).toBe(real.underlyings.length - (expected.length - 1))
})

test('the estimator gets the closes of the VIX for funds that pay option premium monthly', async () => {
  const vix = real.underlyings.filter(({ symbol }) => symbol === '^VIX')
  const histories = (await findFundHistories(database.db)).map(({ history }) => history)
  const volatilityOf = new Map(histories.map((fund) => [fund.symbol, fund.marketVolatility]))
  for (const symbol of ['JEPI', 'XYLD', 'BALI', 'SPIN'])
    expect(volatilityOf.get(symbol)).toEqual(vix.map(({ date, close }) => ({ date, close })))
  expect(volatilityOf.get('MSTY')).toBeUndefined()
})

test('new funds are added with their histories, estimates, backtested records and families; JPMO is estimated again', async () => {
  const estimate = await database.db
    .selectFrom('estimate')
    .select(['symbol', 'as_of', 'status'])
    .where('symbol', 'in', ['JEPI', 'JPMO', 'MSTY', 'NEWY'])
    .orderBy('symbol')
    .execute()
  expect(estimate).toEqual([
    { symbol: 'JEPI', as_of: '2026-08-28', status: 'estimated' },
    { symbol: 'JPMO', as_of: '2026-08-28', status: 'estimated' },
    { symbol: 'MSTY', as_of: '2026-08-28', status: 'estimated' },
    { symbol: 'NEWY', as_of: '2026-08-28', status: 'estimated' }
  ])
  const funds = await database.db.selectFrom('estimate').select('symbol').orderBy('symbol').execute()
  expect(funds.map(({ symbol }) => symbol)).toEqual(
    facts.funds.map(({ symbol }) => present(symbol)).toSorted()
  )
  expect(funds).toHaveLength(real.funds.length + 1)
  const families = await database.db.selectFrom('family').selectAll().execute()
  expect(families).toHaveLength(real.families.length)
  const record = await database.db
    .selectFrom('estimate_record')
    .select('origin')
    .distinct()
    .where('symbol', '=', 'NEWY')
    .execute()
  expect(record.map(({ origin }) => origin).sort()).toEqual(['live', 'replayed'])
})

test('new facts about a fund are stored unless the operator edited them', async () => {
  const funds = await database.db
    .selectFrom('fund')
    .select(['symbol', 'name', 'family', 'batch', 'note'])
    .where('symbol', 'in', Object.keys(renewed))
    .orderBy('symbol')
    .execute()
  const before = (symbol: string) => real.funds.find((fund) => fund.symbol === symbol)
  expect(funds).toMatchObject([
    { symbol: 'CONY', ...renewed['CONY'] },
    { symbol: 'NVDY', family: 'yieldmax-portfolio', batch: 'weekly-etfs' },
    { symbol: 'SMCY', name: before('SMCY')?.name }
  ])
})

test('a fund of this version that the operator added before keeps its fields and gets the history', async () => {
  const { symbol, ...fields } = ownFund
  const fund = await database.db.selectFrom('fund').selectAll().where('symbol', '=', symbol).execute()
  expect(fund).toMatchObject([{ ...fields, added_by: 'operator', state: 'open' }])
  const paid = await database.db
    .selectFrom('payment')
    .select('ex_date')
    .where('symbol', '=', symbol)
    .execute()
  expect(paid).toHaveLength(real.dividends.filter((row) => row.symbol === symbol).length)
})

test('a fund closed or retired by the operator stays closed or retired', async () => {
  const funds = await database.db
    .selectFrom('fund')
    .select(['symbol', 'state', 'state_since', 'known_until'])
    .where('symbol', 'in', ['AMZY', 'APLY'])
    .orderBy('symbol')
    .execute()
  expect(funds).toEqual([
    { symbol: 'AMZY', state: 'retired', state_since: '2026-06-01', known_until: '2026-08-28' },
    { symbol: 'APLY', state: 'closed', state_since: '2026-06-01', known_until: '2026-08-28' }
  ])
})

test("the operator's edits, deletions and rejections stay", async () => {
  expect(await findPayment('MSTY', '2026-05-28')).toMatchObject({ amount: 0.31, sources: 'operator' })
  expect(await findPayment('AIYY', '2026-05-28')).toBeUndefined()
  expect(await findPayment('MSTY', rejected.ex_date)).toBeUndefined()
})

test('quarantined payments that are in the files are settled', async () => {
  const entries = await database.db
    .selectFrom('manual_entry')
    .select(['symbol', 'status'])
    .orderBy('symbol')
    .execute()
  expect(entries).toEqual([
    { symbol: 'MSTY', status: 'rejected' },
    { symbol: 'ULTY', status: 'superseded' }
  ])
})

test('the live record stays and is scored; missing estimates are backtested and say so', async () => {
  expect(liveBefore.length).toBeGreaterThan(50)
  expect(await findLive()).toEqual(expect.arrayContaining(liveBefore))
  const record = await database.db
    .selectFrom('estimate_record')
    .select(['ex_date', 'origin', 'actual'])
    .where('symbol', '=', 'MSTY')
    .where('ex_date', 'in', ['2026-06-04', '2026-06-18', '2026-07-02'])
    .orderBy('ex_date')
    .orderBy('origin')
    .execute()
  // The payments of data/dividends.csv.
  expect(record).toEqual([
    { ex_date: '2026-06-04', origin: 'live', actual: 0.2459 },
    { ex_date: '2026-06-18', origin: 'replayed', actual: 0.2286 },
    { ex_date: '2026-07-02', origin: 'replayed', actual: 0.1549 }
  ])
})

test('the log has one line about the merge', () => {
  // 3,843 closes after May, and all 744 of JPMO: 393 were wrong, the others missing. METW has 61 payments and 301 closes,
  // and one was there; its expense ratio is new, too.
  const [line, ...more] = logged
  expect(more).toEqual([])
  expect(line?.message).toBe(
    `Added the data of this version: 846 payments, 4,887 closes and 0 splits of known funds, 0 quarantined; new funds: ${[...real.funds.flatMap(({ symbol }) => (testFunds.has(symbol) || symbol === 'METW' ? [] : symbol)), 'NEWY'].join(', ')}. Changed funds: CONY, METW, NVDY.`
  )
})

test("the next start doesn't read the files", async () => {
  await merge()
  await merge({ ...newer, readFacts: () => expect.unreachable() })
  expect(await readMeta(database.db, 'facts-digest')).toBe('newer')
})

test('a family whose rules change in a later version gets new estimates', async () => {
  const explain = () =>
    database.db
      .selectFrom('estimate_explanation')
      .select('explanation')
      .where('symbol', '=', 'TSYY')
      .executeTakeFirst()
  expect((await explain())?.explanation).not.toContain('last-amount')
  const families = facts.families.map((row) =>
    row.family === 'graniteshares' ? { ...row, rules: ['last-amount'] } : row
  )
  await merge(
    createEmbeddedMarketData(
      () => ({ ...facts, families }),
      () => 'with other rules'
    )
  )
  expect((await explain())?.explanation).toContain('last-amount')
})

test("a payment corrected by a later version is quarantined with both figures; deleted ones don't return", async () => {
  const deleted = await database.db
    .deleteFrom('dividend_history')
    .where('symbol', '=', 'ULTY')
    .where('ex_date', '=', '2026-06-03')
    .returningAll()
    .execute()
  onTestFinished(async () => {
    await database.db.insertInto('dividend_history').values(deleted).execute()
    await database.db.deleteFrom('manual_entry').where('symbol', '=', 'TSLY').execute()
  })
  const dividends = facts.dividends.map((row) =>
    row.symbol === 'TSLY' && row.ex_date === '2026-07-02' ? { ...row, amount: row.amount * 2 } : row
  )
  await merge(
    createEmbeddedMarketData(
      () => ({ ...facts, dividends }),
      () => 'corrected'
    )
  )
  expect(await findPayment('ULTY', '2026-06-03')).toBeUndefined()
  const before = facts.dividends.find(({ symbol, ex_date }) => symbol === 'TSLY' && ex_date === '2026-07-02')
  expect(await findPayment('TSLY', '2026-07-02')).toMatchObject({ amount: before?.amount })
  const [entry] = await database.db
    .selectFrom('manual_entry')
    .select('reason')
    .where('symbol', '=', 'TSLY')
    .where('status', '=', 'pending')
    .execute()
  expect(entry?.reason).toContain('but $')
})
