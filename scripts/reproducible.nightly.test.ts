import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

/**
 * Copies the sources into an empty folder and builds there, as the image does. Always the same folder, like /app: Astro
 * writes its path into the renderer. @returns contents by file
 */
function build(folder: string): Map<string, Buffer> {
  rmSync(folder, { recursive: true, force: true })
  for (const file of execFileSync('git', ['ls-files'], { encoding: 'utf8' }).trim().split('\n')) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    cpSync(file, join(folder, file))
  }
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  const { status, stderr } = spawnSync(process.execPath, ['scripts/build.ts'], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], SOURCE_DATE_EPOCH: '1790000000' }
  })
  expect([status, stderr]).toEqual([0, ''])
  const files = readdirSync(join(folder, 'dist'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  return new Map(files.toSorted().map((file) => [relative(folder, file), readFileSync(file)]))
}

const linesOf = (content: Buffer | undefined) => content?.toString('latin1').split('\n') ?? []

test('two builds of the same sources have the same bytes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'doubloon-reproducible-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const first = build(folder)
  expect(first.size).toBeGreaterThan(300)
  const second = build(folder)
  expect([...second.keys()]).toEqual([...first.keys()])
  const differing = [...first].flatMap(([file, content]) =>
    second.get(file)?.equals(content) === true ? [] : [file]
  )
  // Shows lines that only the second build has, because file names alone would not show the cause.
  for (const file of differing) {
    const known = new Set(linesOf(first.get(file)))
    expect(
      linesOf(second.get(file)).filter((line) => !known.has(line)),
      file
    ).toEqual([])
  }
  expect(differing).toEqual([])
})
