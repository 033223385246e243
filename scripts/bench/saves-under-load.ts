import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import {
  type HistoryRecord,
  readHistory,
  updateHistoryRecord
} from '../../admin-api/contract/admin-history.ts'
import { createPost } from '../../admin-api/contract/blog.ts'
import { logIn } from '../../admin-api/testing/operator.ts'
import { waitUntilPublished } from '../../admin-api/testing/wait-until-published.ts'
import { type Figure, milliseconds } from './report.ts'
import { startTimed } from './timed-start.ts'

const connections = 20
const seconds = 30
const warmUpMs = 2000

/**
 * Measures the operator's slowest saves on a server with one core while visitors read a fund page as fast as they can
 * from another core. Linux only, with taskset of util-linux.
 */
export async function measureSavesUnderLoad(environment: Record<string, string>): Promise<Figure[]> {
  const server = await startTimed(environment, ['taskset', '-c', '0'])
  try {
    await waitUntilPublished(server.origin)
    const headers = await logIn(server.origin)
    const call = async (method: string, path: string, body?: object): Promise<unknown> => {
      const sent = body === undefined ? {} : { body: JSON.stringify(body) }
      const response = await fetch(server.origin + path, { method, headers, ...sent })
      if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
      return response.json()
    }
    const listed = await call('GET', `${readHistory.path}?ticker=MSTY&limit=1`)
    const [record] = readHistory.output.parse(listed).data
    if (record === undefined) throw new Error('MSTY has no record')
    const cannon = ['node_modules/autocannon/autocannon.js', '-c', `${connections}`, '-d', `${seconds}`]
    const page = `${server.origin}/msty`
    const readers = spawn('taskset', ['-c', '1', process.execPath, ...cannon, page], { stdio: 'ignore' })
    let isReading = true
    const ended = once(readers, 'exit').then(() => {
      isReading = false
    })
    await setTimeout(warmUpMs)
    const times = { figures: [] as number[], posts: [] as number[] }
    const time = async (into: number[], save: Promise<unknown>): Promise<void> => {
      const startedAt = performance.now()
      await save
      into.push(performance.now() - startedAt)
    }
    for (let save = 1; isReading; save += 1) {
      const post = { title: `Post ${save}`, excerpt: 'x', content: '<p>x</p>', published: false }
      // The post waits while the figures are saved.
      await Promise.all([
        time(times.figures, call('PUT', updateHistoryRecord.path, changeAmount(record, save))),
        time(times.posts, call('POST', createPost.path, post))
      ])
    }
    await ended
    const circumstances = `while ${connections} connections read, server on one core`
    return [
      slowestOf(`slowest change of a payment ${circumstances}`, times.figures, 1000),
      slowestOf(`slowest post saved meanwhile ${circumstances}`, times.posts, 300)
    ]
  } finally {
    await server.stop()
  }
}

function changeAmount({ ticker, payment_date, ...record }: HistoryRecord, save: number): object {
  return {
    ...record,
    ticker,
    payment_date,
    original_payment_date: payment_date,
    actual_dividend: Number(((record.actual_dividend ?? 0) + (save % 2) / 1000).toFixed(4)),
    confirm_unusual: true
  }
}

function slowestOf(what: string, times: readonly number[], limit: number): Figure {
  return milliseconds(what, Math.max(...times), limit, `of ${times.length}`)
}
