import { expect, test } from 'vitest'
import { runAll } from '../platform/database/rows.ts'
import { openTestDatabase } from '../testing/database.ts'
import { forEachTest } from '../testing/fixtures.ts'
import { prepareComing } from './coming-payments.db.ts'

const database = forEachTest(() => openTestDatabase('two-funds'))

test('only coming payments that differ are written, and those that are gone deleted', async () => {
  const { db } = database
  const read = () =>
    db.selectFrom('coming_payment').selectAll().orderBy('symbol').orderBy('position').execute()
  const before = await read()
  const ofFund = before.filter(({ symbol }) => symbol === 'MSTY')
  expect(ofFund.length).toBeGreaterThan(10)
  expect(await prepareComing(db, ['MSTY'], ofFund)).toEqual([])

  // One with another amount, three fewer at the end.
  const rows = ofFund.slice(0, -3).map((row, i) => (i === 2 ? { ...row, amount: 9.87 } : row))
  const statements = await prepareComing(db, ['MSTY'], rows)
  expect(statements.map(({ sql }) => sql.split(' ')[0])).toEqual(['delete', 'insert'])
  expect(statements.map(({ parameters }) => parameters.length)).toEqual([
    1 + 4,
    Object.keys(ofFund[0] ?? {}).length
  ])
  await runAll(db, statements)
  const others = before.filter(({ symbol }) => symbol !== 'MSTY')
  expect(others.length).toBeGreaterThan(10)
  expect(await read()).toEqual([...rows, ...others])

  // A fund without payments loses its rows, a new one gets its own.
  await runAll(db, await prepareComing(db, ['MSTY', 'QQQT'], []))
  expect(await read()).toEqual([])
  await runAll(db, await prepareComing(db, ['MSTY', 'QQQT'], before))
  expect(await read()).toEqual(before)
})
