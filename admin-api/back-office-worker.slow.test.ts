// Takes long on PostgreSQL, where it runs at night.
import { readdir, readFile } from 'node:fs/promises'
import { getPriority } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import type { Worker } from 'node:worker_threads'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { previewLongPost } from './blog/prepare-post.ts'
import { reestimate, saveAnswers } from './collection/save-answers.ts'
import { type BackOffice, openBackOffice } from './estimates/back-office.ts'
import { findChangedFacts, noteChangedFacts } from './estimates/changed-facts.ts'
import { copyDatabase } from './operations/backups/backups.ts'
import { findLocation, openDatabase } from './platform/database/open.ts'
import { writeTransaction } from './platform/database/write-transaction.ts'
import { onPagesQueued } from './publishing/page-notices.ts'
import { findBundledProgram } from './testing/bundled-programs.ts'
import { openTestDatabase, seededAt } from './testing/database.ts'
import { forAllTests } from './testing/fixtures.ts'

const worker = pathToFileURL(await findBundledProgram('admin-api/back-office-worker.ts'))
let thread: BackOffice
const logged: string[] = []
const log = pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) })
const actor = { userId: 'admin', ipShort: '192.0.2' }
const context = { now: seededAt, today: '2026-06-01', sourceName: 'Test', actor }
const reestimateMsty = { ticker: 'MSTY', context }
const asked = { answers: [], optionsAsked: [], block: null }
/** Refused, because nobody holds this lease. */
const refused = { asked, context, extent: null, unanswered: [], lease: { name: 'none', holder: 'nobody' } }

function open(): BackOffice {
  const backupFolder = join(database.folder, 'backups')
  return openBackOffice(worker, database.db, {
    clock: () => seededAt,
    log,
    backupFolder
  })
}

const database = forAllTests(() => openTestDatabase(['MSTY']))
beforeAll(async () => {
  thread = open()
})
afterAll(async () => {
  await thread.stop()
})

/** Nice values of the threads of this process. */
async function readNiceValues(): Promise<number[]> {
  const threads = await readdir('/proc/self/task')
  const lines = await Promise.all(threads.map((id) => readFile(`/proc/self/task/${id}/stat`, 'utf8')))
  // Field 19; the second one, the name, may contain spaces.
  return lines.map((line) => Number(line.slice(line.lastIndexOf(')') + 2).split(' ')[16]))
}

test.runIf(process.platform === 'linux')(
  'a job runs at the priority of requests, because they wait for it',
  async () => {
    await thread.runJob(reestimate, reestimateMsty)
    expect(Math.max(...(await readNiceValues()))).toBe(getPriority())
  }
)

test('during a job other connections read and a write succeeds; the pages of the job are announced', async () => {
  let announced = 0
  onPagesQueued(database.db, () => {
    announced += 1
  })
  await database.db
    .updateTable('dividend_history')
    .set((eb) => ({ amount: eb('amount', '*', 1.1) }))
    .where('symbol', '=', 'MSTY')
    .execute()
  let written: Promise<unknown> | null = null
  // Several jobs, because a busy machine answers few reads during one.
  const readsPerJob: number[] = []
  for (let i = 0; i < 5; i += 1) {
    let isRunning = true
    let reads = 0
    const job = thread.runJob(reestimate, reestimateMsty).finally(() => {
      isRunning = false
    })
    while (isRunning) {
      await database.db.selectFrom('estimate').select('symbol').execute()
      reads += 1
      await setImmediate()
      // By now the thread has started, or is about to write.
      if (reads === 10)
        written ??= writeTransaction(database.db, (trx) =>
          trx.selectFrom('meta').select('key').limit(1).execute()
        )
    }
    expect(await job).toMatchObject({ entry: { symbol: 'MSTY', ex_date: '2026-06-04' } })
    readsPerJob.push(reads)
  }
  expect(Math.max(...readsPerJob)).toBeGreaterThan(10)
  await written
  expect(announced).toBeGreaterThan(0)
  expect((await database.db.selectFrom('estimate').selectAll().execute()).length).toBe(66)
})

test('figures follow in the thread from facts that this thread changed', async () => {
  const { db } = database
  const readAmount = async () =>
    (
      await db
        .selectFrom('estimate')
        .select('latest_amount')
        .where('symbol', '=', 'MSTY')
        .executeTakeFirstOrThrow()
    ).latest_amount
  const before = (await readAmount()) ?? 0
  await writeTransaction(db, async (trx) => {
    await trx
      .updateTable('dividend_history')
      .set((eb) => ({ amount: eb('amount', '*', 2) }))
      .where('symbol', '=', 'MSTY')
      .execute()
    await noteChangedFacts(trx, { now: seededAt, closes: false })
  })
  await expect.poll(readAmount).toBeCloseTo(2 * before)
  expect(await findChangedFacts(db)).toBeNull()
})

test('figures that another process left are derived', async () => {
  const { db } = database
  const other = openDatabase(findLocation(db))
  await writeTransaction(other, (trx) => noteChangedFacts(trx, { now: seededAt, closes: true }))
  await other.destroy()
  expect(await findChangedFacts(db)).not.toBeNull()
  await thread.deriveLeft()
  expect(await findChangedFacts(db)).toBeNull()
})

test('a refusal stays an ApiError, and an unknown job fails', async () => {
  await expect(thread.runJob(saveAnswers, refused)).rejects.toMatchObject({
    name: 'ApiError',
    code: 'conflict'
  })
  const unlisted = { name: 'nothing', run: async () => null }
  await expect(thread.runJob(unlisted, null)).rejects.toThrow('no job is called nothing')
})

test('log lines of the thread are in the service log', async () => {
  const unstorable = { date: null as never, close: 20 }
  const fetched = { prices: [unstorable], payments: [], splits: [], impliedVolatility: null, concerns: [] }
  const asked = { answers: [{ ticker: 'MSTY', fetched }], optionsAsked: [], block: null }
  const { outcome } = await thread.runJob(saveAnswers, {
    asked,
    context,
    extent: null,
    unanswered: [],
    lease: null
  })
  expect(outcome.errors).toMatchObject([{ ticker: 'MSTY' }])
  expect(logged.map((line) => JSON.parse(line))).toMatchObject([
    {
      level: 50,
      ticker: 'MSTY',
      msg: 'collected data could not be stored',
      err: { type: expect.anything() }
    }
  ])
})

test.each(['online', 'message'] as const)(
  'a thread that dies at %s fails only its own job: the next job gets a new thread, and writes continue',
  async (moment) => {
    const fragile = open()
    process.once('worker', (worker: Worker) =>
      worker.once(moment, async () => {
        await setImmediate()
        await worker.terminate()
      })
    )
    // The open transaction blocks the job until the thread is gone; the first message says that it is ready.
    await writeTransaction(database.db, async () => {
      await expect(fragile.runJob(reestimate, reestimateMsty)).rejects.toThrow()
    })
    await expect(fragile.runJob(saveAnswers, refused)).rejects.toMatchObject({ code: 'conflict' })
    await fragile.stop()
    await writeTransaction(database.db, async () => undefined)
  }
)

test('the back office also prepares long posts and copies the database', async () => {
  expect(await thread.runJob(previewLongPost, '<'.repeat(200_000))).toEqual({
    content: '&lt;'.repeat(200_000),
    reading_minutes: 1
  })
  const { name, rows } = await thread.runJob(copyDatabase, null)
  expect(await readdir(join(database.folder, 'backups'))).toContain(name)
  expect(rows).toBeGreaterThan(1000)
})

test('nothing changes after a stop', async () => {
  const own = open()
  const last = own.runJob(reestimate, reestimateMsty)
  const waiting = own.runJob(saveAnswers, refused)
  await setImmediate()
  const stopped = own.stop()
  expect(await last).toMatchObject({ entry: { symbol: 'MSTY' } })
  await expect(waiting).rejects.toThrow('The service is stopping')
  await stopped
})
