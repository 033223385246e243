import { mkdir, rm } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import express from 'express'
import { embeddedMarketData } from './collection/sources/embedded.ts'
import type { Config } from './config.ts'
import { dataPathOfFund } from './contract/open-data.ts'
import { RecordFileError } from './contract/signed-record.ts'
import { countOf } from './numbers/format-numbers.ts'
import { openService } from './open-service.ts'
import { parseBackupName } from './platform/database/backups/backup-files.ts'
import { type BackupManifest, findDifference, readManifest } from './platform/database/backups/manifest.ts'
import { restoreDatabase } from './platform/database/backups/restore-database.ts'
import { findFault } from './platform/database/check-database.ts'
import { lockDatabase } from './platform/database/lock-database.ts'
import { databaseFileIn, openInBlock } from './platform/database/private-files.ts'
import { closeServer, listen } from './platform/http/listen.ts'
import { verifyRecord } from './signed-record/verify-record.ts'

export type BackupDrill = {
  /** Null: the backup was made by a version that wrote no manifest, so nothing was compared with it. */
  manifest: BackupManifest | null
  /** Days of the signed record that were verified. */
  signedDays: number
  /** Until the database was in place, and until everything was compared. */
  restoredSeconds: number
  seconds: number
}

type DrillSettings = Pick<Config, 'dataDir' | 'buildDir' | 'siteUrl'>

/** In DATA_DIR, because /tmp may be small or in memory. */
function drillFolderIn(dataDir: string): string {
  return join(dataDir, 'drill')
}

/**
 * Restores a backup into a folder of its own, serves it from there to this process alone, and compares rows, the signed
 * record, a page and a data file with the manifest in the backup. Backups of PostgreSQL are SQLite files, too. The folder
 * is removed at the end, and what a killed drill left at the next one.
 * @throws Error with one sentence that says what is wrong with the backup
 */
export async function drillBackup(from: string, settings: DrillSettings, now: Date): Promise<BackupDrill> {
  const folder = drillFolderIn(settings.dataDir)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // A second drill would remove the files of this one.
  const lock = lockDatabase(folder, now)
  const dataDir = join(folder, 'data')
  const site = join(folder, 'site')
  const clear = () =>
    Promise.all([dataDir, site].map((path) => rm(path, { recursive: true, force: true, maxRetries: 5 })))
  try {
    await clear()
    const startedAt = performance.now()
    const secondsSoFar = () => Math.ceil((performance.now() - startedAt) / 1000)
    const folders = { dataDir, backupDir: join(dataDir, 'backups') }
    await restoreDatabase(from, folders, now)
    const manifest = compareWithManifest(from, databaseFileIn(dataDir))
    const restoredSeconds = secondsSoFar()
    const environment = {
      DATA_DIR: dataDir,
      SITE_DIR: site,
      BUILD_DIR: settings.buildDir,
      SITE_URL: settings.siteUrl,
      MARKET_DATA: 'embedded',
      LOG_LEVEL: 'silent'
    }
    const signedDays = await compareService(from, environment, manifest)
    return { manifest, signedDays, restoredSeconds, seconds: secondsSoFar() }
  } finally {
    await clear()
    lock.release()
    await rm(folder, { recursive: true, force: true })
  }
}

/** @throws Error with one sentence */
function compareWithManifest(from: string, restored: string): BackupManifest | null {
  const fault = findFault(restored, 'integrity_check')
  if (fault !== null) throw new Error(`${from} ${fault.reason}.`)
  try {
    using backup = openInBlock(resolve(from), { readonly: true })
    const manifest = readManifest(backup)
    if (manifest === null) return null
    const name = basename(from)
    if (parseBackupName(name) !== null && manifest.name !== name)
      throw new Error(`is a copy of ${manifest.name}, not of the backup it is named after`)
    using sqlite = openInBlock(restored, { readonly: true })
    const difference = findDifference(sqlite, manifest)
    if (difference !== null) throw new Error(difference)
    return manifest
  } catch (error) {
    throw new Error(`${from} ${error instanceof Error ? error.message : error}.`, { cause: error })
  }
}

/** Compares what a service on the restored database answers. @returns number of verified days of the record */
async function compareService(
  from: string,
  environment: Record<string, string>,
  manifest: BackupManifest | null
): Promise<number> {
  const { DATA_DIR: dataDir = '' } = environment
  const service = await openService(environment, { facts: factsOf(databaseFileIn(dataDir)) })
  try {
    const { server, url } = await listen(readOnly(service.app), {
      host: '127.0.0.1',
      port: 0,
      maxConnections: 20
    })
    const read = async (path: string): Promise<string> => {
      const response = await fetch(url + path)
      if (!response.ok) throw new Error(`${from} was restored, but ${path} answers ${response.status}.`)
      return response.text()
    }
    try {
      await read('/api/health')
      if (manifest !== null) await comparePage(from, manifest, read)
      return await compareRecord(from, manifest, read)
    } finally {
      server.closeAllConnections()
      await closeServer(server)
    }
  } finally {
    await service.close()
  }
}

type Read = (path: string) => Promise<string>

async function comparePage(from: string, { payment }: BackupManifest, read: Read): Promise<void> {
  if (payment === null) return
  const { symbol, exDate, amount } = payment
  const path = `/${symbol.toLowerCase()}`
  if (!(await read(path)).includes(symbol))
    throw new Error(`${from} was restored, but the page ${path} isn’t about ${symbol}.`)
  const dataPath = dataPathOfFund(symbol)
  const data: { payments: { ex_date: string; amount: number | null }[] } = await read(dataPath)
    .then(JSON.parse)
    .catch((error: unknown) => {
      throw new Error(`${from} was restored, but ${dataPath} can’t be read.`, { cause: error })
    })
  if (!data.payments.some((each) => each.ex_date === exDate && isSameAmount(each.amount, amount)))
    throw new Error(
      `${from} was restored, but ${symbol} is published without its payment of ${amount} on ${exDate}.`
    )
}

/** Published amounts have six decimals. */
function isSameAmount(published: number | null, amount: number): boolean {
  return published !== null && Math.abs(published - amount) < 1e-6
}

async function compareRecord(from: string, manifest: BackupManifest | null, read: Read): Promise<number> {
  const signature = manifest?.signature ?? null
  const report = await verifyRecord({
    read,
    published: null,
    outlooks: null,
    presentSymbolOf: (symbol) => symbol
  }).catch((error: unknown) => {
    if (!(error instanceof RecordFileError)) throw error
    throw new Error(`${from} was restored, but its signed record can’t be read: ${error.message}.`, {
      cause: error
    })
  })
  if (report.fault !== null) {
    const day = report.fault.day === null ? '' : ` of ${report.fault.day}`
    throw new Error(`${from} was restored, but its signed record${day} is wrong: ${report.fault.reason}.`)
  }
  if (signature !== null && !report.hashes.has(signature))
    throw new Error(`${from} was restored, but its signed record lacks the signature ${signature}.`)
  return report.days
}

/** The service shows the backup's own figures: newer ones in data/ are merged at a real start only. */
function factsOf(file: string): typeof embeddedMarketData {
  using sqlite = openInBlock(file, { readonly: true })
  const digest = sqlite.prepare<[], string>("select value from meta where key = 'facts-digest'").pluck().get()
  return digest === undefined ? embeddedMarketData : { ...embeddedMarketData, digest: () => digest }
}

/** Answers reading requests only. */
function readOnly(app: express.Express): express.Express {
  return express()
    .disable('x-powered-by')
    .use((request, response, next) => {
      if (request.method === 'GET' || request.method === 'HEAD') next()
      else response.sendStatus(405)
    })
    .use(app)
}

/** One sentence for the operator. */
export function describeDrill(
  name: string,
  { manifest, signedDays, restoredSeconds, seconds }: BackupDrill
): string {
  const record = `${countOf(signedDays, 'day')} of the signed record verified`
  const took = `restored in ${restoredSeconds} s, checked in ${seconds} s`
  if (manifest === null)
    return `${name} can be restored, but has no manifest to compare it with, because an earlier version made it: ${record}; ${took}.`
  const tables = Object.values(manifest.tables)
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return `${name} can be restored: ${countOf(rows, 'row')} in ${countOf(tables.length, 'table')} as when it was made, closes through ${manifest.newestClose ?? 'no day'}, ${record}, page and data of ${manifest.payment?.symbol ?? 'no fund'} served; ${took}.`
}
