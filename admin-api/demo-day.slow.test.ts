import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { writeLog } from './admin-log/admin-log.db.ts'
import { createDemoClock, createDemoFacts, markDemo, startDemoResets } from './demo-day.ts'
import { toNewYorkTime } from './market-days/sessions.ts'
import { openTestDatabase } from './testing/database.ts'
import { forAllTests } from './testing/fixtures.ts'

const database = forAllTests(() => openTestDatabase('tables'))

test('the clock of a demonstration shows its evening in New York', () => {
  expect(toNewYorkTime(createDemoClock('2026-07-08')()).day).toBe('2026-07-08')
  expect(toNewYorkTime(createDemoClock('2026-01-08')()).day).toBe('2026-01-08')
})

test('a demonstration that runs for days shows the same evening again, without what logins left behind', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] })
  const clock = createDemoClock('2026-07-08')
  const { db } = database
  const entry = { level: 'INFO', category: 'USER', action: 'CREATE', message: 'Logged in' } as const
  const readLog = () => db.selectFrom('admin_log').selectAll().execute()
  await writeLog(db, entry, clock())
  const stop = startDemoResets(db, pino({ level: 'silent' }))
  onTestFinished(async () => {
    await stop()
    vi.useRealTimers()
  })
  await expect.poll(readLog).toEqual([])
  await writeLog(db, entry, clock())
  vi.advanceTimersByTime(29 * 3_600_000)
  expect(toNewYorkTime(clock()).day).toBe('2026-07-08')
  await stop()
  expect(await readLog()).toEqual([])
})

test('the figures of a demonstration end with its day', () => {
  const { dividends, prices } = createDemoFacts('2026-03-12').readFacts()
  const newest = (days: string[]) => days.toSorted().at(-1)
  expect(newest(prices.map(({ date }) => date))).toBe('2026-03-12')
  expect(newest(dividends.map(({ ex_date }) => ex_date))).toBe('2026-03-12')
})

test('demonstrations and real databases stay apart', async () => {
  const { db } = database
  await markDemo(db, { day: null, isNew: true })
  await expect(markDemo(db, { day: '2026-07-08', isNew: false })).rejects.toThrow('this one has real figures')
  await markDemo(db, { day: '2026-07-08', isNew: true })
  await markDemo(db, { day: '2026-07-08', isNew: false })
  await expect(markDemo(db, { day: '2026-07-07', isNew: false })).rejects.toThrow('--on 2026-07-08')
  await expect(markDemo(db, { day: null, isNew: false })).rejects.toThrow('--on 2026-07-08')
})
