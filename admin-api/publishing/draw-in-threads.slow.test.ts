import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createDrawThreads, type DrawThreads } from './draw-in-threads.ts'
import { testSite, testTime } from '../testing/page-rig.ts'

/** Two paths no thread survives; each notes that it has begun. */
const renderer = `import { appendFileSync } from 'node:fs'
export const render = async (path, { time }) => {
  if (path === '/fails') throw Object.assign(new Error('no such template'), { code: 'ENOENT' })
  if (path === '/dies' || path === '/hangs') appendFileSync(new URL('begun', import.meta.url), path)
  if (path === '/dies') process.exit(1)
  if (path === '/hangs') for (;;);
  return path + ' on ' + time.today
}`
const patient = { timeout: 30_000 }

let folder: string
let threads: DrawThreads
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'doubloon-threads-'))
  await mkdir(join(folder, 'server'))
  await writeFile(join(folder, 'server', 'entry.mjs'), renderer)
  const places = { place: join(folder, 'no.sqlite'), buildFolder: folder, siteDir: join(folder, 'site') }
  threads = createDrawThreads({ ...places, staticPaths: [], site: testSite }, pino({ level: 'silent' }))
})
afterEach(async () => {
  vi.useRealTimers()
  await threads.stop()
  await rm(folder, { recursive: true })
})

function draw(path: string): Promise<string> {
  return threads.draw({ path, page: { kind: 'robots', closedPaths: [] }, time: testTime })
}

async function readBegun(): Promise<string> {
  const file = join(folder, 'server', 'begun')
  return existsSync(file) ? readFile(file, 'utf8') : ''
}

test('a thread that dies over a page fails that page alone, and what cannot be drawn says why', async () => {
  const drawn = await Promise.allSettled(['/a', '/dies', '/b', '/fails', '/c'].map(draw))
  expect(drawn.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'rejected',
    'fulfilled'
  ])
  expect(drawn[3]).toMatchObject({ reason: { message: 'no such template', code: 'ENOENT' } })
  expect(await draw('/d')).toBe('/d on 2026-06-01')
  // What is written comes from the database, and there is none.
  await expect(threads.publish({ path: '/msty', now: new Date() })).rejects.toThrow(
    'unable to open database file'
  )
}, 60_000)

test('a page that is drawn for too long is given up, and what was drawn beside it is drawn', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const hanging = draw('/hangs')
  const failed = expect(hanging).rejects.toThrow('aborted')
  await expect.poll(readBegun, patient).toBe('/hangs')
  const beside = draw('/a')
  vi.advanceTimersByTime(60_000)
  await expect.poll(readBegun, patient).toBe('/hangs/hangs')
  expect(await beside).toBe('/a on 2026-06-01')
  vi.advanceTimersByTime(60_000)
  await failed
}, 60_000)
