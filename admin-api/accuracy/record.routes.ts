import { Router } from 'express'
import { recordCsvPath } from '../contract/record.ts'
import { findRecord } from '../estimates/estimate-record.db.ts'
import { readFiguresRevision } from '../publishing/figures-revision.db.ts'
import { createKeptAnswer } from '../platform/http/kept-answer.ts'
import { encodeBody, sendKeptBody } from '../platform/http/kept-body.ts'
import type { Services } from '../services.ts'
import { toRecordCsv } from './record-csv.ts'

/** New estimates come once a day at most, so a copy may be five minutes old. */
const cacheSeconds = 300

export function createRecordRoutes({ db }: Services): Router {
  const router = Router()
  const csv = createKeptAnswer(
    async () => encodeBody(toRecordCsv(await findRecord(db))),
    () => readFiguresRevision(db)
  )

  router.get(recordCsvPath, async (request, response) => {
    sendKeptBody(request, response, await csv.read(), {
      'Content-Type': 'text/csv; charset=utf-8; header=present',
      'Content-Disposition': 'attachment; filename="doubloon-estimates.csv"',
      'Cache-Control': `public, max-age=${cacheSeconds}`
    })
  })

  return router
}
