import { once } from 'node:events'
import { type MessagePort, parentPort } from 'node:worker_threads'
import type { Transaction } from 'kysely'
import { createPages } from './all-pages.ts'
import { openDatabase } from './db/open.ts'
import type { Database } from './db/schema.ts'
import { restoreBackup } from './features/dividend-history/backup/restore-backup.ts'
import { refreshEstimates } from './features/estimates/refresh-estimates.ts'
import { toRefusal } from './http/errors.ts'
import type { WorkerAnswer, WorkerJob } from './restore-in-worker.ts'

/**
 * A thread that restores backups on a connection of its own, so that checking, writing and estimating hold up no
 * visitor. Before it writes it asks, and waits for the answer.
 */
function serve(port: MessagePort): void {
  const { queueChange } = createPages([])
  const send = (answer: WorkerAnswer) => port.postMessage(answer)

  async function run({ place, backupFolder, ...job }: WorkerJob): Promise<WorkerAnswer> {
    const db = openDatabase(place)
    const parts = {
      db,
      backupFolder,
      refreshEstimates: (trx: Transaction<Database>) => refreshEstimates(trx, { now: job.now, queueChange }),
      beforeWriting: async () => {
        send({ kind: 'may-write' })
        await once(port, 'message')
      }
    }
    try {
      return { kind: 'done', value: await restoreBackup(parts, job) }
    } catch (error) {
      const refusal = toRefusal(error)
      if (refusal === null) return { kind: 'failed', error }
      const { code, message, retryAfterSeconds } = refusal
      return { kind: 'refused', code, message, retryAfterSeconds }
    } finally {
      await db.destroy()
    }
  }

  port.on('message', async (message: WorkerJob | 'write') => {
    if (message !== 'write') send(await run(message))
  })
}

if (parentPort === null) throw new Error('restore-worker.ts runs as a thread only')
serve(parentPort)
