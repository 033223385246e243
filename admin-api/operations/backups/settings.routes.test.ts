import { expect, test } from 'vitest'
import { readSettings } from '../../contract/system.ts'
import { startApi } from '../../testing/api.ts'
import { forAllTests } from '../../testing/fixtures.ts'
import { storePassword } from '../../testing/operator.ts'

const api = forAllTests(() =>
  startApi({ content: 'tables', services: { givenVariables: ['ADMIN_PASSWORD', 'METRICS_TOKEN', 'PORT'] } })
)

test('settings list variables that are set, without values, and backups of this instance', async () => {
  const operator = await api.signIn()
  await api.post('/api/admin/system/backups', {}, operator)
  const { body } = await api.get('/api/admin/system/settings', operator)
  const { settings, backups, version } = readSettings.output.parse(body)
  expect(settings.filter(({ is_set }) => is_set).map(({ name }) => name)).toEqual([
    'ADMIN_PASSWORD',
    'METRICS_TOKEN'
  ])
  expect(backups).toMatchObject([{ kind: 'backup', name: expect.stringMatching(/^backup-2026-06-01T/) }])
  expect(backups[0]?.bytes).toBeGreaterThan(10_000)
  expect(version).toBe('1.2.3')
})

test('what the operator states is stored, and queues the pages that show it', async () => {
  const operator = await api.signIn()
  const path = '/api/admin/system/operator'
  expect((await api.get(path, operator)).body).toEqual({ name: '', place: '', holdings: '', funding: '' })
  const statements = { name: ' Anne Bonny ', place: 'Nassau', holdings: '100 MSTY', funding: '' }
  expect((await api.send('PUT', path, statements, operator)).status).toBe(200)
  expect((await api.get(path, operator)).body).toEqual({ ...statements, name: 'Anne Bonny' })
  const queued = await api.db.selectFrom('page_change').select('path').execute()
  expect(queued.map((change) => change.path).sort()).toEqual(['/about', '/privacy'])
  const tooLong = { ...statements, holdings: 'x'.repeat(501) }
  expect(await api.send('PUT', path, tooLong, operator)).toMatchObject({
    status: 400,
    body: { message: 'At most 500 characters' }
  })
})

test('a password that comes from the environment is changed there', async () => {
  await storePassword(api.db, 'pieces of eight')
  const passwords = { password: 'pieces of eight', new_password: 'a better password' }
  const answer = await api.send('PUT', '/api/admin/password', passwords, await api.signIn())
  expect(answer).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('ADMIN_PASSWORD sets the password at every start.') }
  })
})
