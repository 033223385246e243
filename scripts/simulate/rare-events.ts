import { execFileSync } from 'node:child_process'
import { addDays } from '../../admin-api/market-days/days.ts'
import type { Service } from '../../admin-api/open-service.ts'
import type { Db } from '../../admin-api/platform/database/schema.ts'
import { findStorageFault } from '../../admin-api/platform/files/storage-fault.ts'
import { sendAsOperator } from '../../admin-api/testing/operator.ts'

/** While nothing can be written, the service tries again as often as this; a real one tries more often. */
export const pauseWithoutWritesMs = 30 * 60_000

let isLimited = false

/** Lets this process write nothing beyond 4 kB of a file, as if the disk were full; files may always shrink. */
export function limitWrites(on: boolean): void {
  if (on === isLimited) return
  isLimited = on
  execFileSync('prlimit', ['--pid', String(process.pid), `--fsize=${on ? 4096 : 'unlimited'}:`])
}

/** Does what is due. @returns what could not be stored, in words; anything else that goes wrong is thrown */
export async function workWithoutWrites(service: Service): Promise<string[]> {
  const faults: string[] = []
  const work = [
    service.collectAnnouncements,
    service.schedule.runDue,
    service.readDocuments,
    service.backups.runDue,
    service.runHealthChecks,
    service.maintenance.runDue
  ]
  for (const each of work) {
    try {
      await each()
    } catch (error) {
      const fault = findStorageFault(error)
      if (fault === null) throw error
      faults.push(fault)
    }
  }
  return faults
}

/** Days that pass until the operator reads that a fund has another symbol. */
export const renameAfterDays = 3

/** Does what the operator does in admin. @throws Error with the answer if it is refused */
export async function renameFund(
  db: Db,
  { app }: Service,
  { symbol, former }: { symbol: string; former: string },
  now: Date
): Promise<void> {
  const path = `/api/admin/funds/${former}/symbol`
  const answer = await sendAsOperator({ db, app, now }, { method: 'PUT', path, body: { new_symbol: symbol } })
  if (!answer.ok) throw new Error(`${former} could not be renamed: ${await answer.text()}`)
}

/** Days of the span on whose evening it is so. */
export function daysWhen(isSo: (now: Date) => boolean, from: string, to: string): string[] {
  const days: string[] = []
  for (let day = from; day <= to; day = addDays(day, 1))
    if (isSo(new Date(`${day}T23:00:00Z`))) days.push(day)
  return days
}
