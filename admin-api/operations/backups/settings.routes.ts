import { writeLog } from '../../admin-log/admin-log.db.ts'
import {
  makeBackup,
  optionalSettings,
  readOperator,
  readSettings,
  saveOperator
} from '../../contract/system.ts'
import { findOperator } from '../../pages/operator.pages.ts'
import { listBackups } from '../../platform/database/backups/backup-files.ts'
import { formatSize } from '../../platform/database/backups/last-backup.ts'
import { writeMetaValue } from '../../platform/database/meta.db.ts'
import { writeTransaction } from '../../platform/database/write-transaction.ts'
import type { RouteParts, Routes } from '../../platform/http/route.ts'
import type { QueueChange } from '../../publishing/page-kind.ts'
import type { Backups } from './backups.ts'

export type SettingsParts = {
  version: string
  /** Folder of this instance's database backups. */
  backupDir: string
  givenVariables: readonly string[]
}

export function addSettingsRoutes(
  { route }: Routes,
  {
    db,
    clock,
    queueChange,
    backups,
    version,
    backupDir,
    givenVariables
  }: RouteParts & SettingsParts & { backups: Backups; queueChange: QueueChange }
): void {
  route(readSettings, async () => ({
    version,
    settings: optionalSettings.map((name) => ({ name, is_set: givenVariables.includes(name) })),
    backups: listBackups(backupDir).map(({ name, kind, madeAt, bytes }) => ({
      name,
      kind,
      made_at: madeAt.toISOString(),
      bytes
    }))
  }))

  route(makeBackup, async (_input, { actor }) => {
    const { name, bytes, rows } = await backups.backUpNow(actor)
    return { message: `${name}: ${formatSize(bytes)}, ${rows} rows.` }
  })

  route(readOperator, () => findOperator(db))

  route(saveOperator, async (operator, { actor }) => {
    const now = clock()
    const message = 'The pages About and Privacy Policy now name the operator as entered.'
    await writeTransaction(db, async (trx) => {
      await writeMetaValue(trx, 'operator', operator)
      await queueChange(trx, { kind: 'operator' }, now)
      await writeLog(trx, { category: 'SYSTEM', action: 'UPDATE', message, actor }, now)
    })
    return { message }
  })
}
