import { expect, test } from 'vitest'
import { readFormerSymbols } from '../../data/read-facts.ts'
import { openTestDatabase } from '../testing/database.ts'
import { forEachTest } from '../testing/fixtures.ts'
import { findFormerSymbols, findPresentSymbol, writeFormerSymbols } from './former-symbols.db.ts'
import { insertFund } from './funds.db.ts'

const database = forEachTest(() => openTestDatabase(['MSTY', 'QQQT']))

test('a new database knows the former symbols of its funds, and the later one of JPMO', async () => {
  expect(await findFormerSymbols(database.db)).toEqual([
    { symbol: 'JEPY', present: 'WDTE' },
    { symbol: 'JPO', present: 'JPMO' },
    { symbol: 'NVW', present: 'NVDW' },
    { symbol: 'SQY', present: 'XYZY' },
    { symbol: 'TSW', present: 'TSLW' }
  ])
})

test('an earlier database gets them once, for the symbols that its funds have now', async () => {
  const { db } = database
  await db.deleteFrom('former_symbol').execute()
  const fund = { name: 'Fund', issuer: 'Issuer', family: 'other', underlying: null, batch: 'other' }
  // The operator renamed XYZY, and added a fund with the former symbol of another one.
  for (const symbol of ['ABCD', 'TSW'])
    await insertFund(db, { ...fund, symbol, first_price_day: '2026-05-01' })
  const renamed = { symbol: 'XYZY', present: 'ABCD', renamed_on: '2026-05-01' }
  await db.insertInto('former_symbol').values(renamed).execute()

  const facts = readFormerSymbols()
  expect(await writeFormerSymbols(db, facts)).toEqual(new Set(['ABCD', 'JPMO', 'NVDW', 'WDTE']))
  expect(await findPresentSymbol(db, 'SQY')).toBe('ABCD')
  expect(await findPresentSymbol(db, 'TSW')).toBeUndefined()
  expect(await writeFormerSymbols(db, facts)).toEqual(new Set())
})
