import { workerData } from 'node:worker_threads'
import { pino } from 'pino'
import { restoreBackup } from './administration/history/backup/restore-backup.ts'
import { allPages } from './all-pages.ts'
import { prepareLongPost, previewLongPost } from './blog/prepare-post.ts'
import { saveAnnouncements } from './collection/announcements/collect-announcements.ts'
import { saveNew } from './collection/collect-new.ts'
import { reestimate, saveAnswers } from './collection/save-answers.ts'
import { saveNotices } from './collection/sources/edgar/filings-watch.ts'
import { saveHoldings } from './collection/sources/roundhill/holdings-archive.ts'
import { saveUnderlyings } from './collection/underlyings.ts'
import type { BackOfficeSetup, BackOfficeTasks, JobNotice } from './estimates/back-office.ts'
import { onFactsChanged } from './estimates/changed-facts.ts'
import { deriveFiguresJob } from './estimates/derive-figures.ts'
import type { Job, JobParts } from './estimates/job.ts'
import { keepOutlooks } from './estimates/outlook-record/keep-outlook-record.ts'
import { copyDatabase } from './operations/backups/backups.ts'
import { prepareSubmission } from './operations/witnesses/ask-witnesses.ts'
import { openDatabase } from './platform/database/open.ts'
import { sendNotice, serveTasks } from './platform/worker-threads.ts'
import { onPagesQueued } from './publishing/page-notices.ts'
import { saveSearches } from './search/search-recorder.ts'

/** All jobs by name. Their callers are bound to the type of each job. */
const jobs = new Map<string, Job<never, unknown>>(
  [
    saveAnswers,
    saveNew,
    saveUnderlyings,
    saveAnnouncements,
    saveNotices,
    saveHoldings,
    reestimate,
    restoreBackup,
    deriveFiguresJob,
    keepOutlooks,
    saveSearches,
    prepareLongPost,
    previewLongPost,
    copyDatabase,
    prepareSubmission
  ].map((job) => [job.name, job])
)

/** One connection writes while the other reads. */
const connections = 2

const { location, backupFolder, logLevel }: BackOfficeSetup = workerData
const send = (notice: JobNotice) => sendNotice(notice)
const db = openDatabase(location, { poolSize: connections })
onPagesQueued(db, () => send({ kind: 'pages-queued' }))
onFactsChanged(db, () => send({ kind: 'facts-changed' }))
const parts: Omit<JobParts, 'now'> = {
  db,
  log: pino({ level: logLevel, base: null }, { write: (line) => send({ kind: 'logged', line }) }),
  queueChange: allPages.queueChange,
  isOwnPath: allPages.isOwnPath,
  backupFolder
}

// Runs jobs on database connections of its own.
serveTasks<BackOfficeTasks>({
  runJob: async ({ name, input, now }) => {
    const job = jobs.get(name)
    if (job === undefined) throw new Error(`no job is called ${name}: back-office-worker.ts lists them`)
    return job.run({ ...parts, now }, input as never)
  }
})
