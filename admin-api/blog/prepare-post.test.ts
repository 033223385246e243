import { beforeAll, beforeEach, expect, test } from 'vitest'
import { startApi } from '../testing/api.ts'
import { emptyBlog } from '../testing/blog-fixture.ts'
import { forAllTests } from '../testing/fixtures.ts'
import { toPostSlug } from './prepare-post.ts'

const path = '/api/blog/posts'
let operator: Record<string, string>

const api = forAllTests(() => startApi({ content: 'tables' }))
beforeAll(async () => {
  operator = await api.signIn()
})
beforeEach(() => emptyBlog(api.db))

async function write(title: string, given: object = {}): Promise<{ id: number; slug: string }> {
  const sent = { title, excerpt: 'x', content: '<p>x</p>', published: true, ...given }
  return (await api.post(path, sent, operator)).body as { id: number; slug: string }
}

async function change(id: number, title: string, given: object = {}): Promise<string> {
  const sent = { title, excerpt: 'x', content: '<p>x</p>', published: true, ...given }
  const { body } = await api.send('PUT', `${path}/${id}`, sent, operator)
  return (body as { slug: string }).slug
}

test.each([
  ['Ahoy, Captain!', 'ahoy-captain'],
  ['  --MSTY:  0.2979 $  a share--', 'msty-0-2979-a-share'],
  ['Ünïcode wäves', 'n-code-w-ves'],
  ['100 %', '100']
])('%j gets the address %s', async (title, slug) => {
  expect((await write(title)).slug).toBe(slug)
})

test.each([
  [
    'title',
    { title: '船!' },
    'The title needs at least one letter from a to z or a digit, so that the post can have an address.'
  ],
  [
    'slug',
    { title: 'Fine', slug: '' },
    'slug needs at least one letter from a to z or a digit. Without a slug, the title becomes the address.'
  ]
])('a %s without letters or digits is refused, and the message names it', async (_field, given, message) => {
  const sent = { excerpt: 'x', content: '<p>x</p>', published: true, ...given }
  expect(await api.post(path, sent, operator)).toMatchObject({ status: 400, body: { message } })
})

test("the client's slug is validated", async () => {
  expect((await write('Title', { slug: '../../Etc/Passwd%00' })).slug).toBe('etc-passwd-00')
})

test('a long address is cut between words, or after 80 characters', () => {
  expect(toPostSlug(`${'ab-'.repeat(26)}abc`)).toBe(`${'ab-'.repeat(26)}`.slice(0, -1))
  expect(toPostSlug(`${'ab-'.repeat(26)}ab`)).toHaveLength(80)
  expect(toPostSlug('a'.repeat(200))).toBe('a'.repeat(80))
})

test('an equal title gets the next free number', async () => {
  const slugs = [await write('Log'), await write('Log'), await write('Log 2'), await write('Log')]
  expect(slugs.map(({ slug }) => slug)).toEqual(['log', 'log-2', 'log-2-2', 'log-3'])
})

test('no post gets the path of the archive', async () => {
  expect((await write('Page')).slug).toBe('page-2')
})

test('fifty simultaneous posts with one title get fifty addresses', async () => {
  const posts = await Promise.all(Array.from({ length: 50 }, () => write('Same')))
  expect(new Set(posts.map(({ slug }) => slug)).size).toBe(50)
  const numbers = await api.db.selectFrom('blog_post').select('archive_number').execute()
  expect(new Set(numbers.map(({ archive_number }) => archive_number)).size).toBe(50)
})

test('a post keeps its address while its title stays, even if a better one is free', async () => {
  const first = await write('Log')
  const second = await write('Log')
  await api.send('DELETE', `${path}/${first.id}`, undefined, operator)
  expect(await change(second.id, 'Log', { slug: 'log' })).toBe('log-2')
  expect(await change(second.id, 'Log', { content: '<p>new</p>' })).toBe('log-2')
  expect(await change(second.id, 'Log', { slug: 'chosen' })).toBe('chosen')
})

test('a title without Latin letters can have a chosen address', async () => {
  const { id, slug } = await write('船', { slug: 'ship' })
  expect(slug).toBe('ship')
  expect(await change(id, '船', { slug: 'ship', content: '<p>new</p>' })).toBe('ship')
})

test('a former public address stays reserved for its post', async () => {
  const { id } = await write('Old name')
  expect(await change(id, 'New name')).toBe('new-name')
  expect((await write('Old name')).slug).toBe('old-name-2')
  expect(await change(id, 'Old name')).toBe('old-name')
  expect((await write('New name')).slug).toBe('new-name-2')
})

test('a former draft address is free again', async () => {
  const { id } = await write('Old name', { published: false })
  await change(id, 'New name', { published: false })
  expect((await write('Old name')).slug).toBe('old-name')
})
