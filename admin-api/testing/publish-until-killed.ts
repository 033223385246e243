// A child process for the crash test: changes pages and publishes them until it is killed.
// Arguments: the database file and the folder of the site.
import { setTimeout } from 'node:timers/promises'
import { openDatabase } from '../platform/database/open.ts'
import { changePage, createTestPublisher } from './page-fixture.ts'

const [databaseFile = '', siteDir = ''] = process.argv.slice(2)
const db = openDatabase(databaseFile)
const publisher = createTestPublisher(db, siteDir)
publisher.start()

for (let round = 1; ; round += 1) {
  const isRemoval = round % 7 === 0
  await changePage(db, `/page-${round % 12}`, isRemoval ? null : `${round} of process ${process.pid}`)
  // The test kills this process after some number of lines.
  process.stdout.write('changed\n')
  if (round % 5 === 0) await setTimeout(1)
}
