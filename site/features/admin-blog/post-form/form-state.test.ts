// @vitest-environment jsdom
import { expect, test } from 'vitest'
import type { Post } from '../../../../admin-api/contract/blog.ts'
import { formAfter, hasChanges, missingFields, noFields, startForm } from './form-state.ts'

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
  reading_minutes: 1
}
const opened = formAfter(startForm(null), { type: 'opened', post })

test('editing brings back title, excerpt, content and published', () => {
  expect(opened.mode).toMatchObject({ kind: 'edit', id: 7 })
  expect(opened.fields).toEqual({
    title: 'Set sail',
    excerpt: 'How to begin',
    content: '<p>Hoist <b>the</b> main</p>',
    published: true
  })
})

test('a post that was only opened has no changes, whatever its spelling', () => {
  expect(hasChanges(opened)).toBe(false)
  expect(hasChanges(formAfter(opened, { type: 'changed', fields: { published: false } }))).toBe(true)
})

test('clearing empties every field, the excerpt too, and begins a new text', () => {
  const cleared = formAfter(opened, { type: 'cleared' })
  expect(cleared).toMatchObject({ mode: { kind: 'create' }, fields: noFields })
  expect(cleared.textId).not.toBe(opened.textId)
  expect(hasChanges(cleared)).toBe(false)
})

test('a draft brought back counts as changed until it is saved', () => {
  const keptAt = '2026-06-02T08:00:00.000Z'
  const ofNew = startForm({ mode: { kind: 'create' }, fields: { ...noFields, title: 'Half' }, keptAt })
  expect(hasChanges(ofNew)).toBe(true)
  const ofStored = startForm({ mode: opened.mode, fields: opened.fields, keptAt })
  expect(hasChanges(ofStored)).toBe(true)
  expect(ofStored.restoredFrom).toBe(keptAt)
})

test('blanks alone are nothing, and a field that was filled in is no longer missing', () => {
  const blank = { ...noFields, title: '  ', excerpt: 'x' }
  expect(missingFields(blank)).toEqual(['title', 'content'])
  const refused = formAfter(startForm(null), { type: 'refused', missing: ['title', 'content'] })
  expect(formAfter(refused, { type: 'changed', fields: { title: 'Set sail' } }).missing).toEqual(['content'])
})
