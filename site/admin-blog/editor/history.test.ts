import { expect, test } from 'vitest'
import { startRecorder } from './history.ts'

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

async function recordedSteps() {
  const { recorder, type, text } = recordedText()
  await recorder.change(() => type('b'))
  await recorder.change(() => type('c'))
  return { recorder, type, text }
}

test('each undo goes one step back, as far as the beginning', async () => {
  const { recorder, text } = await recordedSteps()
  for (const expected of ['ab', 'a', 'a']) {
    await recorder.undo()
    expect(text()).toBe(expected)
  }
  expect(recorder.canUndo()).toBe(false)
})

test('each redo reverts one undo', async () => {
  const { recorder, text } = await recordedSteps()
  await recorder.undo()
  await recorder.undo()
  for (const expected of ['ab', 'abc', 'abc']) {
    await recorder.redo()
    expect(text()).toBe(expected)
  }
  expect(recorder.canRedo()).toBe(false)
})

test('typing after an undo drops the undone steps', async () => {
  const { recorder, type, text } = await recordedSteps()
  await recorder.undo()
  await recorder.change(() => type('d'))
  expect(recorder.canRedo()).toBe(false)
  await recorder.redo()
  expect(text()).toBe('abd')
})

test('no more than 200 steps are kept', async () => {
  const { recorder, type, text } = recordedText()
  for (let step = 1; step <= 300; step += 1) await recorder.change(() => type('b'))
  for (let step = 1; step <= 300; step += 1) await recorder.undo()
  expect(text()).toHaveLength(301 - 200)
})

test('typed text is a separate step before the next change', async () => {
  const { recorder, type, text } = recordedText()
  type('b')
  await recorder.change(() => type('!'))
  await recorder.undo()
  expect(text()).toBe('ab')
  await recorder.undo()
  expect(text()).toBe('a')
  await recorder.redo()
  expect(text()).toBe('ab')
})

test('text typed just before an undo is undone, not lost', async () => {
  const { recorder, type, text } = recordedText()
  type('b')
  await recorder.undo()
  expect(text()).toBe('a')
  await recorder.redo()
  expect(text()).toBe('ab')
})

test('a commit without a change is not a step', async () => {
  const { recorder } = recordedText()
  await recorder.commit()
  expect(recorder.canUndo()).toBe(false)
})

test('simultaneous changes are applied one after the other', async () => {
  const { recorder, type, text } = recordedText()
  await Promise.all([recorder.change(() => type('b')), recorder.change(() => type('c')), recorder.undo()])
  expect(text()).toBe('ab')
  await recorder.undo()
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
