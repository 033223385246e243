import { pino } from 'pino'
import { beforeEach, expect, test } from 'vitest'
import type { Db } from '../platform/database/schema.ts'
import { type CleanupJob, createMaintenance, type Maintenance } from './maintenance.ts'

const db = {} as Db
let now: Date
let steps: string[]
let logged: string[]

beforeEach(() => {
  now = new Date('2026-06-01T12:00:00Z')
  steps = []
  logged = []
})

function open(...jobs: CleanupJob[]): Maintenance {
  const log = pino({}, { write: (line: string) => void logged.push(line) })
  return createMaintenance({ db, clock: () => now, log }, jobs)
}

/** A job that needs `times` steps. */
function makeCleanupJob(what: string, everyHours = 1, times = 1): CleanupJob {
  let left = times
  const step = async () => {
    steps.push(what)
    left -= 1
    return left > 0
  }
  return { what, everyHours, step }
}

function passHours(hours: number): void {
  now = new Date(now.getTime() + hours * 3_600_000)
}

test('jobs run when they are due, one after the other, until nothing is left', async () => {
  const maintenance = open(makeCleanupJob('a', 1, 3), makeCleanupJob('b', 24))
  await Promise.all([maintenance.runDue(), maintenance.runDue()])
  expect(steps).toEqual(['a', 'a', 'a', 'b'])
  passHours(0.9)
  await maintenance.runDue()
  passHours(0.1)
  await maintenance.runDue()
  expect(steps.slice(4)).toEqual(['a'])
  passHours(23)
  await maintenance.runDue()
  expect(steps.slice(5)).toEqual(['a', 'b'])
})

test('a clock that is set back by a year delays no job', async () => {
  const maintenance = open(makeCleanupJob('a'))
  await maintenance.runDue()
  passHours(-8760)
  await maintenance.runDue()
  expect(steps).toEqual(['a', 'a'])
})

test('a failed job is logged, stops no other job, and is retried when it is due again', async () => {
  const fails = async () => {
    steps.push('fails')
    throw new Error('the disk is full')
  }
  const maintenance = open({ what: 'old logs', everyHours: 1, step: fails }, makeCleanupJob('b'))
  await maintenance.runDue()
  await maintenance.runDue()
  expect(steps).toEqual(['fails', 'b'])
  expect(logged).toHaveLength(1)
  expect(logged[0]).toContain('old logs could not be removed')
  passHours(1)
  await maintenance.runDue()
  expect(steps).toEqual(['fails', 'b', 'fails', 'b'])
})

test('after a stop between two steps, the next run continues', async () => {
  const maintenance = open({
    ...makeCleanupJob('a', 1, 3),
    step: async () => {
      steps.push('a')
      await Promise.resolve()
      if (steps.length === 1) void maintenance.stop()
      return steps.length < 3
    }
  })
  await maintenance.runDue()
  expect(steps).toEqual(['a'])
  await maintenance.stop()
  await maintenance.runDue()
  expect(steps).toEqual(['a', 'a', 'a'])
})
