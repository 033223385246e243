import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { completeEditableText, outliveEditorTimers } from '../../testing/editable-text.ts'
import { ContentEditor } from './ContentEditor.tsx'

/** Last content reported by the editor. */
let content: string

afterAll(outliveEditorTimers)
beforeEach(() => {
  completeEditableText()
  content = ''
})

/** Mounts the editor, with Editor.js and all tools, and waits until it is ready. */
async function open(html: string): Promise<HTMLElement> {
  const ignore = () => {}
  const save = (html: string) => {
    content = html
  }
  render(<ContentEditor html={html} onTouch={ignore} onContent={save} onController={ignore} />)
  await screen.findByRole('toolbar', { name: 'Editor' })
  return screen.getByRole('group', { name: 'Content' })
}

function tool(name: string | RegExp) {
  return within(screen.getByRole('toolbar')).getByRole('button', { name })
}

async function choose(menu: RegExp, choice: string) {
  await userEvent.click(tool(menu))
  await userEvent.click(screen.getByRole('menuitemradio', { name: choice }))
}

/** Selects within the first text node of an element. */
function select(element: HTMLElement, start: number, end = start) {
  const node = element.firstChild ?? element
  element.focus()
  document.getSelection()?.setBaseAndExtent(node, start, node, end)
}

async function expectContent(html: string) {
  await vi.waitFor(() => expect(content).toBe(html))
}

test('typed text becomes a list, which is undone and redone', async () => {
  const area = await open('<p>Mind the reef</p>')
  expect(tool('Undo')).toHaveAttribute('aria-disabled', 'true')
  select(within(area).getByText('Mind the reef'), 13)
  await userEvent.keyboard(' tonight')
  await userEvent.click(tool('Numbered list'))
  await expectContent('<ol><li>Mind the reef tonight</li></ol>')
  expect(tool('Numbered list')).toHaveAttribute('aria-pressed', 'true')
  await userEvent.click(tool('Undo'))
  await expectContent('<p>Mind the reef tonight</p>')
  await userEvent.click(tool('Undo'))
  await expectContent('<p>Mind the reef</p>')
  expect(tool('Undo')).toHaveAttribute('aria-disabled', 'true')
  await userEvent.click(tool('Redo'))
  await userEvent.click(tool('Redo'))
  await expectContent('<ol><li>Mind the reef tonight</li></ol>')
})

test('a selected word becomes bold and colored, and plain again after Clear formatting', async () => {
  const area = await open('<p>Mind the reef</p>')
  select(within(area).getByText('Mind the reef'), 0, 4)
  await userEvent.click(tool('Bold'))
  await expectContent('<p><b>Mind</b> the reef</p>')
  expect(tool('Bold')).toHaveAttribute('aria-pressed', 'true')
  await choose(/^Text color/, 'Sea')
  await expectContent('<p><span class="ink-sea"><b>Mind</b></span> the reef</p>')
  expect(tool(/^Text color/)).toHaveAccessibleName('Text color: Sea')
  await userEvent.click(tool('Clear formatting'))
  await expectContent('<p>Mind the reef</p>')
})

test('a block becomes a right-aligned heading', async () => {
  const area = await open('<p>Soundings</p>')
  select(within(area).getByText('Soundings'), 0)
  await choose(/^Block type/, 'Heading 3')
  await expectContent('<h3>Soundings</h3>')
  expect(tool(/^Block type/)).toHaveAccessibleName('Block type: Heading 3')
  await userEvent.click(tool('Align right'))
  await expectContent('<h3 class="align-right">Soundings</h3>')
})

test('a table has its own tools and no alignment', async () => {
  const area = await open('<p>Fleet</p>')
  select(within(area).getByText('Fleet'), 0)
  await userEvent.click(tool('Insert table'))
  const cells = await vi.waitFor(() => {
    const found = area.querySelectorAll<HTMLElement>('.tc-cell')
    expect(found).toHaveLength(9)
    return found
  })
  if (cells[0] === undefined) throw new Error('The table has no cells.')
  select(cells[0], 0)
  await userEvent.keyboard('Sloop')
  expect(tool('Align right')).toHaveAttribute('aria-disabled', 'true')
  await userEvent.click(tool('Delete column'))
  await userEvent.click(tool('Undo'))
  await userEvent.click(tool('Heading row'))
  await vi.waitFor(() => expect(content).toMatch(/^<p>Fleet<\/p>\n<table><tbody><tr><td>Sloop<\/td>/))
})

test('a link accepts an address on this site and rejects one that runs a script', async () => {
  const area = await open('<p>Read the guide</p>')
  select(within(area).getByText('Read the guide'), 0, 4)
  await userEvent.click(tool('Link'))
  const dialog = screen.getByRole('dialog', { name: 'Add a link' })
  await userEvent.type(within(dialog).getByLabelText('Address'), 'javascript:alert(1){Enter}')
  expect(within(dialog).getByText(/^Use https/)).toBeVisible()
  await userEvent.clear(within(dialog).getByLabelText('Address'))
  await userEvent.type(within(dialog).getByLabelText('Address'), '/learn{Enter}')
  await expectContent('<p><a href="/learn">Read</a> the guide</p>')
})

test('keys move along the toolbar and through its menus, and Escape returns to the text', async () => {
  const area = await open('<p>Ahoy</p>')
  const text = within(area).getByText('Ahoy')
  select(text, 4)
  tool('Undo').focus()
  await userEvent.keyboard('{ArrowRight}{ArrowRight}')
  expect(tool(/^Block type/)).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}')
  await vi.waitFor(() => expect(screen.getByRole('menuitemradio', { name: 'Paragraph' })).toHaveFocus())
  await userEvent.keyboard('{ArrowUp}')
  expect(screen.getByRole('menuitemradio', { name: 'Code block' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('menu')).not.toBeInTheDocument()
  expect(tool(/^Block type/)).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  expect(text).toHaveFocus()
})

test('an editor that is left before its code has loaded never opens', async () => {
  const ignore = () => {}
  const onController = vi.fn()
  const { unmount } = render(
    <ContentEditor html="<p>Ahoy</p>" onTouch={ignore} onContent={ignore} onController={onController} />
  )
  const area = screen.getByRole('group', { name: 'Content' })
  const changes = vi.fn()
  new MutationObserver(changes).observe(area, { childList: true })
  unmount()
  await import('./editor-controller.ts')
  await outliveEditorTimers()
  expect(changes).not.toHaveBeenCalled()
  expect(onController.mock.calls).toEqual([[null]])
})
