import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { environmentOf, makePublishedFolder } from '../admin-api/testing/real-server.ts'
import { hashOfSources } from './source-hash.ts'

test('SIGTERM to npm start ends the server, too', async () => {
  const folder = await makePublishedFolder()
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const buildDir = join(folder, 'dist')
  const build = join(buildDir, 'builds', await readFile(join(buildDir, 'current'), 'utf8'), 'build.json')
  const id = hashOfSources()
  await writeFile(build, JSON.stringify({ ...JSON.parse(await readFile(build, 'utf8')), id }))

  const env = { ...process.env, ...environmentOf(folder) }
  const npm = spawn('npm', ['start', '--ignore-scripts'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  let printed = ''
  npm.stdout.on('data', (chunk: Buffer) => {
    printed += chunk.toString()
  })
  const findUrl = () => /ready at (\S+)/.exec(printed)?.[1]
  await vi.waitUntil(findUrl, { timeout: 60_000 })
  const url = findUrl() ?? ''
  expect((await fetch(url)).status).toBe(200)
  const ended = once(npm, 'exit')
  npm.kill('SIGTERM')
  await ended
  await expect
    .poll(
      () =>
        fetch(url).then(
          ({ status }) => status,
          () => 'closed'
        ),
      { timeout: 60_000 }
    )
    .toBe('closed')
})
