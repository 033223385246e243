import { afterEach, expect, test } from 'vitest'
import { enqueuePages } from '../../publishing/page-log.db.ts'
import { seededAt } from '../../testing/seeded-file.ts'
import { startApi, type TestApi } from '../../testing/start-api.ts'
import { lookAtNode, tellOfCrash } from './watch-node.ts'

let api: TestApi
/** Of the disk that has all folders. */
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

afterEach(() => api.stop())

async function start(nodeName: string | null = null): Promise<void> {
  freeShare = 0.5
  api = await startApi({ isSeeded: false, services: { readDisks, nodeName } })
}

/** What the operator is to hear of. */
async function readOutages(): Promise<Record<string, string>> {
  const rows = await api.db.selectFrom('outage').select(['subject', 'reason']).execute()
  return Object.fromEntries(rows.map(({ subject, reason }) => [subject, reason]))
}

const fullDisk =
  'The disk of DATA_DIR (/srv/data) and SITE_DIR (/srv/site) has 4.9 % left, 2.0 GB. Make room on it or enlarge it: once it is full, nothing can be saved.'

test('a disk under 5 % free is an outage and a reason of health until it has room again', async () => {
  await start()
  await lookAtNode(api.services)
  expect(await readOutages()).toEqual({})
  freeShare = 0.0499
  await lookAtNode(api.services)
  expect(await readOutages()).toEqual({ 'disk-of-data-dir': fullDisk })
  expect((await api.get('/api/health')).body).toMatchObject({ reasons: expect.arrayContaining([fullDisk]) })
  freeShare = 0.05
  await lookAtNode(api.services)
  expect(await readOutages()).toEqual({})
  expect((await api.get('/api/health')).body).not.toMatchObject({
    reasons: expect.arrayContaining([expect.stringContaining('disk')])
  })
})

test('pages that have waited for over five minutes are an outage of the node they wait on', async () => {
  await start('web-1-4321')
  const queue = (minutesAgo: number) =>
    enqueuePages(api.db, [`/page-${minutesAgo}`], new Date(seededAt.getTime() - minutesAgo * 60_000))
  await queue(4)
  await lookAtNode(api.services)
  expect(await readOutages()).toEqual({})
  await queue(6)
  await lookAtNode(api.services)
  expect(await readOutages()).toEqual({
    'pages-of-web-1-4321':
      'On web-1-4321: 2 pages wait to be written, 1 for over 5 minutes. The log of the service says what fails.'
  })
  // Another node that has drawn all of its own changes nothing about it.
  const publisher = {
    countFailing: () => 0,
    countWaiting: async () => ({ waiting: 0, late: 0, since: null })
  }
  await lookAtNode({ ...api.services, nodeName: 'web-2-4321', publisher })
  expect(Object.keys(await readOutages())).toEqual(['pages-of-web-1-4321'])
  await lookAtNode({ ...api.services, publisher })
  expect(await readOutages()).toEqual({})
})

test('a crash is an outage that is told once, however often it comes back', async () => {
  await start()
  await tellOfCrash(api.services, new Error('a plank came loose'))
  await tellOfCrash(api.services, new Error('a plank came loose'))
  expect(await readOutages()).toEqual({ service: expect.stringContaining('a plank came loose') })
})
