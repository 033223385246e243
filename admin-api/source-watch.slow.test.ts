import { setTimeout } from 'node:timers/promises'
import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { type Sources, withMarket } from './collection/open-sources.ts'
import { createSourceWatch } from './source-watch.ts'
import { openTestDatabase } from './testing/database.ts'
import { makeMarket } from './testing/fake-market.ts'
import { forAllTests } from './testing/fixtures.ts'

// The test database ends with Friday, May 29, 2026.
const database = forAllTests(() => openTestDatabase('figures'))
const saturday = new Date('2026-05-30T12:00:00Z')

function watch(sources: Pick<Sources, 'market' | 'connect'>, now = saturday) {
  const lines: string[] = []
  let running: { group: 'all'; done: number; total: number; current: null }[] = []
  const watching = createSourceWatch({
    db: database.db,
    sources,
    collector: { findRunning: async () => running },
    clock: () => now,
    log: pino({ level: 'silent' })
  })
  return {
    ...watching,
    lines,
    begin: () => {
      watching.start()
      watching.report((line) => void lines.push(line))
    },
    show: (done: number) => {
      running = [{ group: 'all', done, total: 66, current: null }]
    },
    finish: () => {
      running = []
    }
  }
}

const soon = { timeout: 60_000 }

test('without a source, one line says what is shown and what to do; work starts once a source responds', async () => {
  const market = { ...makeMarket({}), isLive: false }
  let isReachable = false
  const connect = async () => {
    market.isLive = isReachable
    return isReachable
  }
  const { begin, lines, stop, whenLive } = watch({ market, connect })
  const catchUp = vi.fn(async () => undefined)
  whenLive(catchUp)
  begin()
  await vi.waitUntil(() => lines.length > 0, soon)
  expect(lines).toEqual([
    'No data source responds. Showing data through May 29, 2026; retrying in the background. ' +
      'Check the network, or set MARKET_DATA=embedded to stay offline.'
  ])
  expect(catchUp).not.toHaveBeenCalled()
  stop()
  isReachable = true
  const again = watch({ market, connect })
  again.whenLive(catchUp)
  again.begin()
  await vi.waitUntil(() => catchUp.mock.calls.length > 0, soon)
  again.stop()
})

test('a catch-up reports its progress and ends with the newest day', async () => {
  const { begin, show, finish, lines, stop } = watch(withMarket(makeMarket({})))
  show(0)
  begin()
  await vi.waitUntil(() => lines.length > 0, soon)
  show(66)
  await vi.waitUntil(() => lines.length > 1, soon)
  finish()
  await vi.waitUntil(() => lines.length > 2, soon)
  stop()
  expect(lines).toEqual([
    'catching up: 0 of 66 funds',
    'catching up: 66 of 66 funds, storing them',
    'live: data through Fri, May 29'
  ])
})

test('embedded figures report nothing', async () => {
  const { begin, lines, stop } = watch(withMarket({ ...makeMarket({}), isLive: false }))
  begin()
  await setTimeout(20)
  stop()
  expect(lines).toEqual([])
})
