import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { NewTransaction, Transaction } from '../ledger/transaction.ts'
import { type PortfolioChange, reducePortfolio, unreadPortfolio } from '../portfolio-state.ts'
import { emptyPortfolio, formatPortfolio, type Portfolio, parsePortfolio } from '../stored-portfolio.ts'
import { readTransaction, textOfTransaction, withSource } from '../transactions/read-transaction.ts'
import type { FileReading } from './file-reading.ts'
import { type PlannedImport, planImport, renameAccounts } from './plan-import.ts'
import { readFile } from './read-file.ts'

const today = '2026-07-08'
const symbols = new Map([
  ['MSTY', 'MSTY'],
  ['ULTY', 'ULTY'],
  ['OLDY', 'ULTY']
])
const buy = (date: string, shares: number, more: Partial<Transaction> = {}) =>
  ({
    account: 'Schwab',
    type: 'buy',
    symbol: 'MSTY',
    date,
    shares,
    price: 20,
    fee: 0,
    ...more
  }) as NewTransaction
const cash = (date: string, amount: number, account = 'Schwab'): NewTransaction => ({
  account,
  type: 'cash',
  symbol: 'MSTY',
  date,
  amount
})
const fileOf = (...transactions: NewTransaction[]): FileReading => ({
  format: 'Schwab',
  hasAccounts: true,
  skipped: new Map(),
  problems: [],
  notes: [],
  balances: [],
  transactions
})
const plan = (
  reading: FileReading,
  existing: readonly Transaction[] = [],
  more: Partial<Parameters<typeof planImport>[0]> = {}
): PlannedImport => planImport({ reading, existing, methods: [], symbols, funds: new Map(), today, ...more })
const change = (own: Portfolio, ...changes: PortfolioChange[]): Portfolio =>
  changes.reduce((state, one) => reducePortfolio(state, { type: 'changed', change: one }), {
    ...unreadPortfolio,
    own
  }).own
const imported = (own: Portfolio, id: string, ...transactions: NewTransaction[]): Portfolio =>
  change(own, {
    type: 'import',
    file: { id, name: `${id}.csv`, day: today },
    transactions: plan(fileOf(...transactions), own.transactions).added
  })

test('a file imported again after its fund was renamed adds nothing, even for edited transactions', () => {
  const before = [
    { ...buy('2026-05-04', 10, { symbol: 'OLDY' }), id: 'a' },
    // Edited since: it was 5 shares of OLDY on May 5.
    { ...buy('2026-05-06', 5, { symbol: 'ULTY', source: 'Schwab|buy|OLDY|2026-05-05|5|20|0|' }), id: 'b' },
    { ...buy('2026-05-07', 7, { symbol: 'OLDY', account: '', price: null } as Partial<Transaction>), id: 'c' }
  ] as Transaction[]
  const rows = [10, 5, 7].map((shares, index) =>
    buy(`2026-05-0${index === 2 ? 7 : 4 + index}`, shares, { symbol: 'ULTY' })
  )
  expect(plan(fileOf(...rows), before)).toMatchObject({ known: 2, confirmed: 1, added: [{ id: 'c' }] })
  const former = rows.map((row) => ({ ...row, symbol: 'OLDY' }))
  expect(plan(fileOf(...former), before)).toMatchObject({ known: 2, confirmed: 1, added: [{ id: 'c' }] })
})

test('an account that another export names differently is recognized', () => {
  const rows = [buy('2026-05-04', 10), cash('2026-05-15', 4.2), cash('2026-05-22', 4.1)]
  const named = rows.map((row) => ({ ...row, account: 'Schwab Individual ...123' }))
  const { own } = { own: imported(emptyPortfolio, 'first', ...named) }
  // Newer and older rows don't count: the two exports may cover different days.
  const file = fileOf(
    ...['01-02', '02-02', '03-02', '04-02'].map((day) => cash(`2026-${day}`, 3)),
    ...rows.slice(0, 2),
    cash('2026-06-05', 5)
  )
  const { added, sameAccounts } = plan(file, own.transactions)
  expect(added).toHaveLength(7)
  expect(sameAccounts).toEqual(new Map([['Schwab', 'Schwab Individual ...123']]))
  const joined = renameAccounts(file, () => 'Schwab Individual ...123')
  expect(plan(joined, own.transactions)).toMatchObject({ known: 2, sameAccounts: new Map() })
  const decided = new Map([['Schwab', 'Schwab']])
  expect(plan(file, own.transactions, { decided }).sameAccounts.size).toBe(0)
  // One equal payment of three is a coincidence, and an account that exists was decided about before.
  const other = [cash('2026-05-15', 4.2, 'IRA'), cash('2026-05-16', 1, 'IRA'), cash('2026-05-18', 2, 'IRA')]
  expect(plan(fileOf(...other), own.transactions).sameAccounts.size).toBe(0)
  const both = imported(own, 'second', buy('2024-01-02', 1))
  expect(plan(file, both.transactions).sameAccounts.size).toBe(0)
})

test('the plan names sales of more shares than the account has', () => {
  const file = fileOf(
    buy('2026-05-04', 10),
    buy('2026-05-05', 12, { type: 'sell' } as Partial<Transaction>),
    buy('2026-05-05', 1, { account: 'A|B' })
  )
  const { positions, faults } = plan(file)
  expect(faults).toMatchObject([{ missing: 2, transaction: { type: 'sell', shares: 12 } }])
  expect(positions).toEqual([{ account: 'A|B', symbol: 'MSTY', shares: 1, broker: null }])
})

test('undoing an import removes its unchanged transactions and restores purchases entered by hand', () => {
  const byHand = {
    ...buy('2026-05-04', 10, { account: '', price: null } as Partial<Transaction>),
    id: 'hand'
  } as Transaction
  const start = change(emptyPortfolio, { type: 'put', transactions: [byHand] })
  const rows = [buy('2026-05-04', 10), buy('2026-05-05', 1), buy('2026-05-06', 2), buy('2026-05-07', 3)]
  const added = imported(start, 'one', ...rows)
  const [, edited, deleted, kept] = added.transactions as [Transaction, Transaction, Transaction, Transaction]
  const result = readTransaction({ ...textOfTransaction(edited), shares: '4' }, { symbols, today })
  if (!result.ok) throw new Error('it should be valid')
  const four = withSource({ ...result.transaction, id: edited.id } as Transaction, edited)
  const later = change(
    imported(added, 'two', cash('2026-06-05', 5)),
    { type: 'put', transactions: [four] },
    { type: 'remove', id: deleted.id }
  )
  const [file] = later.imports ?? []
  if (file === undefined) throw new Error('the import should be listed')
  expect(file).toMatchObject({ id: 'one', name: 'one.csv', count: 4, replaced: [byHand] })
  const undone = change(later, { type: 'undo-import', id: 'one' })
  expect(undone.transactions).toEqual([
    byHand,
    four,
    { ...cash('2026-06-05', 5), id: expect.any(String), importId: 'two' }
  ])
  expect(undone.transactions).not.toContainEqual(expect.objectContaining({ id: kept.id }))
  expect(undone.imports?.map(({ id }) => id)).toEqual(['two'])
  // Once more changes nothing.
  expect(change(undone, { type: 'undo-import', id: 'one' })).toEqual(undone)
})

test('a list of imports that is damaged costs the undo, not the portfolio', () => {
  const own = imported(emptyPortfolio, 'one', buy('2026-05-04', 10))
  const text = formatPortfolio({
    ...own,
    imports: [{ id: 1 }] as unknown as NonNullable<Portfolio['imports']>
  })
  expect(parsePortfolio(text)).toMatchObject({
    status: 'readable',
    portfolio: { transactions: own.transactions }
  })
})

const figure = fc.oneof(
  fc.constantFrom(
    0,
    1,
    -1,
    0.125,
    1e6,
    1_000_001,
    1e9,
    1e12,
    9_999_999,
    Number.NaN,
    Number.POSITIVE_INFINITY
  ),
  fc.double({ noDefaultInfinity: true, noNaN: true, min: -2e6, max: 2e6 }).map((value) => value || 0)
)
const row = fc
  .record({
    account: fc.constantFrom('', 'Schwab', 'Schwab ...123', 'A|B', 'x'.repeat(61)),
    symbol: fc.constantFrom('MSTY', 'OLDY', 'ULTY', 'BRK/B', 'not a symbol!', ''),
    date: fc.constantFrom('2026-05-04', '2026-05-05', '2025-12-08', '2026-02-30', '2027-01-01', ''),
    type: fc.constantFrom(
      'buy',
      'sell',
      'reinvest',
      'transfer-in',
      'transfer-out',
      'split',
      'correction',
      'cash',
      'fee',
      'spin-off'
    ),
    shares: figure,
    price: fc.option(figure),
    fee: figure,
    amount: figure
  })
  // Only the figures of its type, as a parser returns them.
  .map(({ shares, price, fee, amount, ...booking }) =>
    booking.type === 'cash' || booking.type === 'fee'
      ? { ...booking, amount }
      : booking.type === 'split' || booking.type === 'correction'
        ? { ...booking, shares }
        : { ...booking, shares, price, fee }
  )
const step = fc.oneof(
  fc.record({ kind: fc.constant('import'), rows: fc.array(row, { maxLength: 12 }) }),
  fc.record({
    kind: fc.constantFrom('edit', 'remove', 'undo', 'restore'),
    at: fc.nat(30),
    shares: fc.integer({ min: 0, max: 20 })
  })
)

test('any sequence of imports, edits, undos and restored backups leaves a portfolio that is read back equal', () => {
  const counts = { kept: 0, edited: 0, undone: 0 }
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 12 }), (steps) => {
      let [own, backup] = [emptyPortfolio, emptyPortfolio]
      for (const [index, one] of steps.entries()) {
        if ('rows' in one) {
          own = imported(own, `i${index}`, ...(one.rows as unknown as NewTransaction[]))
          counts.kept += own.transactions.length
        } else {
          const target = own.transactions[one.at % Math.max(1, own.transactions.length)]
          const file = own.imports?.[one.at % own.imports.length]
          if (one.kind === 'edit' && target !== undefined) {
            const text = { ...textOfTransaction(target), shares: String(one.shares) }
            const allowed = new Map([...symbols, [target.symbol, target.symbol]])
            const result = readTransaction(text, { symbols: allowed, today })
            if (!result.ok) continue
            counts.edited += 1
            const next = withSource({ ...result.transaction, id: target.id } as Transaction, target)
            own = change(own, { type: 'put', transactions: [next] })
          } else if (one.kind === 'remove' && target !== undefined)
            own = change(own, { type: 'remove', id: target.id })
          else if (one.kind === 'undo' && file !== undefined) {
            const others = own.transactions.filter(({ importId }) => importId !== file.id)
            counts.undone += own.transactions.length - others.length
            own = change(own, { type: 'undo-import', id: file.id })
            expect(own.transactions).toEqual(expect.arrayContaining([...others, ...file.replaced]))
          } else if (one.kind === 'restore')
            [own, backup] = [change(own, { type: 'restore', portfolio: backup }), own]
        }
        expect(parsePortfolio(formatPortfolio(own))).toEqual({ status: 'readable', portfolio: own })
        expect(own.setAside).toBeUndefined()
      }
    }),
    { numRuns: 150, seed: 20260708 }
  )
  for (const count of Object.values(counts)) expect(count).toBeGreaterThan(10)
})

test('shares that may count twice, or leave My Fleet, are named before the import', async () => {
  const schwab = '"Date","Action","Symbol","Description","Quantity","Price","Fees & Comm","Amount"'
  const bought = '"01/15/2025","Buy","QQQI","FUND","318","$50.00","","-$15900.00"'
  const sent = '"07/21/2026","Security Transfer","QQQI","FUND","-318","","",""'
  const fidelity =
    'Run Date,Action,Symbol,Description,Type,Price ($),Quantity,Commission ($),Fees ($),Accrued Interest ($),Amount ($),Cash Balance ($),Settlement Date'
  const received =
    '07/22/2026,"TRANSFER OF ASSETS ACAT RECEIVE FUND (QQQI) (Cash)",QQQI,FUND,Cash,,"318","","","",,0,""'
  const plan = async (lines: string[], existing: readonly Transaction[] = []) => {
    const result = await readFile(new TextEncoder().encode(lines.join('\n')))
    if (!result.ok) throw new Error(result.fault)
    const shared = { methods: [], symbols: new Map(), funds: new Map(), today: '2026-11-28' }
    return planImport({ reading: result.reading, existing, ...shared })
  }
  const purchase = await plan([schwab, bought])
  expect(purchase.notes).toEqual([])
  expect((await plan([fidelity, received], purchase.added)).notes).toEqual([
    'Fidelity received 318 QQQI on July 22, 2026, and Schwab still has 318: if they came from there, import its file with the transfer, or they count twice.'
  ])
  const both = await plan([schwab, sent, bought])
  expect(both.notes).toEqual([
    'Schwab sent 318 QQQI on July 21, 2026 to an account that isn’t here. If it is yours, import its file, too.'
  ])
  expect((await plan([fidelity, received], both.added)).notes).toEqual([])
  expect((await plan([fidelity, received.replace('"318"', '"300"')], both.added)).notes).toEqual([
    'Fidelity received 300 QQQI on July 22, 2026, but Schwab sent 318 on July 21, 2026: if these are the same shares, correct the number that is wrong under Transactions.'
  ])
})
