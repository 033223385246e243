import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import type { DeletedPost, Post } from '../../admin-api/contract/blog.ts'
import { completeDialogs } from '../testing/dialogs.ts'
import { completeEditableText, outliveEditorTimers } from '../testing/editable-text.ts'
import { type FakeServer, startFakeServer } from '../testing/fake-server.ts'
import { $toast } from '../ui/toast.ts'
import { PostEditor } from './AdminBlog.tsx'

const post: Post = {
  id: 7,
  title: 'Set sail',
  slug: 'set-sail',
  excerpt: 'How to begin',
  content: '<p>Hoist the main</p>',
  published: true,
  created_at: '2026-06-01T08:00:00.000Z',
  updated_at: '2026-06-01T08:00:00.000Z',
  published_at: '2026-06-01T08:00:00.000Z',
  publish_at: null,
  tags: [],
  feature_image: null,
  feature_image_alt: '',
  reading_minutes: 1
}

/** An uploaded image. */
const picture = `/blog-images/${'a'.repeat(32)}.webp`

let server: FakeServer

afterAll(outliveEditorTimers)
beforeEach(() => {
  completeEditableText()
  completeDialogs()
  server = startFakeServer()
  server.always('/api/blog/posts/7/revisions', { revisions: [] })
  answerDeleted()
  $toast.set(null)
})

function answerPosts(...posts: Post[]) {
  const pagination = { currentPage: 1, total: posts.length, totalPages: posts.length === 0 ? 0 : 1 }
  server.answer(200, { posts, pagination })
}

function answerDeleted(...posts: DeletedPost[]) {
  server.always('/api/blog/deleted-posts', { posts })
}

/** Opens the post in the form and saves a change, which the server rejects with this response. */
async function editAndBeRejected(status: number, body: unknown) {
  await open(post)
  server.answer(200, post)
  await userEvent.click(button('Edit Set sail'))
  await vi.waitFor(() => expect(field('Title')).toHaveValue('Set sail'))
  await userEvent.type(field('Excerpt'), ', and where')
  server.answer(status, body)
  await userEvent.click(button('Update Post'))
  return screen.findByRole('alert')
}

/** Renders the page and waits for the list and the editor. */
async function open(...posts: Post[]) {
  answerPosts(...posts)
  const page = render(<PostEditor />)
  await screen.findByRole('toolbar', { name: 'Editor' })
  if (posts.length === 0) await screen.findByText(/^No post yet/)
  return page
}

function field(name: string) {
  return screen.getByLabelText<HTMLInputElement>(name)
}

function button(name: string) {
  return screen.getByRole('button', { name })
}

function textOf(content: HTMLElement) {
  return content.querySelector<HTMLElement>('.ce-paragraph') ?? content
}

function content() {
  return screen.getByRole('group', { name: 'Content' })
}

async function answerDialog(title: string, name: string) {
  const dialog = await screen.findByRole('alertdialog', { name: title })
  await userEvent.click(within(dialog).getByRole('button', { name }))
}

test('an incomplete post is rejected and not sent, and the first missing field receives the focus', async () => {
  await open()
  await userEvent.type(field('Title'), 'Set sail')
  await userEvent.click(button('Create Post'))
  await vi.waitFor(() => expect(field('Excerpt')).toHaveFocus())
  expect(field('Title')).toBeValid()
  expect(screen.getByText('The content is empty.')).toBeVisible()
  expect($toast.get()).toMatchObject({ message: 'Title, excerpt and content are required' })
  expect(server.calls).toHaveLength(1)
})

test('a complete post is saved with all typed values, and the form is cleared for the next one', async () => {
  await open()
  await userEvent.type(field('Title'), 'Set sail')
  expect(screen.getByText('Address: /blog/set-sail')).toBeVisible()
  await userEvent.type(field('Excerpt'), 'How to begin')
  await userEvent.click(textOf(content()))
  await userEvent.keyboard('Hoist the main')
  await userEvent.click(screen.getByRole('switch', { name: /^Published/ }))
  server.answer(201, post)
  answerPosts(post)
  await userEvent.click(button('Create Post'))

  expect(await screen.findByRole('heading', { name: 'Set sail' })).toBeVisible()
  expect(server.calls[1]).toEqual({
    method: 'POST',
    path: '/api/blog/posts',
    body: {
      title: 'Set sail',
      slug: 'set-sail',
      excerpt: 'How to begin',
      content: '<p>Hoist the main</p>',
      published: true,
      publish_at: null,
      tags: [],
      feature_image: null,
      feature_image_alt: ''
    }
  })
  expect($toast.get()).toMatchObject({
    title: 'Post Created',
    message: 'Successfully created "Set sail"',
    link: { href: '/blog/set-sail', text: 'View the post' }
  })
  expect(field('Title')).toHaveValue('')
  expect(field('Excerpt')).toHaveValue('')
  expect(textOf(content())).toHaveTextContent('')
})

test('a post that the server rejects stays in the form, with the message above its buttons', async () => {
  await open(post)
  server.answer(200, post)
  await userEvent.click(button('Edit Set sail'))
  await vi.waitFor(() => expect(field('Title')).toHaveValue('Set sail'))
  await userEvent.type(field('Excerpt'), ', and where')
  server.answer(400, { message: 'Excerpt may have at most 1,000 characters' })
  await userEvent.click(button('Update Post'))
  expect(await screen.findByRole('alert')).toHaveTextContent('Excerpt may have at most 1,000 characters')
  expect(server.calls.at(-1)).toMatchObject({ method: 'PUT', path: '/api/blog/posts/7' })
  expect(field('Excerpt')).toHaveValue('How to begin, and where')
})

test('a post that can’t be opened, saved or deleted is reported in a toast with the message, or a sentence', async () => {
  await open(post)
  server.answer(502, 'Bad gateway')
  await userEvent.click(button('Edit Set sail'))
  await vi.waitFor(() =>
    expect($toast.get()).toMatchObject({ title: 'Error', message: 'Failed to load post' })
  )
  server.answer(503, { message: 'The database is away.' })
  await userEvent.click(button('Edit Set sail'))
  await vi.waitFor(() => expect($toast.get()).toMatchObject({ message: 'The database is away.' }))

  server.answer(502, 'Bad gateway')
  await userEvent.click(button('Delete Set sail'))
  await answerDialog('Delete Post', 'Delete')
  await vi.waitFor(() => expect($toast.get()).toMatchObject({ message: 'Failed to delete post' }))

  server.answer(200, post)
  await userEvent.click(button('Edit Set sail'))
  await vi.waitFor(() => expect(field('Title')).toHaveValue('Set sail'))
  await userEvent.type(field('Excerpt'), ', and where')
  server.answer(502, 'Bad gateway')
  await userEvent.click(button('Update Post'))
  await vi.waitFor(() => expect($toast.get()).toMatchObject({ message: 'Failed to save post' }))
  server.answer(400, { message: 'Excerpt may have at most 1,000 characters' })
  await userEvent.click(button('Update Post'))
  const message = 'Excerpt may have at most 1,000 characters'
  await vi.waitFor(() => expect($toast.get()).toMatchObject({ title: 'Error', message }))
})

test('unsaved work is restored when the page is opened again, until it is discarded', async () => {
  const page = await open()
  await userEvent.type(field('Title'), 'Half a thought')
  await vi.waitFor(() => expect(window.localStorage).toHaveLength(1))
  page.unmount()
  await open()
  expect(screen.getByText(/^Unsaved work from .* is back\.$/)).toBeVisible()
  expect(field('Title')).toHaveValue('Half a thought')
  await userEvent.click(button('Discard it'))
  await answerDialog('Discard changes', 'Discard')
  await vi.waitFor(() => expect(field('Title')).toHaveValue(''))
  expect(window.localStorage).toHaveLength(0)
})

test('another post replaces unsaved work only after a confirmation', async () => {
  await open(post)
  await userEvent.type(field('Title'), 'Half a thought')
  await userEvent.click(button('Edit Set sail'))
  await answerDialog('Discard changes', 'Cancel')
  expect(field('Title')).toHaveValue('Half a thought')
  server.answer(200, post)
  await userEvent.click(button('Edit Set sail'))
  await answerDialog('Discard changes', 'Discard')
  await vi.waitFor(() => expect(field('Title')).toHaveValue('Set sail'))
  await vi.waitFor(() => expect(content()).toHaveTextContent('Hoist the main'))

  // No confirmation without changes.
  await userEvent.click(button('Cancel'))
  await vi.waitFor(() => expect(field('Title')).toHaveValue(''))
})

test('a post is deleted only after confirmation and listed as deleted', async () => {
  await open(post)
  await userEvent.click(button('Delete Set sail'))
  const dialog = await screen.findByRole('alertdialog', { name: 'Delete Post' })
  expect(dialog).toHaveTextContent('Are you sure you want to delete "Set sail"?')
  expect(dialog).toHaveTextContent('You can restore it for 30 days.')
  server.answer(200, { message: 'Post deleted' })
  answerPosts()
  answerDeleted(deleted)
  await answerDialog('Delete Post', 'Delete')
  expect(await screen.findByText(/^No post yet/)).toBeVisible()
  expect(await screen.findByRole('region', { name: /^Deleted posts/ })).toBeVisible()
  expect(server.calls[1]).toMatchObject({ method: 'DELETE', path: '/api/blog/posts/7' })
  expect($toast.get()).toMatchObject({ title: 'Post Deleted' })
})

const deleted: DeletedPost = {
  id: 7,
  title: 'Set sail',
  published: true,
  deleted_at: '2026-06-02T08:00:00.000Z',
  days_left: 1
}

test('a deleted post is listed with its days left, and is restored at the address chosen by the server', async () => {
  answerDeleted(deleted, { ...deleted, id: 8, title: 'Weigh anchor', published: false, days_left: 30 })
  await open()
  const bin = within(await screen.findByRole('region', { name: /^Deleted posts/ }))
  expect(bin.getAllByRole('article').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Set sail.*1 day left.*Was published/),
    expect.stringMatching(/^Weigh anchor.*30 days left.*Was a draft/)
  ])
  server.answer(200, { ...post, slug: 'set-sail-2' })
  answerPosts(post)
  answerDeleted()
  await userEvent.click(button('Restore Set sail'))
  expect(await screen.findByRole('button', { name: 'Edit Set sail' })).toBeVisible()
  expect(server.calls[1]).toMatchObject({ method: 'POST', path: '/api/blog/deleted-posts/7/restore' })
  expect($toast.get()).toMatchObject({
    title: 'Post Restored',
    message: '"Set sail" is back at /blog/set-sail-2'
  })
  await vi.waitFor(() => expect(screen.queryByText(/^Deleted posts/)).toBeNull())
})

test('a retry after a missing response has the idempotency key of the first attempt', async () => {
  await open()
  await userEvent.type(field('Title'), 'Set sail')
  await userEvent.type(field('Excerpt'), 'How to begin')
  await userEvent.click(textOf(content()))
  await userEvent.keyboard('Hoist the main')
  await userEvent.click(button('Create Post'))
  expect(await screen.findByRole('alert')).toHaveTextContent(/server/)
  server.answer(409, { message: 'This post was already saved.' })
  await userEvent.click(button('Create Post'))
  await vi.waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('This post was already saved.'))
  expect(field('Title')).toHaveValue('Set sail')
  // The next attempt creates another post.
  server.answer(201, post)
  answerPosts(post)
  await userEvent.click(button('Create Post'))
  await vi.waitFor(() => expect(field('Title')).toHaveValue(''))
  const keys = [1, 2, 3].map((call) => server.headers[call]?.get('idempotency-key'))
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[0])
})

const theirs: Post = {
  ...post,
  excerpt: 'Theirs',
  content: '<p>Strike the main</p>',
  updated_at: '2026-06-03T08:00:00.000Z'
}
const refusal = { message: 'This post has been changed elsewhere.', current: theirs }

test('an edit of a post that was changed elsewhere keeps its input and can show the other version', async () => {
  const notice = await editAndBeRejected(409, refusal)
  expect(server.calls.at(-1)).toMatchObject({ method: 'PUT', body: { updated_at: post.updated_at } })
  expect(notice).toHaveTextContent(
    'This post was changed in another window since you opened it, on 06/03/2026'
  )
  expect(notice).toHaveTextContent('Nothing was saved; your text is still here.')
  expect(notice).toHaveFocus()
  expect(field('Excerpt')).toHaveValue('How to begin, and where')
  await userEvent.click(button('See the other version'))
  const dialog = await screen.findByRole('dialog', { name: 'The other version' })
  expect(dialog).toHaveTextContent('Strike the main')
})

test('the other version is overwritten only if the operator chooses to', async () => {
  await editAndBeRejected(409, refusal)
  server.answer(200, post)
  answerPosts(post)
  await userEvent.click(button('Overwrite with mine'))
  await vi.waitFor(() => expect(field('Title')).toHaveValue(''))
  expect(server.calls.at(-2)).toMatchObject({
    method: 'PUT',
    path: '/api/blog/posts/7',
    body: { excerpt: 'How to begin, and where', updated_at: theirs.updated_at }
  })
  expect(screen.queryByRole('alert')).toBeNull()
})

test('input can be saved as a new draft, even if the post was deleted elsewhere', async () => {
  const notice = await editAndBeRejected(404, { message: 'Post not found' })
  expect(notice).toHaveTextContent('This post was deleted in another window since you opened it.')
  expect(screen.queryByRole('button', { name: 'Overwrite with mine' })).toBeNull()
  server.answer(201, { ...post, id: 8, slug: 'set-sail-2', published: false })
  answerPosts(post)
  await userEvent.click(button('Keep mine as a new draft'))
  await vi.waitFor(() => expect(field('Title')).toHaveValue(''))
  expect(server.calls.at(-2)).toMatchObject({
    method: 'POST',
    path: '/api/blog/posts',
    body: { excerpt: 'How to begin, and where', published: false }
  })
  expect(
    screen.getByText('Another post already has that address, so this one is at /blog/set-sail-2.')
  ).toBeVisible()
})

test.each([
  [
    'the feature image',
    { feature_image: picture },
    'The feature image has no description, so readers who can’t see it miss what it shows. Describe the feature image in the field below it.'
  ],
  [
    'an image in the text',
    { content: `<figure><img src="${picture}" alt=""></figure>` },
    '1 image in the text has no description, so readers who can’t see it miss what it shows. Select an image in the text to describe it.'
  ],
  [
    'both',
    { feature_image: picture, content: `<figure><img src="${picture}" alt=""></figure>` },
    'The feature image and 1 image in the text have no description, so readers who can’t see them miss what they show. Describe the feature image in the field below it. Select an image in the text to describe it.'
  ]
])('the question about missing descriptions says where to describe %s', async (_, given, sentence) => {
  await open(post)
  server.answer(200, { ...post, ...given })
  await userEvent.click(button('Edit Set sail'))
  await vi.waitFor(() => expect(field('Title')).toHaveValue('Set sail'))
  await userEvent.type(field('Excerpt'), ', and where')
  await userEvent.click(button('Update Post'))
  const dialog = await screen.findByRole('alertdialog', { name: 'Save without descriptions?' })
  expect(dialog).toHaveTextContent(sentence)
})
