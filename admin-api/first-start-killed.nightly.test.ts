import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { findBundledProgram } from './testing/bundled-programs.ts'
import { makeBuild } from './testing/fake-build.ts'
import { environmentOf, readPages, startNewIn } from './testing/real-server.ts'
import { newServerProgram } from './testing/start-server.ts'
import { waitUntilPublished } from './testing/wait-until-published.ts'

test('after a kill at any moment of the first start, the next start writes every page completely', async () => {
  const buildDir = await mkdtemp(join(tmpdir(), 'doubloon-build-'))
  onTestFinished(() => rm(buildDir, { recursive: true, force: true }))
  await makeBuild(buildDir, 'first')
  const expected = await readAfterKill(buildDir, null)
  expect(Object.keys(expected)).toEqual(expect.arrayContaining(['index.html', 'msty.html', 'qqqt.html']))
  // Tables, facts and estimates are written, then pages. The migrations have a test of their own.
  expect(await readAfterKill(buildDir, { file: 'data/doubloon.sqlite', afterMs: 150 })).toEqual(expected)
  expect(await readAfterKill(buildDir, { file: 'site/msty.html', afterMs: 0 })).toEqual(expected)
})

/** All pages of a new database whose first start was killed after a file appeared; null: was not killed. */
async function readAfterKill(
  buildDir: string,
  killed: { file: string; afterMs: number } | null
): Promise<Record<string, string>> {
  const root = await mkdtemp(join(tmpdir(), 'doubloon-new-'))
  const environment = { DATA_DIR: join(root, 'data'), BUILD_DIR: buildDir }
  if (killed !== null) {
    const env = { ...process.env, ...environmentOf(root), ...environment }
    const first = spawn(process.execPath, [await findBundledProgram(newServerProgram)], {
      env,
      stdio: 'ignore'
    })
    const ended = once(first, 'close')
    while (!existsSync(join(root, killed.file))) await setTimeout(1)
    await setTimeout(killed.afterMs)
    expect(first.exitCode).toBe(null)
    first.kill('SIGKILL')
    await ended
  }
  const server = await startNewIn(root, environment)
  onTestFinished(() => server.stop('SIGKILL'))
  await waitUntilPublished(server.url)
  // Each database signs its record with a key of its own, at the time of its first start.
  const { 'record.html': _record, 'status.html': _status, ...pages } = await readPages(join(root, 'site'))
  await server.stop('SIGKILL')
  await rm(root, { recursive: true })
  return pages
}
