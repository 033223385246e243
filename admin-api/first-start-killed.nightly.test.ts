import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { findBundledProgram } from './testing/bundled-programs.ts'
import { makeFolder } from './testing/database.ts'
import { makeBuild } from './testing/fake-build.ts'
import { environmentOf, readPages, startNewIn } from './testing/real-server.ts'
import { newServerProgram } from './testing/start-server.ts'
import { waitUntilPublished } from './testing/wait-until-published.ts'

test('after a kill at any moment of the first start, the next start writes every page completely', async () => {
  const buildDir = await makeFolder()
  await makeBuild(buildDir, 'first')
  const expected = await readAfterKill(buildDir, null)
  expect(Object.keys(expected)).toEqual(expect.arrayContaining(['index.html', 'msty.html', 'qqqt.html']))
  // Tables, facts and estimates are written, then pages. The migrations have a test of their own.
  expect(await readAfterKill(buildDir, { file: 'data/doubloon.sqlite', afterMs: 150 })).toEqual(expected)
  expect(await readAfterKill(buildDir, { file: 'site/msty.html', afterMs: 0 })).toEqual(expected)
})

/** Pages of a new database after a first start that was killed once a file appeared, or was not killed (null). */
async function readAfterKill(
  buildDir: string,
  killed: { file: string; afterMs: number } | null
): Promise<Record<string, string>> {
  const root = await makeFolder()
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
  return pages
}
