// Shows the same on any database.
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AccuracyFigures, RecordSection } from '../../contract/record.ts'
import { addToRecord, findRecord } from '../../estimates/estimate-record.db.ts'
import { addDays } from '../../market-days/days.ts'
import { startApi } from '../../testing/api.ts'
import { forAllTests } from '../../testing/fixtures.ts'
import { pages } from '../../testing/pages.ts'
import { readHub } from '../../testing/read-hub.ts'

/*
 * The Python program in the readme of the hub reads only its files, and prints what /accuracy shows, to the last digit.
 */

const api = forAllTests(() => startApi())
const run = promisify(execFile)
let folder: string
let sections: { backtested: RecordSection; live: RecordSection }

beforeAll(async () => {
  await addLiveRows()
  const page = await pages.load(api.db, '/accuracy')
  if (page?.kind !== 'accuracy' || page.backtested === null || page.live === null)
    throw new Error('the accuracy page lacks a section')
  sections = { backtested: page.backtested, live: page.live }
  folder = await mkdtemp(join(tmpdir(), 'hub-'))
  const hub = await readHub(api.db)
  for (const [place, text] of hub) {
    await mkdir(dirname(join(folder, place)), { recursive: true })
    await writeFile(join(folder, place), text)
  }
  const [, program = ''] = /```python\n(.*?)```/s.exec(hub.get('readme.txt') ?? '') ?? []
  await writeFile(join(folder, 'score.py'), program)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Live estimates of the newest payments, on a share basis from before a merge of five shares to one. */
async function addLiveRows() {
  const record = await findRecord(api.db)
  const newest = record.filter(
    ({ origin, paid_ex_date }) => origin === 'replayed' && (paid_ex_date ?? '') >= '2026-03-01'
  )
  const rows = newest.map(({ paid_amount, paid_ex_date, ...row }) => {
    const money = (amount: number | null) => amount && amount / 5
    return {
      ...row,
      origin: 'live' as const,
      version: 1,
      made_at: `${addDays(row.ex_date, -3)}T12:00:00.000Z`,
      amount: row.amount / 5,
      low: row.low / 5,
      high: row.high / 5,
      q05: money(row.q05),
      q25: money(row.q25),
      q75: money(row.q75),
      q95: money(row.q95),
      price: row.price / 5,
      actual: money(row.actual),
      paid_ex_date,
      paid_amount
    }
  })
  await addToRecord(api.db, rows)
}

/** Output of the program for these ex-dates. */
async function score(origin: string, first: string, last: string): Promise<string[]> {
  const hub = `${pathToFileURL(folder).href}/`
  const { stdout } = await run('python3', [join(folder, 'score.py'), hub, origin, first, last])
  return stdout.trim().split('\n')
}

/** As the page formats figures. */
const formatRate = (percent: number) => `${percent.toFixed(1)}%`
const summary = ({ n, medianErrorPercent, coveragePercent }: AccuracyFigures) =>
  `payments ${n}, median error ${formatRate(medianErrorPercent)}, in range ${formatRate(coveragePercent)}`
const signed = (skill: number) => `${skill < 0 ? '-' : '+'}${Math.abs(skill).toFixed(2)}`

test.each(['backtested', 'live'] as const)('the figures of the newest year, %s', async (origin) => {
  const { verification, years } = sections[origin]
  const year = years.find(({ key }) => key === verification?.year)
  if (!verification || !year) throw new Error('there is no verified year')
  const { skill, n, score: own, baselineScore, coverage } = verification.overall
  const printed = await score(origin, `${verification.year}-01-01`, `${verification.year}-12-31`)
  expect(printed[0]).toBe(summary(year.figures))
  expect(printed[2]).toBe(
    `scored ${n}, skill ${signed(skill)}, scores ${own.toFixed(4)} and ${baselineScore.toFixed(4)}, in range ${formatRate(coverage.shown)}`
  )
})

test('the figures of an earlier year, and of all', async () => {
  const { years, overall, from, to } = sections.backtested
  const year = years[1]
  if (year === undefined) throw new Error('there is no earlier year')
  const earlier = await score('backtested', `${year.key}-01-01`, `${year.key}-12-31`)
  expect(earlier[0]).toBe(summary(year.figures))
  expect(earlier[2]).toContain(`skill ${signed(year.skill ?? 0)},`)
  expect((await score('backtested', from, to))[0]).toBe(summary(overall))
})

test.each(['backtested', 'live'] as const)(
  'how many were close in the last twelve months and in a bad year, %s',
  async (origin) => {
    const { close, to } = sections[origin]
    if (close === null) throw new Error('no payment is counted')
    const { newest, worst } = close
    expect((await score(origin, addDays(to, -364), to))[1]).toBe(
      `within 10% ${newest.close} of ${newest.n}, repeating the last amount ${newest.lastAmount}`
    )
    if (worst === null) return
    expect((await score(origin, `${worst.year}-01-01`, `${worst.year}-12-31`))[1]).toBe(
      `within 10% ${worst.close} of ${worst.n}, repeating the last amount ${worst.lastAmount}`
    )
  }
)
