import { expect, test } from 'vitest'
import { planImport } from './plan-import.ts'
import { readFile } from './read-file.ts'

const head = '"Date","Action","Symbol","Description","Quantity","Price","Fees & Comm","Amount"\n'

test('a file of 50,000 rows is read and compared with itself', async () => {
  const rows = Array.from({ length: 50_000 }, (_, row) => {
    const day = `0${1 + (row % 6)}/${10 + (row % 19)}/2026`
    return `"${day}","Buy","MSTY","FUND","${1 + (row % 500)}","$20.00","","-$${20 * (1 + (row % 500))}"\n`
  })
  const result = await readFile(new TextEncoder().encode(head + rows.join('')))
  if (!result.ok) throw new Error(result.fault)
  const { reading } = result
  const shared = { methods: [], symbols: new Map(), funds: new Map(), today: '2026-07-08' }
  const { added } = planImport({ reading, existing: [], ...shared })
  expect(added).toHaveLength(50_000)
  expect(planImport({ reading, existing: added, ...shared })).toMatchObject({ added: [], known: 50_000 })
})
