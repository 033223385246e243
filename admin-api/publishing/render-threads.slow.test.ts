import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { findBundledProgram } from '../testing/bundled-programs.ts'
import { testSite, testTime } from '../testing/page-fixture.ts'
import { createRenderThreads, type RenderThreads } from './render-threads.ts'

/** Two paths end their thread; a file records that they began. */
const renderer = `import { appendFileSync } from 'node:fs'
export const render = async (path, { time }) => {
  if (path === '/fails') throw Object.assign(new Error('no such template'), { code: 'ENOENT' })
  if (path === '/dies' || path === '/hangs') appendFileSync(new URL('begun', import.meta.url), path)
  if (path === '/dies') process.exit(1)
  if (path === '/hangs') for (;;);
  return path + ' on ' + time.today
}`
const worker = pathToFileURL(await findBundledProgram('admin-api/render-worker.ts'))
const patient = { timeout: 60_000 }

let folder: string
let threads: RenderThreads
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'doubloon-threads-'))
  await mkdir(join(folder, 'server'))
  await writeFile(join(folder, 'server', 'entry.mjs'), renderer)
  const paths = { location: join(folder, 'no.sqlite'), buildFolder: folder, siteDir: join(folder, 'site') }
  threads = createRenderThreads(worker, { ...paths, site: testSite }, pino({ level: 'silent' }))
})
afterEach(async () => {
  vi.useRealTimers()
  await threads.stop()
  await rm(folder, { recursive: true })
})

function render(path: string): Promise<string> {
  return threads.render({ path, page: { kind: 'robots' }, time: testTime })
}

async function readBegun(): Promise<string> {
  const file = join(folder, 'server', 'begun')
  return existsSync(file) ? readFile(file, 'utf8') : ''
}

/** Nice values of the threads of this process. */
async function readNiceValues(): Promise<number[]> {
  const threads = await readdir('/proc/self/task')
  const lines = await Promise.all(threads.map((id) => readFile(`/proc/self/task/${id}/stat`, 'utf8')))
  // Field 19; the second one, the name, may contain spaces.
  return lines.map((line) => Number(line.slice(line.lastIndexOf(')') + 2).split(' ')[16]))
}

test.runIf(process.platform === 'linux')(
  'only pages that nobody waits for are rendered at low priority',
  async () => {
    const task = { path: '/msty', now: new Date() }
    await render('/a')
    await threads.publishAtOnce(task).catch(() => undefined)
    expect(Math.max(...(await readNiceValues()))).toBe(getPriority())
    await threads.publish(task).catch(() => undefined)
    expect(Math.max(...(await readNiceValues()))).toBe(Math.max(15, getPriority()))
  }
)

test('a page that ends its thread fails no other page, and other errors keep message and code', async () => {
  const rendered = await Promise.allSettled(['/a', '/dies', '/b', '/fails', '/c'].map(render))
  expect(rendered.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'rejected',
    'fulfilled'
  ])
  expect(rendered[3]).toMatchObject({ reason: { message: 'no such template', code: 'ENOENT' } })
  expect(await render('/d')).toBe('/d on 2026-06-01')
  // Published pages come from the database, which does not exist.
  await expect(threads.publish({ path: '/msty', now: new Date() })).rejects.toThrow(
    'unable to open database file'
  )
})

test('a page that takes a minute ends its thread, and pages rendered at the same time succeed', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const hanging = render('/hangs')
  const failed = expect(hanging).rejects.toThrow(
    'the thread that renders pages ended: a task took longer than 60 s'
  )
  await expect.poll(readBegun, patient).toBe('/hangs')
  const concurrent = render('/a')
  vi.advanceTimersByTime(60_000)
  await expect.poll(readBegun, patient).toBe('/hangs/hangs')
  expect(await concurrent).toBe('/a on 2026-06-01')
  vi.advanceTimersByTime(60_000)
  await failed
})
