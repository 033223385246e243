import {
  type OutlookLeaf,
  type outlookRecordColumns,
  parseRecordOutlooks,
  recordOutlooksPath,
  type SignedOutlooks
} from '../contract/outlook-record.ts'
import { RecordFileError, type RecordLeaf, type SignedDay } from '../contract/signed-record.ts'
import { addMonths } from '../market-days/days.ts'
import { isBeforeSession, toNewYorkTime } from '../market-days/sessions.ts'
import { merkleRoot } from './merkle-tree.ts'
import { type ChainedSignature, findFirstSignature, findTimeFault } from './proven-times.ts'

/*
 * Outlooks are signed through an estimate: it has the root of their tree, so that the first signature that covers this
 * estimate covers them.
 */

/** Rows of a site's table of outlooks. */
export type PublishedOutlook = Readonly<Record<(typeof outlookRecordColumns)[number], string>>

type Indexed = Map<string, { row: PublishedOutlook; isSigned: boolean }>

type OutlookCheck = {
  /** Signed outlooks. */
  outlooks: number
  /** Sessions whose outlooks are signed. */
  sessions: number
  /** Why the outlooks of a day are not those that the site shows, or not from before their session; null if they are. */
  checkDay: (day: SignedDay, links: ReadonlyMap<number, ChainedSignature>) => Promise<string | null>
  /** Why the table has a row too many, after all days were checked; null if it has none. */
  findUnsigned: () => string | null
}

/**
 * Checks the outlooks of a record.
 * @param published null: the table is not available, so that only the files are checked
 */
export function createOutlookCheck(
  read: (path: string) => Promise<string>,
  published: readonly PublishedOutlook[] | null,
  presentSymbolOf: (symbol: string) => string
): OutlookCheck {
  const rows: Indexed | null =
    published && new Map(published.map((row) => [keyOf(row), { row, isSigned: false }]))
  const repeated = published?.find((row) => rows?.get(keyOf(row))?.row !== row)
  const check: OutlookCheck = {
    outlooks: 0,
    sessions: 0,
    checkDay: async (day, links) => {
      const position = day.leaves.findIndex(({ outlooks }) => outlooks !== undefined)
      if (position < 0) return null
      const text = await read(recordOutlooksPath(day.day)).catch(() => null)
      if (text === null) return 'its file of outlooks is missing'
      const file = parse(text)
      if (typeof file === 'string') return `its file of outlooks is damaged: ${file}`
      const first = links.get(findFirstSignature(day, position)?.number ?? 0)
      const fault =
        (await findOutlooksFault(file, day.day, day.leaves)) ??
        findLateFault(file.leaves, first) ??
        findTableFault(file.leaves, rows, presentSymbolOf)
      if (fault !== null) return fault
      check.outlooks += file.leaves.length
      check.sessions += 1
      return null
    },
    findUnsigned: () => {
      if (repeated) return `the site shows two rows of one outlook: ${nameOf(repeated)}`
      const unsigned = [...(rows?.values() ?? [])].find(
        ({ row, isSigned }) => row.origin === 'live' && !isSigned
      )
      return unsigned ? `the site shows an outlook that was never signed: ${nameOf(unsigned.row)}` : null
    }
  }
  return check
}

/** Why a day's outlooks are not those that its estimates name; null if they are. */
export async function findOutlooksFault(
  { day, root, leaves }: SignedOutlooks,
  of: string,
  estimates: readonly RecordLeaf[]
): Promise<string | null> {
  const roots = estimates.flatMap(({ outlooks }) => outlooks ?? [])
  if (day !== of) return `its file of outlooks says ${day}`
  if (leaves.length === 0) return 'its file of outlooks has none'
  if (roots.some((named) => named !== root) || (await merkleRoot(leaves)) !== root)
    return 'its outlooks are not those that were signed'
  return null
}

/** Why outlooks can't be shown to be from the day of their session, before it opened; null if all can. */
function findLateFault(leaves: readonly OutlookLeaf[], first: ChainedSignature | undefined): string | null {
  if (first === undefined) return 'no signature covers its outlooks'
  const signedAt = new Date(first.signature.signed_at)
  for (const leaf of leaves) {
    const timeFault = findTimeFault({ leaf, name: `the outlook of ${nameOf(leaf)},`, first })
    if (timeFault !== null) return timeFault
    const isProven = !first.isBackdated && isBeforeSession(signedAt, leaf.session)
    if (!isProven)
      return `the outlook of ${nameOf(leaf)} can’t be proven to be from before the session opened: it was signed at ${first.signature.signed_at}`
    if (toNewYorkTime(signedAt).day !== leaf.session)
      return `the outlook of ${nameOf(leaf)} was signed before the day of its session, at ${first.signature.signed_at}`
    if (leaf.as_of >= leaf.session || leaf.until !== addMonths(leaf.as_of, leaf.months))
      return `the outlook of ${nameOf(leaf)} has the wrong days: ${leaf.as_of} to ${leaf.until}`
  }
  return null
}

const comparedColumns = [
  'family',
  'as_of',
  'until',
  'frequency',
  'payments',
  'amount',
  'q05',
  'low',
  'q25',
  'q75',
  'high',
  'q95',
  'repeat',
  'made_at',
  'method_version',
  'price',
  'price_date',
  'last_split'
] as const satisfies (keyof OutlookLeaf)[]

/** Marks signed rows. */
function findTableFault(
  leaves: readonly OutlookLeaf[],
  rows: Indexed | null,
  presentSymbolOf: (symbol: string) => string
): string | null {
  if (rows === null) return null
  for (const leaf of leaves) {
    const shown = rows.get(keyOf({ ...leaf, symbol: presentSymbolOf(leaf.symbol), origin: 'live' }))
    if (shown === undefined) return `the outlook of ${nameOf(leaf)} is not among those that the site shows`
    const changed = comparedColumns.find((column) => shown.row[column] !== String(leaf[column] ?? ''))
    if (changed !== undefined)
      return `the outlook of ${nameOf(leaf)} has ${changed} ${leaf[changed] ?? 'nothing'}, and the site shows ${shown.row[changed] || 'nothing'}`
    shown.isSigned = true
  }
  return null
}

type Key = { symbol: string; session: string; months: string | number; origin: string }

function keyOf({ symbol, session, months, origin }: Key): string {
  return [symbol, session, months, origin].join(' ')
}

function nameOf({ symbol, session, months }: Omit<Key, 'origin'>): string {
  return `${symbol} for ${months} months from ${session}`
}

/** The content of a file of outlooks, or why it can't be read. */
function parse(text: string): SignedOutlooks | string {
  try {
    return parseRecordOutlooks(text)
  } catch (error) {
    if (error instanceof RecordFileError) return error.message
    throw error
  }
}
