import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { RecordFileError, recordCheckpointPath } from '../contract/signed-record.ts'
import { recordCosignaturesPath } from '../contract/witnesses.ts'
import { writeTransaction } from '../platform/database/write-transaction.ts'
import { openTestDatabase, type TestDatabase } from '../testing/database.ts'
import { makeFrozen, makeFund } from '../testing/make.ts'
import { cosign, makeKeyPair } from '../testing/make-record.ts'
import { pages } from '../testing/pages.ts'
import { readQueuedPaths } from '../testing/read-queued-paths.ts'
import { findCosignatures } from './cosignatures.db.ts'
import { addToRecord } from './estimate-record.db.ts'
import { recoverCosignatures } from './recover-cosignatures.ts'
import { signEstimates } from './sign-estimates.ts'

const now = new Date('2026-06-16T12:00:00Z')

/** A restored database with one signed estimate. */
async function openRestored(): Promise<TestDatabase> {
  const database = await openTestDatabase('tables')
  onTestFinished(database.close)
  const made_at = '2026-06-01T22:15:00.000Z'
  await database.db.insertInto('fund').values(makeFund()).execute()
  await writeTransaction(database.db, async (trx) => {
    await addToRecord(trx, [makeFrozen({ made_at })])
    await signEstimates(trx, new Date(made_at))
  })
  return database
}

async function readCheckpoint({ db }: TestDatabase): Promise<Record<string, string>> {
  const page = await pages.load(db, recordCheckpointPath)
  return { [recordCheckpointPath]: page?.kind === 'record-checkpoint' ? page.note : '' }
}

async function recover({ db, folder }: TestDatabase, published: string) {
  const file = join(folder, recordCosignaturesPath)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, published)
  return recoverCosignatures(db, folder, { now, queueChange: pages.queueChange })
}

test('cosignatures that a restored backup lacks are recovered from the published file, once', async () => {
  const restored = await openRestored()
  expect(
    await recoverCosignatures(restored.db, restored.folder, { now, queueChange: pages.queueChange })
  ).toEqual({ recovered: 0, refused: 0 })
  const published = await cosign(await readCheckpoint(restored), await makeKeyPair())
  expect(await recover(restored, published)).toEqual({ recovered: 1, refused: 0 })
  expect(await findCosignatures(restored.db)).toEqual(JSON.parse(published).cosignatures)
  expect(await readQueuedPaths(restored.db)).toContain(recordCheckpointPath)
  expect(await recover(restored, published)).toEqual({ recovered: 0, refused: 0 })
})

test('a cosignature of another log, by another key or with another time is not stored; a damaged file is refused', async () => {
  const restored = await openRestored()
  const other = await openRestored()
  const pair = await makeKeyPair()
  const files = await readCheckpoint(restored)
  const valid = await cosign(files, pair)
  const byAnother = JSON.parse(await cosign(files, await makeKeyPair())).cosignatures[0].verifier_key
  for (const forged of [
    await cosign(await readCheckpoint(other), pair),
    valid.replace(/"verifier_key":"[^"]+"/, `"verifier_key":"${byAnother}"`),
    valid.replace(/"cosigned_at":"[^"]+"/, '"cosigned_at":"2026-06-15T22:17:00.000Z"'),
    valid.replace('"size":1', '"size":2')
  ])
    expect(await recover(restored, forged), forged).toEqual({ recovered: 0, refused: 1 })
  expect(await findCosignatures(restored.db)).toEqual([])
  await expect(recover(restored, '{"cosignatures":[{}]}')).rejects.toThrow(RecordFileError)
  expect(await recover(restored, valid)).toEqual({ recovered: 1, refused: 0 })
})
