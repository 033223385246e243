import { expect, test } from 'vitest'
import type { Post } from '../../admin-api/contract/blog.ts'
import { hasChanges, noFields, reducePostForm, startForm } from './form-state.ts'

const post: Post = {
  id: 7,
  title: 'Set sail',
  slug: 'set-sail',
  excerpt: 'How to begin',
  content: '<p>Hoist <strong>the</strong> main</p>',
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
const opened = reducePostForm(startForm(null, 'key'), { type: 'opened', post })

test('opening a post fills in every field', () => {
  expect(opened.mode).toMatchObject({ kind: 'edit', id: 7 })
  expect(opened.fields).toEqual({
    title: 'Set sail',
    excerpt: 'How to begin',
    content: '<p>Hoist <b>the</b> main</p>',
    published: true,
    slug: '',
    publishAt: '',
    tags: '',
    featureImage: '',
    featureAlt: ''
  })
})

test('the date of a draft or scheduled post is in its field, that of a public post is not', () => {
  const date = new Date('2030-07-08T09:30').toISOString()
  const open = (given: Partial<Post>) =>
    reducePostForm(startForm(null, 'key'), { type: 'opened', post: { ...post, ...given } }).fields
  const draft = { published: false, published_at: date }
  expect(open(draft)).toMatchObject({ publishAt: '2030-07-08T09:30', published: false })
  expect(open({ published: false, publish_at: date })).toMatchObject({
    publishAt: '2030-07-08T09:30',
    published: true
  })
  expect(open({}).publishAt).toBe('')
})

test('an opened post has no changes, even if its HTML is normalized', () => {
  expect(hasChanges(opened)).toBe(false)
  expect(hasChanges(reducePostForm(opened, { type: 'changed', fields: { published: false } }))).toBe(true)
})

test('clearing empties all fields and resets the editor', () => {
  const cleared = reducePostForm(opened, { type: 'cleared', key: 'next' })
  expect(cleared).toMatchObject({ mode: { kind: 'create', key: 'next' }, fields: noFields })
  expect(cleared.textId).not.toBe(opened.textId)
  expect(hasChanges(cleared)).toBe(false)
})

test('a restored draft counts as changed until it is saved', () => {
  const keptAt = '2026-06-02T08:00:00.000Z'
  const newPost = startForm(
    { mode: { kind: 'create', key: 'kept' }, fields: { ...noFields, title: 'Half' }, keptAt },
    'new'
  )
  expect(hasChanges(newPost)).toBe(true)
  expect(newPost.mode).toEqual({ kind: 'create', key: 'kept' })
  const storedPost = startForm({ mode: opened.mode, fields: opened.fields, keptAt }, 'new')
  expect(hasChanges(storedPost)).toBe(true)
  expect(storedPost.restoredFrom).toBe(keptAt)
})

test('a rejected edit keeps its input and the other version until it becomes a new post', () => {
  const typed = reducePostForm(opened, { type: 'changed', fields: { excerpt: 'Mine' } })
  const refused = reducePostForm(typed, { type: 'conflicted', conflict: { theirs: post } })
  expect(refused).toMatchObject({ fields: { excerpt: 'Mine' }, conflict: { theirs: post } })
  const renewed = reducePostForm(refused, { type: 'renewed', key: 'own' })
  expect(renewed).toMatchObject({
    mode: { kind: 'create', key: 'own' },
    fields: { excerpt: 'Mine' },
    conflict: null
  })
  expect(reducePostForm(refused, { type: 'opened', post }).conflict).toBeNull()
})
