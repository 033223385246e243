import { expect, test } from 'vitest'
import { redo, undo } from './history.ts'
import { startRecorder } from './recorder.ts'

function recordedText() {
  let text = 'a'
  const recorder = startRecorder(text, {
    read: async () => text,
    write: async (content) => {
      text = content
    },
    caretNow: () => text.length
  })
  return {
    recorder,
    text: () => text,
    type: (more: string) => {
      text += more
    }
  }
}

test('what was typed is a step of its own before the next change', async () => {
  const { recorder, type, text } = recordedText()
  type('b')
  await recorder.change(() => type('!'))
  await recorder.step(undo)
  expect(text()).toBe('ab')
  await recorder.step(undo)
  expect(text()).toBe('a')
  await recorder.step(redo)
  expect(text()).toBe('ab')
})

test('what is typed just before an undo is undone, not lost', async () => {
  const { recorder, type, text } = recordedText()
  type('b')
  await recorder.step(undo)
  expect(text()).toBe('a')
  await recorder.step(redo)
  expect(text()).toBe('ab')
})

test('nothing new is no step', async () => {
  const { recorder } = recordedText()
  await recorder.commit()
  expect(recorder.canUndo()).toBe(false)
})

test('changes asked for at once are done one after the other', async () => {
  const { recorder, type, text } = recordedText()
  await Promise.all([recorder.change(() => type('b')), recorder.change(() => type('c')), recorder.step(undo)])
  expect(text()).toBe('ab')
  await recorder.step(undo)
  expect(text()).toBe('a')
})

test('a change that fails does not stop the next one', async () => {
  const { recorder, type, text } = recordedText()
  const failing = recorder.change(() => {
    throw new Error('aground')
  })
  await expect(failing).rejects.toThrow('aground')
  await recorder.change(() => type('b'))
  expect(text()).toBe('ab')
})
