import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { readCursor } from '../../publishing/page-queue.ts'
import { environmentOf, makePublishedFolder } from '../../testing/real-server.ts'
import { liveSourcesProgram, type RunningServer, startServer } from '../../testing/start-server.ts'

let server: RunningServer | undefined
afterEach(() => server?.stop('SIGKILL'))

/** Files of visitors, feed readers, programs and My Fleet, which reads `data/msty.json`. */
const files = [
  'msty.html',
  'calendar.html',
  'calendar.ics',
  'calendar/msty.ics',
  'data/msty.json',
  'data/upcoming.csv'
]

test('an accepted amount is in the page, feeds, data and My Fleet’s files before anybody requests them', async () => {
  const folder = await makePublishedFolder()
  const read = async (file: string) => readFile(join(folder, 'site', file), 'utf8')
  const listWith = async (amount: string) => {
    const texts = await Promise.all(files.map(read))
    return files.filter((_, i) => texts[i]?.includes(amount))
  }
  expect(await listWith('0.2877')).toEqual([])
  server = await startServer(
    {
      ...environmentOf(folder),
      MARKET_DATA: '',
      COLLECT_CRON: 'off',
      SOURCES_FROM: '2026-06-03T13:20:00Z'
    },
    {},
    liveSourcesProgram
  )
  // Ready means accepted.
  while ((await readCursor(join(folder, 'site')))?.waiting.length !== 0) await setTimeout(50)
  expect(await listWith('0.2877')).toEqual(files)
  // The estimate that the amount will be compared with was frozen before it was known.
  expect(await read('data/record/2026-06-01.json')).toMatch(
    /"ex_date":"2026-06-04","family":"yieldmax-single"[^{}]*"origin":"live"[^{}]*"symbol":"MSTY"/
  )
})
