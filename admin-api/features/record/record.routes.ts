import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { Router } from 'express'
import { recordCsvPath } from '../../contract/record.ts'
import { findRecord } from '../../db/estimate-record.db.ts'
import type { Services } from '../../services.ts'
import { toRecordCsv } from './record-csv.ts'

const compress = promisify(gzip)

/** New estimates come once a day at most; a reader's five minutes hurt nobody. */
const cacheSeconds = 300

export function createRecordRoutes({ db }: Services): Router {
  const router = Router()

  // Read whole and not streamed: a slow reader would hold the one connection to the database.
  router.get(recordCsvPath, async (request, response) => {
    const text = toRecordCsv(await findRecord(db))
    const isPacked = request.acceptsEncodings('gzip') !== false
    response
      .set({
        'Content-Type': 'text/csv; charset=utf-8; header=present',
        'Content-Disposition': 'attachment; filename="doubloon-estimates.csv"',
        'Cache-Control': `public, max-age=${cacheSeconds}`
      })
      .vary('Accept-Encoding')
    if (isPacked) response.set('Content-Encoding', 'gzip')
    response.end(isPacked ? await compress(text) : text)
  })

  return router
}
