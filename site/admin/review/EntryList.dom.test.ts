import { act, createElement, createRef } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ManualEntry } from '../../../admin-api/contract/manual-entries.ts'
import { useFocusAfterRemoval } from './EntryList.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

const [first, second] = [1, 2].map((id) => ({ id, status: 'pending' }) as ManualEntry)
const box = createRef<HTMLDivElement>()
let root: Root
let focusAfter: (entry: ManualEntry) => void

/** A list like those of the Review page: a checkbox for each entry. */
function List({ entries }: { entries: readonly ManualEntry[] }) {
  focusAfter = useFocusAfterRemoval(entries, box)
  const rows = entries.map(({ id }) => String(id))
  const ticks = rows.map((name) =>
    createElement('label', { key: name, className: 'entry__tick' }, createElement('input', { name }))
  )
  return createElement('div', { ref: box, tabIndex: -1 }, ticks)
}

async function show(entries: readonly (ManualEntry | undefined)[]): Promise<void> {
  const known = entries.filter((entry) => entry !== undefined)
  await act(async () => root.render(createElement(List, { entries: known })))
}

function focusedName(): string | null {
  return document.activeElement?.getAttribute('name') ?? null
}

beforeEach(() => {
  root = createRoot(document.body.appendChild(document.createElement('main')))
})
afterEach(async () => {
  await act(async () => root.unmount())
  document.body.replaceChildren()
})

test('the row that replaces the entry receives the focus', async () => {
  await show([first, second])
  if (first) focusAfter(first)
  await show([second])
  expect(focusedName()).toBe('2')
})

test('an outdated list that still contains the entry is ignored', async () => {
  await show([first, second])
  if (first) focusAfter(first)
  await show([first, second])
  expect(focusedName()).toBeNull()
  await show([second])
  expect(focusedName()).toBe('2')
})

test('focus that has moved elsewhere stays there', async () => {
  await show([first, second])
  if (first) focusAfter(first)
  const elsewhere = document.body.appendChild(document.createElement('button'))
  elsewhere.focus()
  await show([second])
  expect(document.activeElement).toBe(elsewhere)
})
