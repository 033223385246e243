import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeEach, expect, test } from 'vitest'
import { removePages, writePage } from './write-page.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'doubloon-page-'))
})

test('a page and its compressed siblings say the same, and no temporary file stays', async () => {
  const file = join(folder, 'blog', 'first.html')
  await writePage(file, '<p>old</p>')
  await writePage(file, '<p>Ahoy, 12 % – ünïcode</p>')
  expect(await readFile(file, 'utf8')).toBe('<p>Ahoy, 12 % – ünïcode</p>')
  expect(brotliDecompressSync(await readFile(`${file}.br`)).toString()).toBe('<p>Ahoy, 12 % – ünïcode</p>')
  expect(gunzipSync(await readFile(`${file}.gz`)).toString()).toBe('<p>Ahoy, 12 % – ünïcode</p>')
  expect((await readdir(join(folder, 'blog'))).sort()).toEqual([
    'first.html',
    'first.html.br',
    'first.html.gz'
  ])
})

test('removing a page takes its siblings along, and a page that is not there is no fault', async () => {
  const file = join(folder, 'gone.html')
  await writePage(file, 'x')
  await writeFile(`${file}.br.writing`, 'left by a process that was killed')
  await removePages([file])
  await removePages([file])
  expect(await readdir(folder)).toEqual([])
})
