import { afterEach, expect, test } from 'vitest'
import { enqueuePages } from '../../publishing/page-log.db.ts'
import { startApi, type TestApi } from '../../testing/api.ts'
import { seededAt } from '../../testing/database.ts'
import { findLackOfRoom } from './disk-space.ts'
import { checkInstance, reportCrash } from './health-checks.ts'

let api: TestApi
/** Free share of the only disk. */
let freeShare = 0.5
const readDisks = async () => [
  {
    folders: [
      { variable: 'DATA_DIR', path: '/srv/data' },
      { variable: 'SITE_DIR', path: '/srv/site' }
    ],
    freeBytes: freeShare * 40e9,
    freeShare
  }
]

afterEach(() => api.close())

async function start(instanceName: string | null = null): Promise<void> {
  freeShare = 0.5
  api = await startApi({ content: 'tables', services: { readDisks, instanceName } })
}

async function readOutages(): Promise<Record<string, string>> {
  const rows = await api.db.selectFrom('outage').select(['subject', 'reason']).execute()
  return Object.fromEntries(rows.map(({ subject, reason }) => [subject, reason]))
}

const fullDisk =
  'The disk of DATA_DIR (/srv/data) and SITE_DIR (/srv/site) has 4.9 % left, 2.0 GB. Free some space or enlarge it: once it is full, nothing can be saved.'

test('a disk under 5 % free is an outage and a reason of health until it has room again', async () => {
  await start()
  await checkInstance(api.services)
  expect(await readOutages()).toEqual({})
  freeShare = 0.0499
  await checkInstance(api.services)
  expect(await readOutages()).toEqual({ 'disk-of-data-dir': fullDisk })
  expect((await api.get('/api/health')).body).toMatchObject({ reasons: expect.arrayContaining([fullDisk]) })
  freeShare = 0.05
  await checkInstance(api.services)
  expect(await readOutages()).toEqual({})
  expect((await api.get('/api/health')).body).not.toMatchObject({
    reasons: expect.arrayContaining([expect.stringContaining('disk')])
  })
})

test('a disk with under 20 MB free is an outage, however small the disk is', () => {
  const disk = { folders: [{ variable: 'DATA_DIR', path: '/srv' }], freeBytes: 19e6, freeShare: 0.5 }
  expect(findLackOfRoom(disk)).toMatch(/^The disk of DATA_DIR \(\/srv\) has 50 % left, 19 MB\./)
  expect(findLackOfRoom({ ...disk, freeBytes: 20e6 })).toBeNull()
})

test('pages that have waited for over five minutes are an outage of their instance', async () => {
  await start('web-1-4321')
  const queue = (minutesAgo: number) =>
    enqueuePages(api.db, [`/page-${minutesAgo}`], new Date(seededAt.getTime() - minutesAgo * 60_000))
  await queue(4)
  await checkInstance(api.services)
  expect(await readOutages()).toEqual({})
  await queue(6)
  await checkInstance(api.services)
  expect(await readOutages()).toEqual({
    'pages-of-web-1-4321':
      'On web-1-4321: 2 pages wait to be written, 1 for over 5 minutes. The log of the service says what fails.'
  })
  // Another instance without waiting pages does not end the outage.
  const publisher = {
    countFailing: () => 0,
    countWaiting: async () => ({ waiting: 0, late: 0, since: null })
  }
  await checkInstance({ ...api.services, instanceName: 'web-2-4321', publisher })
  expect(Object.keys(await readOutages())).toEqual(['pages-of-web-1-4321'])
  await checkInstance({ ...api.services, publisher })
  expect(await readOutages()).toEqual({})
})

test('repeated crashes are one outage', async () => {
  await start()
  await reportCrash(api.services, new Error('a plank came loose'))
  await reportCrash(api.services, new Error('a plank came loose'))
  expect(await readOutages()).toEqual({ service: expect.stringContaining('a plank came loose') })
})
