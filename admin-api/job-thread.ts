import { once } from 'node:events'
import type { MessagePort } from 'node:worker_threads'
import type { Transaction } from 'kysely'
import { pino } from 'pino'
import { workerData } from 'piscina'
import { createPages } from './all-pages.ts'
import { openDatabase } from './platform/database/open.ts'
import type { Database } from './platform/database/schema.ts'
import { writeTransaction } from './platform/database/write-transaction.ts'
import { ApiError } from './platform/http/errors.ts'
import type { ThreadAnswer, ThreadMessage, ThreadOrder, ThreadSetting } from './estimates/jobs/messages.ts'
import { runJob } from './estimates/jobs/run-job.ts'
import { packError } from './platform/worker-threads/sent-error.ts'

/** One connection writes, and one reads beside it. */
const connections = 2

const { place, backupFolder, staticPaths, logLevel }: ThreadSetting = workerData
const pages = createPages(staticPaths)
const db = openDatabase(place, { poolSize: connections })

/** The thread in which jobs run, on a connection of its own. It asks before it writes, and waits for the answer. */
export async function runOrder({ port, ...order }: ThreadOrder): Promise<void> {
  const send = (message: ThreadMessage) => port.postMessage(message)
  const log = pino({ level: logLevel, base: null }, { write: (line) => send({ kind: 'logged', line }) })

  async function write<Result>(work: (trx: Transaction<Database>) => Promise<Result>): Promise<Result> {
    await askToWrite(port, send)
    try {
      return await writeTransaction(db, work)
    } finally {
      send({ kind: 'written' })
    }
  }

  const answer = await runJob({ db, log, write, backupFolder, ...pages }, order).then(toAnswer, toFailure)
  send({ kind: 'answered', answer })
  port.close()
}

async function askToWrite(port: MessagePort, send: (message: ThreadMessage) => void): Promise<void> {
  const allowed = once(port, 'message')
  send({ kind: 'may-write' })
  await allowed
}

function toAnswer(output: unknown): ThreadAnswer {
  return { kind: 'done', output }
}

function toFailure(error: unknown): ThreadAnswer {
  if (!(error instanceof ApiError)) return { kind: 'failed', error: packError(error) }
  const { code, message, retryAfterSeconds, current } = error
  return { kind: 'refused', code, message, retryAfterSeconds, current }
}
