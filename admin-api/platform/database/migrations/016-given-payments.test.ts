import { rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { makeFund } from '../../../testing/make.ts'
import { copyDatabase } from '../../../testing/seeded-file.ts'
import { readMeta } from '../meta.db.ts'
import { migrate } from '../migrations.ts'
import { openDatabase } from '../open.ts'

let file: string

afterEach(() => rm(dirname(file), { recursive: true }))

test.each([
  ['a filled database was given all figures to 29 May 2026', [makeFund()], '2026-05-29'],
  ['an empty one was given nothing', [], null]
])('%s', async (_what, funds, until) => {
  file = await copyDatabase(false)
  const db = openDatabase(file)
  await migrate(db, '012-post-keys')
  for (const fund of funds) await db.insertInto('fund').values(fund).execute()
  await migrate(db)
  expect(await readMeta(db, 'given-until')).toBe(until)
  await db.destroy()
})
