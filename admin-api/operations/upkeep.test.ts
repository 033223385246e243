import type { Kysely } from 'kysely'
import { pino } from 'pino'
import { beforeEach, expect, test } from 'vitest'
import type { Database } from '../platform/database/schema.ts'
import { createUpkeep, type Sweep, type Upkeep } from './upkeep.ts'

const db = {} as Kysely<Database>
let now: Date
let steps: string[]
let logged: string[]

beforeEach(() => {
  now = new Date('2026-06-01T12:00:00Z')
  steps = []
  logged = []
})

function open(...sweeps: Sweep[]): Upkeep {
  const log = pino({}, { write: (line: string) => void logged.push(line) })
  return createUpkeep({ db, clock: () => now, log }, sweeps)
}

/** Has something to do so many times. */
function makeSweep(what: string, everyHours = 1, times = 1): Sweep {
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

test('each is swept when it is due by the clock, until nothing is left, and one after the other', async () => {
  const upkeep = open(makeSweep('a', 1, 3), makeSweep('b', 24))
  await Promise.all([upkeep.runDue(), upkeep.runDue()])
  expect(steps).toEqual(['a', 'a', 'a', 'b'])
  passHours(0.9)
  await upkeep.runDue()
  passHours(0.1)
  await upkeep.runDue()
  expect(steps.slice(4)).toEqual(['a'])
  passHours(23)
  await upkeep.runDue()
  expect(steps.slice(5)).toEqual(['a', 'b'])
})

test('a clock that is set back by a year stops nothing', async () => {
  const upkeep = open(makeSweep('a'))
  await upkeep.runDue()
  passHours(-8760)
  await upkeep.runDue()
  expect(steps).toEqual(['a', 'a'])
})

test('what fails is logged, stops nothing else, and is tried again when it is due', async () => {
  const fails = async () => {
    steps.push('fails')
    throw new Error('the disk is full')
  }
  const upkeep = open({ what: 'old logs', everyHours: 1, step: fails }, makeSweep('b'))
  await upkeep.runDue()
  await upkeep.runDue()
  expect(steps).toEqual(['fails', 'b'])
  expect(logged).toHaveLength(1)
  expect(logged[0]).toContain('old logs could not be removed')
  passHours(1)
  await upkeep.runDue()
  expect(steps).toEqual(['fails', 'b', 'fails', 'b'])
})

test('stopped between two steps it goes on from there when it is begun again', async () => {
  const upkeep = open({
    ...makeSweep('a', 1, 3),
    step: async () => {
      steps.push('a')
      await Promise.resolve()
      if (steps.length === 1) void upkeep.stop()
      return steps.length < 3
    }
  })
  await upkeep.runDue()
  expect(steps).toEqual(['a'])
  await upkeep.stop()
  await upkeep.runDue()
  expect(steps).toEqual(['a', 'a', 'a'])
})
