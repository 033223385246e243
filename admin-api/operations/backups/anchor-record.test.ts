import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { recordSignaturesPath } from '../../contract/signed-record.ts'
import { addToRecord } from '../../estimates/estimate-record.db.ts'
import { signEstimates } from '../../estimates/sign-estimates.ts'
import { writeBackupFile } from '../../platform/database/backups/write-backup.ts'
import { writeTransaction } from '../../platform/database/write-transaction.ts'
import { startApi } from '../../testing/api.ts'
import { forEachTest } from '../../testing/fixtures.ts'
import { makeClose, makeFrozen, makeFund } from '../../testing/make.ts'
import { pages } from '../../testing/pages.ts'
import { runHealthChecks } from '../health/health-checks.ts'
import { createBackups } from './backups.ts'

const api = forEachTest(() => startApi({ content: 'tables' }))
const log = pino({ level: 'silent' })

/** Signs an estimate of MSTY at an instant. */
async function sign(exDate: string, at: string): Promise<void> {
  await writeTransaction(api.db, async (trx) => {
    await addToRecord(trx, [makeFrozen({ ex_date: exDate, made_at: at })])
    await signEstimates(trx, new Date(at))
  })
}

/** Background work of one process. */
function open(command: string | null, clock: () => Date) {
  const { db, services } = api
  return createBackups({
    db,
    clock,
    log,
    backupDir: services.backupDir,
    command: null,
    makeCopy: (now) => writeBackupFile(db, services.backupDir, { kind: 'backup', now }),
    anchoring: { command, queueChange: pages.queueChange }
  })
}

/** Runs what is due at an instant, in a process of its own. */
async function runAt(at: string, command: string | null) {
  const backups = open(command, () => new Date(at))
  // The first run only begins to count the nights.
  await backups.runDue()
  await backups.runDue()
  await backups.stop()
}

async function readAnchors() {
  const page = await pages.load(api.db, recordSignaturesPath)
  if (page?.kind !== 'record-signatures') throw new Error(`${recordSignaturesPath} has another kind`)
  return page.data.anchors.map(({ receipt, ...anchor }) => ({
    ...anchor,
    receipt: Buffer.from(receipt, 'base64').toString()
  }))
}

test('the last signature of a finished day goes to the witness once, and its receipt is published', async () => {
  await api.db.insertInto('fund').values(makeFund()).execute()
  await sign('2026-06-04', '2026-06-01T22:15:00.000Z')
  await sign('2026-06-11', '2026-06-02T22:15:00.000Z')
  await sign('2026-06-18', '2026-06-02T23:15:00.000Z')
  const seen = join(api.services.dataDir, 'seen')
  const command = `cat "$1" > '${seen}'; cat >> '${seen}.root'; echo seen; echo 'https://witness.example/?token=secret' >&2`
  // June 2 has not ended in New York, so June 1 goes first.
  await runAt('2026-06-03T03:59:00Z', command)
  expect(await readAnchors()).toMatchObject([{ number: 1, day: '2026-06-01', file: null }])
  expect((await readAnchors())[0]?.receipt).toBe('seen\n')
  await runAt('2026-06-03T04:01:00Z', command)
  await runAt('2026-06-03T20:00:00Z', command)
  const [, anchor, ...others] = await readAnchors()
  expect(others).toEqual([])
  expect(anchor).toMatchObject({ number: 3, anchored_at: '2026-06-03T04:01:00.000Z' })
  // SHA-256 of what the witness saw is the published hash, and the text and stdin have the root.
  const text = readFileSync(seen)
  expect(createHash('sha256').update(text).digest('hex')).toBe(anchor?.hash)
  const roots = readFileSync(`${seen}.root`, 'utf8').trim().split('\n')
  expect(roots[1]).toBe(JSON.parse(text.toString()).root)
  await api.db.insertInto('price').values(makeClose()).execute()
  const page = await pages.load(api.db, '/record')
  expect(page).toMatchObject({ days: [{ anchor: { number: 3 } }, { anchor: { number: 1 } }] })
  const queued = await api.db.selectFrom('page_change').select('path').execute()
  expect(queued.map(({ path }) => path)).toContain(recordSignaturesPath)
})

test('a failure is named in health, admin and alerts, and retried; a receipt may be a file of up to 16 kB', async () => {
  await api.db.insertInto('fund').values(makeFund()).execute()
  await sign('2026-06-04', '2026-06-01T22:15:00.000Z')
  let now = '2026-06-02T12:00:00Z'
  const ready = join(api.services.dataDir, 'ready')
  const command = `test -e '${ready}' && { printf stamp > "$1.ots"; exit; }; touch '${ready}'; exit 3`
  const anchor = open(command, () => new Date(now))
  await anchor.runDue()
  await anchor.runDue()
  expect(existsSync(ready)).toBe(true)
  const reason = 'ANCHOR_COMMAND failed for the signed record of 2026-06-01: it ended with exit code 3.'
  expect((await api.get('/api/health')).body).toMatchObject({
    reasons: expect.arrayContaining([expect.stringContaining(reason)])
  })
  const connections = await api.get('/api/admin/system/connections', await api.signIn())
  expect(connections.body).toMatchObject({
    backups: { status: 'degraded', detail: expect.stringContaining(reason) }
  })
  await runHealthChecks(api.services)
  const outages = await api.db.selectFrom('outage').select(['subject', 'reason']).execute()
  expect(outages).toContainEqual({ subject: 'backups', reason: expect.stringContaining(reason) })

  now = '2026-06-02T12:14:00Z'
  await anchor.runDue()
  expect(await readAnchors()).toEqual([])
  now = '2026-06-02T12:16:00Z'
  await anchor.runDue()
  await anchor.stop()
  expect(await readAnchors()).toMatchObject([{ receipt: 'stamp', file: 'doubloon-2026-06-01.json.ots' }])
  expect((await api.get('/api/health')).body).not.toMatchObject({
    reasons: expect.arrayContaining([expect.stringContaining(reason)])
  })

  await sign('2026-06-11', '2026-06-02T22:15:00.000Z')
  await runAt('2026-06-03T12:00:00Z', 'head -c 16385 /dev/zero > "$1.ots"')
  expect((await api.get('/api/health')).body).toMatchObject({
    reasons: expect.arrayContaining([expect.stringContaining('its receipt has more than 16384 bytes.')])
  })
  // Without a command nothing is due.
  await runAt('2026-06-03T12:30:00Z', null)
  expect((await api.get('/api/health')).body).not.toMatchObject({
    reasons: expect.arrayContaining([expect.stringContaining('ANCHOR_COMMAND')])
  })
})
