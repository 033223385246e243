import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { pino } from 'pino'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { PageModel } from '../../admin-api/contract/page-models.ts'
import { pictureOfFund } from '../../admin-api/contract/pictures.ts'
import { toPng, writePicture } from '../../admin-api/publishing/page-file.ts'
import { enqueuePages } from '../../admin-api/publishing/page-log.db.ts'
import { createPageQueue } from '../../admin-api/publishing/page-queue.ts'
import { type PageSource, publishPage, type RenderPage } from '../../admin-api/publishing/publish-page.ts'
import { createPublisher, type Publisher } from '../../admin-api/publishing/publisher.ts'
import { writePlaceholders } from '../../admin-api/publishing/queue-every-page.ts'
import { openTestDatabase } from '../../admin-api/testing/database.ts'
import {
  changePage,
  createPageTable,
  createTestPublisher,
  testSite,
  testTime
} from '../../admin-api/testing/page-fixture.ts'
import { pages } from '../../admin-api/testing/pages.ts'
import { refreshFigures } from '../../admin-api/testing/refresh-figures.ts'
import { drawComparePicture } from './compare-picture.ts'
import { drawFundPicture } from './fund-picture.ts'
import { drawWeekPicture } from './week-picture.ts'

let folder: string
const log = pino({ level: 'silent' })

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'doubloon-pictures-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test('a changed price redraws only the pictures that show its fund, and a queued unchanged picture is not drawn', async () => {
  const { db, close } = await openTestDatabase(['MSTY', 'XDTE'])
  const { list, load, queueChange } = pages
  const refresh = () => refreshFigures({ db, now: new Date('2026-06-01T12:00:00Z'), queueChange })
  await refresh()
  await db.deleteFrom('page_change').execute()

  const drawn: string[] = []
  const publish = async () => {
    drawn.length = 0
    const source: PageSource = {
      db,
      render: renderPicture,
      loadPage: load,
      readTime: async () => testTime,
      site: testSite,
      siteDir: folder,
      write: (file, svg) =>
        writePicture(file, svg, (drawing) => {
          drawn.push(file.slice(folder.length))
          return toPng(drawing)
        })
    }
    const pictures = createPublisher({
      publishPage: (path) => publishPage(source, path),
      siteDir: folder,
      log,
      queue: createPageQueue({ db, siteDir: folder, log }),
      type: 'pictures'
    })
    expect(await pictures.drain()).toBe(0)
  }
  const newestWeek =
    (await list(db))
      .filter((path) => path.startsWith('/og/week/'))
      .sort()
      .at(-1) ?? ''
  const paths = [...['MSTY', 'XDTE'].map(pictureOfFund), newestWeek]
  await enqueuePages(db, paths, new Date())
  await publish()
  expect(drawn.sort()).toEqual(paths.sort())
  const bytes = await readFile(join(folder, 'og/msty.png'))
  const { format, width, height } = await sharp(bytes).metadata()
  expect({ format, width, height }).toEqual({ format: 'png', width: 1200, height: 630 })
  expect(bytes.length).toBeLessThan(90_000)

  // As after a restart, when all pictures are queued.
  await enqueuePages(db, paths, new Date())
  await publish()
  expect(drawn).toEqual([])

  const { date } = await db
    .selectFrom('price')
    .select('date')
    .where('symbol', '=', 'MSTY')
    .orderBy('date', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  await db
    .updateTable('price')
    .set((eb) => ({ close: eb('close', '*', 1.2) }))
    .where('symbol', '=', 'MSTY')
    .where('date', '=', date)
    .execute()
  expect(await refresh()).toEqual(['MSTY'])
  await publish()
  // The comparison begins with MSTY.
  expect(drawn.sort()).toEqual(['/og/compare.png', '/og/msty.png'])
  await close()
})

const renderPicture: RenderPage = async (_path, { page: model, time }) => {
  const page = model as PageModel
  if (page.kind === 'week-picture') return drawWeekPicture(page, 'doubloon.example')
  if (page.kind === 'compare-picture') return drawComparePicture(page.funds, 'doubloon.example')
  if (page.kind === 'fund-picture') return drawFundPicture(page, time.today, 'doubloon.example')
  throw new TypeError(`no picture: ${page.kind}`)
}

test('pictures are drawn after pages, except one that a visitor waits for; health does not count them', async () => {
  const { db, close } = await openTestDatabase('tables')
  await createPageTable(db)
  const written: string[] = []
  const write = async (file: string) => {
    written.push(file.slice(folder.length))
  }
  let requested: Promise<void> | null = null
  const queue = createPageQueue({ db, siteDir: folder, log })
  const pages = createTestPublisher(
    db,
    folder,
    async (path) => {
      requested ??= pictures.bringUpToDate('/og/b.png')
      await setImmediate()
      return path
    },
    undefined,
    { queue, write }
  )
  const pictures: Publisher = createTestPublisher(db, folder, undefined, undefined, {
    queue,
    type: 'pictures',
    write,
    waitForTurn: pages.whenIdle
  })
  for (const path of ['/og/a.png', '/og/b.png', '/one', '/three', '/two']) await changePage(db, path, 'drawn')
  expect((await pictures.countWaiting(new Date())).waiting).toBe(3)
  const all = pages.drain()
  expect(await pictures.drain()).toBe(0)
  expect(await all).toBe(0)
  await requested
  expect(written.filter((file) => file !== '/og/b.png')).toEqual([
    '/one.html',
    '/three.html',
    '/two.html',
    '/og/a.png'
  ])
  expect(written.indexOf('/og/b.png')).toBeLessThan(written.indexOf('/og/a.png'))
  await close()
})

test('the site’s own picture is used until one is drawn, and drawn pictures are not overwritten', async () => {
  const files = ['og/msty.png', 'og/week/2026-05-28.png'].map((name) => join(folder, name))
  await writePlaceholders(folder, files)
  await expect(stat(files[0] ?? '')).rejects.toThrow('ENOENT') // The build has no og.png.
  await writeFile(join(folder, 'og.png'), 'a galleon')
  await mkdir(join(folder, 'og'))
  await writeFile(files[0] ?? '', 'drawn')
  await writePlaceholders(folder, files)
  expect(await Promise.all(files.map((file) => readFile(file, 'utf8')))).toEqual(['drawn', 'a galleon'])
})
