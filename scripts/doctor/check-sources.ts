import { existsSync } from 'node:fs'
import { contactOf } from '../../admin-api/collection/open-sources.ts'
import type { AnnouncementSource } from '../../admin-api/collection/sources/html-page.ts'
import {
  createTextReader,
  type FetchParts,
  type TextReader
} from '../../admin-api/collection/sources/rate-limited-fetch.ts'
import { allSources, sources } from '../../admin-api/collection/sources/register.ts'
import { nameObstacle, requestRobots } from '../../admin-api/collection/sources/robots/site-rules.ts'
import { fetchHoldings } from '../../admin-api/collection/sources/roundhill/holdings-archive.ts'
import type { SourceDescription } from '../../admin-api/collection/sources/source.ts'
import { judgeSwitch, type SourceSwitches } from '../../admin-api/collection/sources/source-switches.ts'
import type { Config } from '../../admin-api/config.ts'
import { formatLongDay } from '../../admin-api/market-days/days.ts'
import { addSessions } from '../../admin-api/market-days/market-calendar.ts'
import { toNewYorkTime } from '../../admin-api/market-days/sessions.ts'
import { countOf } from '../../admin-api/numbers/format-numbers.ts'
import { openForReading } from '../../admin-api/platform/database/open.ts'
import { databaseFileIn } from '../../admin-api/platform/database/private-files.ts'
import type { SourceChoiceTable } from '../../admin-api/platform/database/schema/sources.ts'
import { messageOf } from '../command.ts'
import { type Checks, type Finding, ok, warning } from './finding.ts'

type Settings = Pick<Config, 'databaseUrl' | 'dataDir' | 'sourceOverrides' | 'siteUrl' | 'contactEmail'>

/** The switches of the sources as the operator left them; those of a new installation if the database can't be read. */
export async function readSwitches({
  databaseUrl,
  dataDir,
  sourceOverrides
}: Settings): Promise<Pick<SourceSwitches, 'read'>> {
  const location = databaseUrl ?? databaseFileIn(dataDir)
  const hasDatabase = databaseUrl !== null || existsSync(location)
  // A database that can't be read is reported by its own check.
  const choices = hasDatabase ? await readChoices(location).catch(() => []) : []
  return {
    read: (id) =>
      judgeSwitch(
        sources[id],
        choices.find((choice) => choice.id === id),
        sourceOverrides
      )
  }
}

async function readChoices(location: string): Promise<SourceChoiceTable[]> {
  await using db = openForReading(location)
  return db.selectFrom('source_choice').selectAll().execute()
}

/** A check for each source by its name: whether it is on, its robots.txt, and for pages and files one reading. */
export function checkEachSource(
  settings: Pick<Settings, 'siteUrl' | 'contactEmail'>,
  switches: Pick<SourceSwitches, 'read'>,
  given: Partial<FetchParts> = {}
): Checks {
  return Object.fromEntries(
    allSources.map((source) => [source.name, () => checkOne(source, { settings, switches, given })])
  )
}

type OneParts = {
  settings: Pick<Settings, 'siteUrl' | 'contactEmail'>
  switches: Pick<SourceSwitches, 'read'>
  given: Partial<FetchParts>
}

async function checkOne(
  source: SourceDescription,
  { settings, switches, given }: OneParts
): Promise<Finding> {
  const { id, name, needsPermission, robots, announces } = source
  const { isOn, variable, obstacle } = switches.read(id)
  if (!isOn) {
    const reason =
      variable === null ? (needsPermission ?? 'The operator turned it off.') : `${variable} decides that.`
    return ok(`${name} is off. ${reason}`)
  }
  if (obstacle !== null) return warning(obstacle)
  const contact = contactOf(settings)
  const advice =
    variable === null ? 'Turn it off in admin under Settings, Sources.' : `${variable} turns it off.`
  for (const address of robots.addresses) {
    const fault = await checkRobots(address, contact, given.fetch ?? fetch)
    if (fault !== null)
      return warning(`${fault} ${robots.treatment === 'obeyed' ? 'Nothing is requested.' : advice}`)
  }
  const reading =
    announces !== undefined
      ? readAnnouncements(announces.open(contact, given))
      : id === 'roundhill'
        ? readHoldings(createTextReader(name, contact, given), given.clock?.() ?? new Date())
        : Promise.resolve(`${name} is on, and its robots.txt allows the requests.`)
  return reading.then(ok, (error: unknown) => warning(`${messageOf(error)} ${advice}`))
}

/** Why a robots.txt, requested now, forbids an address; null if it doesn't. */
async function checkRobots(address: string, contact: string, send: typeof fetch): Promise<string | null> {
  const reply = await requestRobots(new URL(address).origin, (url) =>
    send(url, {
      redirect: 'manual',
      headers: { 'user-agent': contact },
      signal: AbortSignal.timeout(robotsTimeoutMs)
    })
  )
  return nameObstacle({ asked_at: new Date().toISOString(), ...reply }, address)
}

const robotsTimeoutMs = 10_000

/** Reads a site that announces payments once. @throws Error with its fault */
async function readAnnouncements({ name, collect }: AnnouncementSource): Promise<string> {
  const { payments, fault } = await collect()
  if (fault !== null) throw new Error(fault)
  return `Announced in the last days: ${countOf(payments.length, 'payment')} from ${name}.`
}

/** Reads the file with the holdings of the last session once. */
async function readHoldings(read: TextReader, now: Date): Promise<string> {
  const session = addSessions(toNewYorkTime(now).day, -1)
  await fetchHoldings(read, session, new Set(['XDTE']))
  return `Holdings of ${formatLongDay(session)} were read.`
}
