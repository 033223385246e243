import { findNewestPriceDay } from '../../../funds/funds.db.ts'
import { readLastBackup } from '../../../platform/database/backups/last-backup.db.ts'
import { findHeldLeases } from '../../../platform/database/leases/leases.db.ts'
import { isOfThisProcess } from '../../../platform/database/leases/take-lease.ts'
import { readLastCollection } from '../../../collection/source-state.db.ts'
import { judgeBackups } from '../../../platform/database/backups/last-backup.ts'
import { lastFinishedSession } from '../../../market-days/finished-session.ts'
import { sessionsBetween } from '../../../market-days/market-calendar.ts'
import type { Services } from '../../../services.ts'
import { countHeldPayments } from '../health.db.ts'
import { countWaitingPages } from '../probes.ts'

/** What is read from the database when somebody asks. */
export const storedFigures = {
  doubloon_pages_waiting: 'Pages that changed and are not written yet on this node.',
  doubloon_pages_oldest_waiting_seconds: 'How long the first of them has waited; 0 where none waits.',
  doubloon_data_age_trading_days: 'Finished sessions since the newest day in the data.',
  doubloon_data_age_seconds: 'Since the newest day in the data ended (UTC); 0 until then.',
  doubloon_payments_held: 'Reported payments that look odd and wait for the operator.',
  doubloon_backup_age_seconds: 'Since the last whole and checked backup was made.',
  doubloon_backups_well:
    '1 while backing up goes as it should; 0 where one failed, is late or was not taken.',
  doubloon_background_work: '1 where this node has the schedule, the alerts and the clean-up; 0 elsewhere.',
  doubloon_collection_timestamp_seconds: 'When the last collection of all or of missed funds ended.',
  doubloon_collection_collected_funds: 'How many funds it collected.',
  doubloon_collection_failed_funds: 'How many funds it asked for and could not collect.',
  doubloon_collection_stopped: '1 where the source refused to answer on, so that it asked no further.'
} as const
export type StoredFigure = keyof typeof storedFigures

/** What there is none of is left out. @throws when the database does not answer */
export async function readFigures(services: Services): Promise<Partial<Record<StoredFigure, number>>> {
  const { db, clock } = services
  const now = clock()
  const { waiting, since } = await countWaitingPages(services)
  const background = (await findHeldLeases(db)).find(({ name }) => name === 'background')
  const newestDay = await findNewestPriceDay(db)
  const collection = await readLastCollection(db)
  const backup = await readLastBackup(db)
  return {
    doubloon_pages_waiting: waiting,
    doubloon_pages_oldest_waiting_seconds: since === null ? 0 : secondsSince(since, now),
    doubloon_payments_held: await countHeldPayments(db),
    doubloon_background_work: background !== undefined && isOfThisProcess(background) ? 1 : 0,
    ...(newestDay !== null && {
      doubloon_data_age_trading_days: sessionsBetween(newestDay, lastFinishedSession(now)),
      doubloon_data_age_seconds: secondsSince(new Date(`${newestDay}T24:00:00Z`), now)
    }),
    doubloon_backups_well: judgeBackups(backup, now).isWell ? 1 : 0,
    ...(backup?.made && { doubloon_backup_age_seconds: secondsSince(new Date(backup.made.at), now) }),
    ...(collection !== null && {
      doubloon_collection_timestamp_seconds: Date.parse(collection.endedAt) / 1000,
      doubloon_collection_collected_funds: collection.collected,
      doubloon_collection_failed_funds: collection.failed,
      doubloon_collection_stopped: collection.isStopped ? 1 : 0
    })
  }
}

/** Of clocks that differ a little, never less than nothing. */
function secondsSince(instant: Date, now: Date): number {
  return Math.max(0, (now.getTime() - instant.getTime()) / 1000)
}
