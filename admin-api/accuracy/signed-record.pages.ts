import { dataLicense, dataTerms, developersPath } from '../contract/open-data.ts'
import { type OutlookLeaf, type RecordOutlooks, recordOutlooksPath } from '../contract/outlook-record.ts'
import { parseTilePath, tiledCheckpointPath, tilePath } from '../contract/record-tiles.ts'
import {
  type RecordDay,
  type RecordLeaf,
  recordCheckpointPath,
  recordDayPath,
  recordKeysPath,
  recordSignaturesPath,
  type SignedRecordPage,
  signedRecordPath
} from '../contract/signed-record.ts'
import { recordCosignaturesPath } from '../contract/witnesses.ts'
import { findCosignatures, findNewestCosignatures } from '../estimates/cosignatures.db.ts'
import { findOutlookDays, findOutlookLeaves } from '../estimates/outlook-record/outlook-record.db.ts'
import {
  countSignatures,
  findLog,
  findLogKey,
  readTile,
  signCheckpoint
} from '../estimates/sign-checkpoint.ts'
import { toSignature } from '../estimates/sign-estimates.ts'
import {
  findAnchors,
  findLeaves,
  findNewestSignature,
  findSignatures,
  findSignedDays
} from '../estimates/signed-record.db.ts'
import { findPublicKeys } from '../estimates/signing-keys.ts'
import { findNewestPriceDay } from '../funds/newest-day.db.ts'
import type { Db } from '../platform/database/schema.ts'
import type { PageKind } from '../publishing/page-kind.ts'
import { listAddedTiles, listReplacedTiles, listTiles } from '../signed-record/log-tiles.ts'
import { merkleRoot, toHex } from '../signed-record/merkle-tree.ts'

const fileFields = {
  license: dataLicense,
  terms: dataTerms,
  how_to_verify: `npm run verify-record -- URL, or the page ${signedRecordPath}; ${developersPath} describes the format`
}

/** Files of the signed record, and the page that explains and checks them. Only the newest day ever changes. */
export const signedRecordPages = [
  {
    path: signedRecordPath,
    load: loadSignedRecordPage,
    dependsOn: { record: 'all', cosigned: 'all' },
    sitemap: 'price-day'
  },
  {
    path: recordKeysPath,
    load: async (db) => ({ kind: 'record-keys' as const, data: { keys: await findPublicKeys(db) } }),
    dependsOn: { record: 'all' }
  },
  {
    path: recordSignaturesPath,
    load: async (db) => {
      const signatures = await Promise.all((await findSignatures(db)).map(toSignature))
      return {
        kind: 'record-signatures' as const,
        data: { signatures, anchors: await findAnchors(db), ...fileFields }
      }
    },
    dependsOn: { record: 'all' }
  },
  // Before the checkpoint, which refers to them.
  {
    path: /^(\/data\/record\/tile\/.+)$/,
    list: async (db) => listTiles(await countSignatures(db)).map(tilePath),
    load: async (db, path) => {
      const tile = parseTilePath(path)
      const bytes = tile && (await readTile(db, tile))
      return bytes && { kind: 'record-tile' as const, bytes }
    },
    dependsOn: {
      record: async (_change, trx) => listAddedTiles(await countSignatures(trx)).map(tilePath)
    },
    followsOn: {
      record: async (_change, trx) => listReplacedTiles(await countSignatures(trx)).map(tilePath)
    }
  },
  ...[recordCheckpointPath, tiledCheckpointPath].map((path) => ({
    path,
    load: loadCheckpoint,
    dependsOn: { record: 'all' as const, cosigned: 'all' as const }
  })),
  {
    path: recordCosignaturesPath,
    load: async (db) => ({
      kind: 'record-cosignatures' as const,
      data: { log_key: await findLogKey(db), cosignatures: await findCosignatures(db), ...fileFields }
    }),
    // A new key changes the log's verifier key.
    dependsOn: { record: 'all', cosigned: 'all' }
  },
  {
    path: /^\/data\/record\/(\d{4}-\d{2}-\d{2})\.json$/,
    list: async (db) => (await findSignedDays(db)).map(recordDayPath),
    load: async (db, day) => {
      const data = await loadRecordDay(db, day)
      return data && { kind: 'record-day' as const, data }
    },
    dependsOn: {
      record: async (_change, trx) => {
        const newest = await findNewestSignature(trx)
        return newest === undefined ? [] : [recordDayPath(newest.day)]
      }
    }
  },
  {
    path: /^\/data\/record\/outlooks\/(\d{4}-\d{2}-\d{2})\.json$/,
    list: async (db) => (await findOutlookDays(db)).map(recordOutlooksPath),
    load: async (db, day) => {
      const data = await loadRecordOutlooks(db, day)
      return data && { kind: 'record-outlooks' as const, data }
    },
    dependsOn: {
      record: async (_change, trx) => (await findOutlookDays(trx)).slice(-1).map(recordOutlooksPath)
    }
  }
] satisfies readonly PageKind[]

/** The head of the log, signed by the present key and by the witnesses that have seen it. */
async function loadCheckpoint(db: Db): Promise<{ kind: 'record-checkpoint'; note: string } | null> {
  const log = await findLog(db)
  const note = await signCheckpoint(db, log)
  if (note === null) return null
  const root = toHex(await log.tree.rootOf(log.tree.size))
  const cosigned = await findCosignatures(db, log.tree.size)
  const lines = cosigned.flatMap((each) => (each.root === root ? `${each.line}\n` : []))
  return { kind: 'record-checkpoint', note: note + lines.join('') }
}

async function loadRecordDay(db: Db, day: string): Promise<RecordDay | null> {
  const signatures = await Promise.all((await findSignatures(db, day)).map(toSignature))
  const newest = signatures.at(-1)
  if (newest === undefined) return null
  const leaves = (await findLeaves(db, day)).map((leaf): RecordLeaf => JSON.parse(leaf))
  return { day, root: newest.root, signature: newest.signature, signatures, leaves, ...fileFields }
}

async function loadRecordOutlooks(db: Db, day: string): Promise<RecordOutlooks | null> {
  const leaves = (await findOutlookLeaves(db, day)).map((leaf): OutlookLeaf => JSON.parse(leaf))
  return leaves.length === 0 ? null : { day, root: await merkleRoot(leaves), leaves, ...fileFields }
}

const daysShown = 20

async function loadSignedRecordPage(db: Db): Promise<SignedRecordPage | null> {
  const asOf = await findNewestPriceDay(db)
  if (asOf === null) return null
  const days = await findSignedDays(db)
  const listed = await Promise.all(
    days
      .slice(-daysShown)
      .toReversed()
      .map((day) => toSignedDay(db, day))
  )
  const newest = await findNewestSignature(db)
  const anchors = await findAnchors(db)
  return {
    kind: 'signed-record',
    asOf,
    days: listed.flatMap((day) =>
      day === null ? [] : [{ ...day, anchor: anchors.find((anchor) => anchor.day === day.day) ?? null }]
    ),
    count: days.length,
    logKey: await findLogKey(db),
    cosignatures: await findNewestCosignatures(db),
    newest: newest === undefined ? null : await toSignature(newest)
  }
}

async function toSignedDay(db: Db, day: string) {
  const file = await loadRecordDay(db, day)
  if (file === null) return null
  const live = file.leaves.filter(({ origin }) => origin === 'live').length
  return { day, live, backtested: file.leaves.length - live, hash: file.signatures.at(-1)?.hash ?? '' }
}
