import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { planImport } from './import/plan-import.ts'
import { readFile } from './import/read-file.ts'
import { reduceLedger } from './ledger/reduce-ledger.ts'
import type { Transaction } from './ledger/transaction.ts'
import { mergeBackup } from './merge-backup.ts'
import { reducePortfolio, unreadPortfolio } from './portfolio-state.ts'
import { sharesHeld } from './positions/holdings.ts'
import { emptyPortfolio, type Portfolio } from './stored-portfolio.ts'

const symbols = new Map([
  ['MSTY', 'MSTY'],
  ['OLDY', 'MSTY']
])
const restore = (own: Portfolio, backup: Portfolio): Portfolio =>
  reducePortfolio(
    { ...unreadPortfolio, own },
    { type: 'changed', change: { type: 'restore', portfolio: backup, symbols } }
  ).own

/** A device that imported a file; ids are random. */
async function deviceWith(sample: string): Promise<Portfolio> {
  const result = await readFile(readFileSync(new URL(`import/samples/${sample}`, import.meta.url)))
  if (!result.ok) throw new Error(result.fault)
  const shared = { methods: [], symbols, funds: new Map(), today: '2026-07-08' }
  const { added } = planImport({ reading: result.reading, existing: [], ...shared })
  const file = { id: `import-${Math.random()}`, name: sample, day: '2026-07-08' }
  return reducePortfolio(
    { ...unreadPortfolio, own: emptyPortfolio },
    { type: 'changed', change: { type: 'import', transactions: added, file } }
  ).own
}

test('a backup of a device that imported the same file doubles nothing', async () => {
  const [phone, laptop] = [await deviceWith('schwab.csv'), await deviceWith('schwab.csv')]
  const merged = mergeBackup(phone, laptop, symbols)
  expect(merged).toMatchObject({ added: 0, changed: 0, equal: phone.transactions.length })
  const own = restore(phone, laptop)
  expect(own.transactions).toEqual(phone.transactions)
  expect(own.imports).toEqual(phone.imports)
  expect(sharesHeld(reduceLedger(own.transactions, new Map()).lots)).toBe(82)
  // The backup of the device itself replaces by id, as before.
  expect(restore(phone, phone)).toEqual(phone)
})

const bought = { type: 'buy', symbol: 'MSTY', date: '2026-05-04', shares: 10, price: 20, fee: 0 } as const
const device = (...transactions: Transaction[]): Portfolio => ({ ...emptyPortfolio, transactions })

test('equal bookings are added as often as they are missing', () => {
  const twice = device({ ...bought, id: 'a', account: 'A' }, { ...bought, id: 'b', account: 'A' })
  const once = device({ ...bought, id: 'c', account: 'A', symbol: 'OLDY' })
  expect(restore(once, twice).transactions.map(({ id }) => id)).toEqual(['c', 'b'])
  expect(restore(twice, once).transactions.map(({ id }) => id)).toEqual(['a', 'b'])
})

test('an edited booking wins over the imported one, and a file’s purchase over one entered by hand', () => {
  const source = 'A|buy|MSTY|2026-05-04|10|20|0|'
  const imported = device({ ...bought, id: 'a', account: 'A', importId: 'one' })
  const edited = device({ ...bought, id: 'b', account: 'A', shares: 11, source })
  expect(restore(imported, edited).transactions).toEqual([
    { ...bought, id: 'a', account: 'A', shares: 11, source, importId: 'one' }
  ])
  expect(restore(edited, imported).transactions).toEqual(edited.transactions)
  const byHand = device({ ...bought, id: 'h', account: '', price: null })
  expect(restore(byHand, imported).transactions).toEqual([{ ...bought, id: 'h', account: 'A' }])
  expect(restore(imported, byHand).transactions).toEqual(imported.transactions)
})

test('a sale of the backup keeps the purchase that it names', () => {
  const sale: Transaction = {
    ...bought,
    id: 's',
    account: 'A',
    type: 'sell',
    date: '2026-06-01',
    shares: 4,
    lots: [{ id: 'b', shares: 4 }]
  }
  const here = device({ ...bought, id: 'a', account: 'A' })
  const there = device({ ...bought, id: 'b', account: 'A' }, sale)
  expect(restore(here, there).transactions[1]).toEqual({ ...sale, lots: [{ id: 'a', shares: 4 }] })
})
