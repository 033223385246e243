import { expect, test } from 'vitest'
import { openTestDatabase } from '../../../admin-api/testing/database.ts'
import { pages } from '../../../admin-api/testing/pages.ts'
import { factsFromData } from './return-view.ts'

test('the page and the data file of a fund have the same figures', async () => {
  const { db, close } = await openTestDatabase('figures')
  for (const ticker of ['msty', 'iwmy', 'tsly', 'feat', 'qdte']) {
    const page = await pages.load(db, `/${ticker}`)
    const data = await pages.load(db, `/data/${ticker}.json`)
    if (page?.kind !== 'fund' || data?.kind !== 'fund-data') throw new Error(`${ticker} has no page or data`)
    const { rank: _, ...facts } = page.returns
    expect(factsFromData(data.data)).toEqual(facts)
  }
  await close()
})
