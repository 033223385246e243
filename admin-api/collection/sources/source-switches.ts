import type { SourceId } from '../../contract/sources.ts'
import type { SourceChoiceTable } from '../../platform/database/schema/sources.ts'
import type { Db } from '../../platform/database/schema.ts'
import { allSources, sources } from './register.ts'
import type { SourceDescription, SourceVariable } from './source.ts'

/** Switches of sources that the environment sets. */
export type SourceOverrides = {
  /** Value of each variable that is set. */
  given: Partial<Record<SourceVariable, string>>
  /** Whether CONTACT_EMAIL is a real address. */
  hasContact: boolean
}

/** Whether a source is read, and who decided that. */
export type SourceSwitch = {
  isOn: boolean
  decidedBy: 'default' | 'operator' | 'environment'
  hasPermission: boolean
  /** The variable that decided; null if none did. */
  variable: SourceVariable | null
  /** Why it isn't read although it is on; null if it is. */
  obstacle: string | null
}

const noContact = 'CONTACT_EMAIL is not set: the SEC requires a real address in each request.'

/** A variable of the environment wins over the operator, who wins over the default. */
export function judgeSwitch(
  source: SourceDescription,
  choice: Pick<SourceChoiceTable, 'is_on' | 'has_permission'> | undefined,
  { given, hasContact }: SourceOverrides
): SourceSwitch {
  const hasPermission = choice?.has_permission === 1
  const byEnvironment = judgeVariable(source, given)
  const isAllowed = source.needsPermission === null || hasPermission
  const isOn = byEnvironment ?? (choice === undefined ? isAllowed : choice.is_on === 1 && isAllowed)
  return {
    isOn,
    decidedBy: byEnvironment !== null ? 'environment' : choice === undefined ? 'default' : 'operator',
    hasPermission,
    variable:
      byEnvironment === null ? null : given.MARKET_DATA === 'embedded' ? 'MARKET_DATA' : source.variable,
    obstacle: isOn && source.needsContact && !hasContact ? noContact : null
  }
}

/** Null if the environment leaves the source to the operator. */
function judgeVariable(
  { id, variable, needsPermission }: SourceDescription,
  given: SourceOverrides['given']
): boolean | null {
  const { MARKET_DATA: market } = given
  // Without live figures nothing is requested.
  if (market === 'embedded') return false
  const value = given[variable]
  if (value === undefined) return null
  if (variable !== 'MARKET_DATA') return value === 'on'
  // Live figures are no permission for more than the service itself needs.
  if (needsPermission !== null) return null
  return value === 'auto' || value === id
}

export type SourceSwitches = {
  /** Reads the operator's switches again, which another instance may have changed. */
  refresh: () => Promise<void>
  read: (id: SourceId) => SourceSwitch
  /** Whether a source may be requested now. */
  isOn: (id: SourceId) => boolean
}

/** The switches of all sources; before the first `refresh`, as without choices of the operator. */
export function createSourceSwitches(db: Db, overrides: SourceOverrides): SourceSwitches {
  let choices = new Map<string, SourceChoiceTable>()
  const read = (id: SourceId) => judgeSwitch(sources[id], choices.get(id), overrides)
  return {
    refresh: async () => {
      const rows = await db.selectFrom('source_choice').selectAll().execute()
      choices = new Map(rows.map((row) => [row.id, row]))
    },
    read,
    isOn: (id) => {
      const { isOn, obstacle } = read(id)
      return isOn && obstacle === null
    }
  }
}

/** Stores the operator's switch. */
export async function writeChoice(db: Db, row: SourceChoiceTable): Promise<void> {
  await db
    .insertInto('source_choice')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute()
}

/** Whether the operator turned a source on. */
export async function isChosen(db: Db, id: SourceId): Promise<boolean> {
  const row = await db.selectFrom('source_choice').select('is_on').where('id', '=', id).executeTakeFirst()
  return row?.is_on === 1
}

/** Sources that the operator could turn on. */
export function listOff(switches: Pick<SourceSwitches, 'read'>): SourceDescription[] {
  return allSources.filter(({ id }) => {
    const { isOn, decidedBy } = switches.read(id)
    return !isOn && decidedBy === 'default'
  })
}
