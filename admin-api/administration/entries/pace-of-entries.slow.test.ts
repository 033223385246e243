import { expect, test } from 'vitest'
import { startApi } from '../../testing/api.ts'
import { forAllTests } from '../../testing/fixtures.ts'

const api = forAllTests(() => startApi({ content: ['MSTY', 'NVDY'] }))

test('an entry says how often its fund pays, which the four frequencies may not have', async () => {
  const operator = await api.signIn()
  for (const ticker of ['MSTY', 'NVDY'])
    expect((await api.post('/api/admin/manual-entries', { ticker }, operator)).status).toBe(201)
  // Like BTCC, which the tests' figures don't have yet.
  await api.db.updateTable('estimate').set({ frequency: 24 }).where('symbol', '=', 'NVDY').execute()
  const { body } = await api.get('/api/admin/manual-entries', operator)
  expect(body).toMatchObject({
    entries: expect.arrayContaining([
      expect.objectContaining({ ticker: 'MSTY', frequency: 'WEEKLY', pays: 'Weekly' }),
      expect.objectContaining({ ticker: 'NVDY', pays: 'Twice a Month' })
    ])
  })
})
