import type { Connection } from '../../contract/system.ts'
import { findWitnesses } from '../../estimates/cosignatures.db.ts'
import { countOf } from '../../numbers/format-numbers.ts'
import type { Db } from '../../platform/database/schema.ts'

/** A witness may be somebody's own computer, which is off at night. */
const longestFailureMs = 24 * 3_600_000

/** State of the witnesses; null without any. One that has seen another log is reported at once, one that fails after a day. */
export async function probeWitnesses({
  db,
  clock
}: {
  db: Db
  clock: () => Date
}): Promise<Connection | null> {
  const witnesses = await findWitnesses(db)
  if (witnesses.length === 0) return null
  const failing = witnesses.filter(({ fault }) => fault !== null)
  if (failing.length === 0)
    return {
      status: 'ok',
      detail: witnesses.every(({ asked_at }) => asked_at === null)
        ? 'The witnesses are asked within a minute.'
        : `${countOf(witnesses.length, 'witness')} cosigned the signed record when last asked.`
    }
  const now = clock().getTime()
  const isSerious = failing.some(
    ({ fault_kind, failing_since }) =>
      fault_kind === 'refused' || now - Date.parse(failing_since ?? '') >= longestFailureMs
  )
  return {
    status: isSerious ? 'degraded' : 'ok',
    detail: failing.map(({ fault }) => fault).join(' ')
  }
}
