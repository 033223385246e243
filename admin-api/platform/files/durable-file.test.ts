import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { removeDurably, renameDurably, writeDurably } from './durable-file.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'doubloon-files-'))
})
afterEach(() => rm(folder, { recursive: true }))

const bytes = (text: string) => Buffer.from(text)

test('files replace old ones, missing folders are created, and no temporary file stays', async () => {
  const [deep, top] = [join(folder, 'a', 'b', 'page.html'), join(folder, 'top.html')]
  await writeDurably([{ file: deep, bytes: bytes('old') }])
  await writeDurably([
    { file: deep, bytes: bytes('new') },
    { file: top, bytes: bytes('') }
  ])
  expect(await readFile(deep, 'utf8')).toBe('new')
  expect(await readFile(top, 'utf8')).toBe('')
  expect((await readdir(folder, { recursive: true })).sort()).toEqual([
    'a',
    'a/b',
    'a/b/page.html',
    'top.html'
  ])
})

test('a longer temporary file of a killed process leaves nothing in the new file', async () => {
  const file = join(folder, 'page.html')
  await writeFile(`${file}.writing`, 'a long text that was never finished')
  await writeDurably([{ file, bytes: bytes('short') }])
  expect(await readFile(file, 'utf8')).toBe('short')
})

test('a failed write leaves the old file and no temporary file', async () => {
  const file = join(folder, 'page.html')
  await writeDurably([{ file, bytes: bytes('old') }])
  const notBytes = 5 as unknown as Uint8Array
  await expect(writeDurably([{ file, bytes: notBytes }])).rejects.toThrow(TypeError)
  expect(await readdir(folder)).toEqual(['page.html'])
  expect(await readFile(file, 'utf8')).toBe('old')
})

test('a file written by other code is renamed', async () => {
  await writeFile(join(folder, 'copy.writing'), 'whole')
  await renameDurably(join(folder, 'copy.writing'), join(folder, 'copy.sqlite'))
  expect(await readdir(folder)).toEqual(['copy.sqlite'])
})

test('removing a file also removes its temporary file, and a missing file is no error', async () => {
  const file = join(folder, 'page.html')
  await writeDurably([{ file, bytes: bytes('x') }])
  await writeFile(`${file}.writing`, 'left by a process that was killed')
  await removeDurably([file])
  await removeDurably([file, join(folder, 'no', 'such', 'folder.html')])
  expect(await readdir(folder)).toEqual([])
})
