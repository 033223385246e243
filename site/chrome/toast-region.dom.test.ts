import { readFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { $toast, showToast } from '../ui/toast.ts'
import { startToastRegion } from './toast-region.ts'

test('a toast with an action has a button that runs it and closes the toast', () => {
  const source = readFileSync('site/chrome/ToastRegion.astro', 'utf8')
  document.body.innerHTML = source.slice(source.lastIndexOf('---\n') + 4)
  startToastRegion()
  const run = vi.fn()
  showToast({
    kind: 'success',
    title: 'File Imported',
    message: '',
    action: { text: 'Undo the import', run }
  })
  const [action, close] = document.querySelectorAll<HTMLButtonElement>('.toast button')
  expect(action?.textContent).toBe('Undo the import')
  action?.click()
  expect(run).toHaveBeenCalledOnce()
  expect($toast.get()).toBeNull()
  // Others have only the button that closes them.
  showToast({ kind: 'success', title: 'Saved', message: '' })
  expect(document.querySelectorAll('.toast button')).toHaveLength(1)
  expect(close?.getAttribute('aria-label')).toBe('Close this notice')
})
