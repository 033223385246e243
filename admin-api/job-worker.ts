import { once } from 'node:events'
import { type MessagePort, workerData } from 'node:worker_threads'
import type { Transaction } from 'kysely'
import { pino } from 'pino'
import { approveOne, approveSelected } from './administration/entries/manual-entries.jobs.ts'
import { rename, setState, storeFamily } from './administration/funds/funds.jobs.ts'
import { restoreBackup } from './administration/history/backup/restore-backup.ts'
import {
  addToHistory,
  deleteFromHistory,
  updateInHistory
} from './administration/history/dividend-history.jobs.ts'
import { allPages } from './all-pages.ts'
import { saveNew } from './collection/collect-new.ts'
import { reestimate, saveAnswers } from './collection/save-answers.ts'
import { saveUnderlyings } from './collection/underlyings.ts'
import type { Job } from './estimates/job.ts'
import type { JobMessage, JobThreadSetup, JobThreadTasks } from './estimates/job-thread.ts'
import { prepareRefresh } from './estimates/refresh-estimates.ts'
import { writeEstimates } from './estimates/write-estimates.ts'
import { openDatabase } from './platform/database/open.ts'
import type { Database } from './platform/database/schema.ts'
import { writeTransaction } from './platform/database/write-transaction.ts'
import { serveTasks } from './platform/worker-threads.ts'

/** All jobs by name. Their callers are bound to the type of each job. */
const jobs = new Map<string, Job<never, unknown>>(
  [
    saveAnswers,
    saveNew,
    saveUnderlyings,
    reestimate,
    addToHistory,
    updateInHistory,
    deleteFromHistory,
    restoreBackup,
    setState,
    rename,
    storeFamily,
    approveOne,
    approveSelected
  ].map((job) => [job.name, job])
)

/** One connection writes while the other reads. */
const connections = 2

const { location, backupFolder, logLevel }: JobThreadSetup = workerData
const { queueChange, isOwnPath } = allPages
const db = openDatabase(location, { poolSize: connections })

/** Worker thread that runs jobs on database connections of its own. It waits for permission before each write. */
export const { runJob, prepare } = serveTasks<JobThreadTasks>({
  prepare: () => db.transaction().execute(prepareRefresh),
  runJob: async ({ port, name, input, now }) => {
    const send = (message: JobMessage) => port.postMessage(message)
    const log = pino({ level: logLevel, base: null }, { write: (line) => send({ kind: 'logged', line }) })

    async function write<Result>(work: (trx: Transaction<Database>) => Promise<Result>): Promise<Result> {
      await requestWrite(port, send)
      try {
        return await writeTransaction(db, work)
      } finally {
        send({ kind: 'written' })
      }
    }

    try {
      const job = jobs.get(name)
      if (job === undefined) throw new Error(`no job is called ${name}: job-worker.ts lists them`)
      const parts = { db, now, log, queueChange, isOwnPath, backupFolder }
      return await job.run({ ...parts, write: (work) => writeEstimates(write, work) }, input as never)
    } finally {
      port.close()
    }
  }
})

async function requestWrite(port: MessagePort, send: (message: JobMessage) => void): Promise<void> {
  const allowed = once(port, 'message')
  send({ kind: 'may-write' })
  await allowed
}
