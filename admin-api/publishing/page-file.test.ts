import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeFolder } from '../testing/database.ts'
import { fileOfPage, removePages, writePage } from './page-file.ts'

let folder: string
beforeEach(async () => {
  folder = await makeFolder()
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test('a page and its compressed copy have the same content, and no temporary file remains', async () => {
  const file = join(folder, 'blog', 'first.html')
  await writePage(file, '<p>old</p>')
  await writePage(file, '<p>Ahoy, 12 % – ünïcode</p>')
  expect(await readFile(file, 'utf8')).toBe('<p>Ahoy, 12 % – ünïcode</p>')
  expect(brotliDecompressSync(await readFile(`${file}.br`)).toString()).toBe('<p>Ahoy, 12 % – ünïcode</p>')
  expect((await readdir(join(folder, 'blog'))).sort()).toEqual(['first.html', 'first.html.br'])
})

test('removing a page removes its compressed copies, and a missing page is no error', async () => {
  const file = join(folder, 'gone.html')
  await writePage(file, 'x')
  await writeFile(`${file}.gz`, 'of an earlier version')
  await writeFile(`${file}.br.writing`, 'left by a process that was killed')
  await removePages([file])
  await removePages([file])
  expect(await readdir(folder)).toEqual([])
})

test('each path has the file name that static hosts use', () => {
  expect(fileOfPage('/site', '/')).toBe('/site/index.html')
  expect(fileOfPage('/site', '/msty')).toBe('/site/msty.html')
  expect(fileOfPage('/site', '/blog/first-post')).toBe('/site/blog/first-post.html')
  expect(fileOfPage('/site', '/blog/page/2')).toBe('/site/blog/page/2.html')
  expect(fileOfPage('/site', '/rss.xml')).toBe('/site/rss.xml')
  expect(fileOfPage('/site', '/sitemap.xml')).toBe('/site/sitemap.xml')
  expect(fileOfPage('/site', '/calendar/msty.ics')).toBe('/site/calendar/msty.ics')
  expect(fileOfPage('/site', '/fund-index.json')).toBe('/site/fund-index.json')
  expect(fileOfPage('/site', '/data/msty-payments.csv')).toBe('/site/data/msty-payments.csv')
  expect(fileOfPage('/site', '/data/record/hub/model-metadata/a-b.yml')).toBe(
    '/site/data/record/hub/model-metadata/a-b.yml'
  )
  expect(fileOfPage('/site', '/og/week/2026-07-02.png')).toBe('/site/og/week/2026-07-02.png')
  expect(fileOfPage('/site', '/robots.txt')).toBe('/site/robots.txt')
})

test.each(['', 'msty', '/../etc/passwd', '/a/../b', '/a//b', '/MSTY', '/msty/', '/a.html', '/a\0b'])(
  'any other form of path is rejected: %j',
  (path) => {
    expect(() => fileOfPage('/site', path)).toThrow(RangeError)
  }
)
