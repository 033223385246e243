import { expect, test } from 'vitest'
import { addVersion, redo, startHistory, startRecorder, undo } from './history.ts'

const written = addVersion(addVersion(startHistory('a'), 'ab'), 'abc')

test('each undo goes one step back, as far as the beginning', () => {
  expect(undo(written).present).toBe('ab')
  expect(undo(undo(written)).present).toBe('a')
  expect(undo(undo(undo(written))).present).toBe('a')
})

test('each redo reverts one undo', () => {
  expect(redo(undo(undo(written))).present).toBe('ab')
  expect(redo(redo(undo(undo(written))))).toEqual(written)
  expect(redo(written)).toBe(written)
})

test('typing after an undo drops the undone steps', () => {
  expect(redo(addVersion(undo(written), 'abd')).present).toBe('abd')
})

test('no more than 200 steps are kept', () => {
  let history = startHistory(0)
  for (let step = 1; step <= 300; step += 1) history = addVersion(history, step)
  expect(history.past).toHaveLength(200)
  expect(history.past[0]).toBe(100)
})

function recordedText() {
  let text = 'a'
  const recorder = startRecorder(text, {
    read: async () => text,
    write: async (content) => {
      text = content
    },
    readCaret: () => text.length
  })
  return {
    recorder,
    text: () => text,
    type: (more: string) => {
      text += more
    }
  }
}

test('typed text is a separate step before the next change', async () => {
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

test('text typed just before an undo is undone, not lost', async () => {
  const { recorder, type, text } = recordedText()
  type('b')
  await recorder.step(undo)
  expect(text()).toBe('a')
  await recorder.step(redo)
  expect(text()).toBe('ab')
})

test('a commit without a change is not a step', async () => {
  const { recorder } = recordedText()
  await recorder.commit()
  expect(recorder.canUndo()).toBe(false)
})

test('simultaneous changes are applied one after the other', async () => {
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
