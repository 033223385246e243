import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type RecordOutlooks, recordOutlooksPath } from '../contract/outlook-record.ts'
import {
  type RecordDay,
  type RecordLeaf,
  type RecordSignature,
  type RecordSignatures,
  recordDayPath,
  recordSignaturesPath
} from '../contract/signed-record.ts'
import { insertRows } from '../platform/database/rows.ts'
import type { Db, Trx } from '../platform/database/schema.ts'
import { writeTransaction } from '../platform/database/write-transaction.ts'
import { canonicalJson } from '../signed-record/merkle-tree.ts'
import { findOutlooksFault } from '../signed-record/verify-outlooks.ts'
import { findLeavesFault, findSignatureFault } from '../signed-record/verify-signature.ts'
import { addToRecord } from './estimate-record.db.ts'
import { addOutlookLeaves, addOutlooks, hasOutlookLeaves } from './outlook-record/outlook-record.db.ts'
import { toSignature } from './sign-estimates.ts'
import { findLeaves, findNewestSignature, insertSignature } from './signed-record.db.ts'
import { findPublicKeys } from './signing-keys.ts'

/**
 * After an older backup was restored, recovers estimates that were signed since then from the published files, so that
 * the published chain continues. Accepts only signatures that continue the stored chain and are made by its own keys.
 * @param siteDir folder of the published site
 * @returns number of recovered signatures
 * @throws Error with one sentence if the published files don't verify; nothing has changed then
 */
export async function recoverSignedRecord(db: Db, siteDir: string): Promise<number> {
  const newest = await findNewestSignature(db)
  if (newest === undefined) return 0
  const published = await readJson<RecordSignatures>(siteDir, recordSignaturesPath)
  const newestIndex = published?.signatures.findIndex(({ hash }) => hash === newest.hash) ?? -1
  const missing = newestIndex < 0 ? [] : (published?.signatures.slice(newestIndex + 1) ?? [])
  if (missing.length === 0) return 0
  await writeTransaction(db, async (trx) => {
    if ((await findNewestSignature(trx))?.hash !== newest.hash) return
    let before: RecordSignature = await toSignature(newest)
    const keys = await findPublicKeys(trx)
    for (const signature of missing) {
      refuse(signature.day, await findSignatureFault(signature, before, keys))
      before = signature
    }
    for (const day of new Set(missing.map((signature) => signature.day))) {
      const file = await readJson<RecordDay>(siteDir, recordDayPath(day))
      const signed = published?.signatures.filter((signature) => signature.day === day) ?? []
      refuse(day, file === null ? 'its file is missing' : await findLeavesFault(file, signed))
      if (file === null) continue
      const added = await addLeaves(trx, day, file.leaves)
      if (added.some(({ outlooks }) => outlooks !== undefined)) await recoverOutlooks(trx, siteDir, file)
    }
    for (const signature of missing) {
      const { format: _, key, ...row } = signature
      const public_key = keys.find(({ id }) => id === key)?.public_key ?? ''
      await insertSignature(trx, { ...row, public_key })
    }
  })
  return missing.length
}

function refuse(day: string, fault: string | null): void {
  if (fault !== null) throw new Error(`the published record of ${day} can't be recovered: ${fault}.`)
}

/** Recovers the outlooks that an estimate of the day names. */
async function recoverOutlooks(
  trx: Trx,
  siteDir: string,
  { day, leaves: estimates }: RecordDay
): Promise<void> {
  const file = await readJson<RecordOutlooks>(siteDir, recordOutlooksPath(day))
  refuse(
    day,
    file === null ? 'its file of outlooks is missing' : await findOutlooksFault(file, day, estimates)
  )
  if (file === null || (await hasOutlookLeaves(trx, day))) return
  await addOutlookLeaves(trx, day, file.leaves)
  const funds = await findSymbols(trx)
  const known = file.leaves.filter(({ symbol }) => funds.has(symbol))
  await addOutlooks(
    trx,
    known.map(({ format: _, ...leaf }) => ({ ...leaf, origin: 'live' as const, signed_on: day }))
  )
}

async function findSymbols(trx: Trx): Promise<Set<string>> {
  return new Set((await trx.selectFrom('fund').select('symbol').execute()).map(({ symbol }) => symbol))
}

/** @returns leaves that were not there */
async function addLeaves(
  trx: Trx,
  day: string,
  leaves: readonly RecordLeaf[]
): Promise<readonly RecordLeaf[]> {
  const presentLeaves = (await findLeaves(trx, day)).length
  const added = leaves.slice(presentLeaves)
  await insertRows(
    trx,
    'record_leaf',
    added.map((leaf, i) => ({ day, position: presentLeaves + i, leaf: canonicalJson(leaf) }))
  )
  const funds = await findSymbols(trx)
  // Backtested estimates are calculated again.
  const live = added.filter(({ origin, symbol }) => origin === 'live' && funds.has(symbol))
  await addToRecord(
    trx,
    live.map(({ format: _, outlooks: _root, estimate, version = 0, ...leaf }) => ({
      ...leaf,
      version,
      amount: estimate,
      signed_on: day
    }))
  )
  return added
}

async function readJson<Content>(folder: string, path: string): Promise<Content | null> {
  const text = await readFile(join(folder, path), 'utf8').catch(() => null)
  return text === null ? null : JSON.parse(text)
}
