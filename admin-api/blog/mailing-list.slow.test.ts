import { expect, test } from 'vitest'
import { startApi } from '../testing/api.ts'
import { forEachTest } from '../testing/fixtures.ts'
import { pages } from '../testing/pages.ts'
import { readQueuedPaths } from '../testing/read-queued-paths.ts'

const path = '/api/admin/system/mailing-list'
const api = forEachTest(() => startApi())

async function readList(page: '/blog' | '/privacy') {
  const model = await pages.load(api.db, page)
  return model !== null && 'mailingList' in model ? model.mailingList : undefined
}

test('a mailing list is off at first, and on the blog and in the Privacy Policy once it is saved', async () => {
  const operator = await api.signIn()
  expect((await api.get(path, operator)).body).toEqual({ url: '', field: '' })
  expect([await readList('/blog'), await readList('/privacy')]).toEqual([null, null])
  const list = { url: 'https://list.example/subscribe?id=3', field: 'email' }
  expect(await api.send('PUT', path, list, operator)).toMatchObject({
    status: 200,
    body: { message: 'The blog now offers the mailing list at list.example.' }
  })
  expect([await readList('/blog'), await readList('/privacy')]).toEqual([list, list])
  expect(await readQueuedPaths(api.db)).toEqual(expect.arrayContaining(['/blog', '/privacy']))
  await api.send('PUT', path, { url: '', field: 'email' }, operator)
  expect(await readList('/blog')).toBeNull()
})

test.each([
  'http://list.example/subscribe',
  'javascript:alert(1)',
  'https://user:secret@list.example/',
  "https://list.example;script-src 'unsafe-inline'/",
  'https://list.example;x/',
  'https://list.example,x/',
  'https://localhost/',
  'list.example'
])('the address %s is refused', async (url) => {
  expect(await api.send('PUT', path, { url, field: 'email' }, await api.signIn())).toMatchObject({
    status: 400,
    body: {
      message:
        'Enter the complete address of the form, beginning with https://, or leave the field empty for none.'
    }
  })
})

test('a strange field name, and a visitor, are refused', async () => {
  const list = { url: 'https://list.example/', field: 'e mail"' }
  expect(await api.send('PUT', path, list, await api.signIn())).toMatchObject({ status: 400 })
  expect((await api.send('PUT', path, { ...list, field: '' })).status).toBe(401)
})
