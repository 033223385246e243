import { deflateRawSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import type { Job, RunJob } from '../../../estimates/job.ts'
import { writeFundDays } from '../../../funds/fund-days.db.ts'
import { findFunds } from '../../../funds/funds.db.ts'
import { addDays, formatLongDay } from '../../../market-days/days.ts'
import { addSessions, isSession } from '../../../market-days/market-calendar.ts'
import { toNewYorkTime } from '../../../market-days/sessions.ts'
import type { IsoDay } from '../../../market-days/types.ts'
import type { FundDayTable } from '../../../platform/database/schema/facts.ts'
import type { Db } from '../../../platform/database/schema.ts'
import { writeTransaction } from '../../../platform/database/write-transaction.ts'
import type { DailyDocument, DailySource } from '../../daily-watch.ts'
import { noteSightings } from '../../proposals.db.ts'
import { MarketDataError } from '../market-data.ts'
import type { TextReader } from '../rate-limited-fetch.ts'

export type ArchiveParts = {
  db: Db
  /** Null: holdings are not stored. */
  holdingsReader: TextReader | null
  runJob: RunJob
}

const issuer = 'Roundhill'
const folder = 'https://www.roundhillinvestments.com/assets/data/'
const header =
  'Date,Account,StockTicker,CUSIP,SecurityName,Shares,Price,MarketValue,Weightings,NetAssets,SharesOutstanding,CreationUnits,MoneyMarketFlag'
/** Columns that are stored, by place: the others are the same in all rows of a fund, or follow from these. */
const storedColumns = [2, 3, 4, 5, 6, 7, 12]

/**
 * The daily file with the holdings of all Roundhill funds. It is named after a session and published in its evening; its
 * rows have the date of the next one, with the shares outstanding at its opening and their value at the close before.
 * Built on rows of June 12 to September 30, 2026, as public projects recorded them; the site was never called during
 * development, and its robots.txt and terms are not known here.
 */
export function createArchive(parts: ArchiveParts): DailySource<DailyDocument> | null {
  const { holdingsReader, runJob } = parts
  if (holdingsReader === null) return null
  return {
    site: issuer,
    documents: 'holdings',
    metaKey: 'archive',
    readAt: '10:30',
    daysBack: 14,
    // The file of the last session, and one that was missed.
    maxDocuments: 2,
    retries: true,
    lists: [async ({ since, today }) => listSessions(since, today)],
    read: async ({ day: session }) => {
      const { refusal, faults } = await runJob(saveHoldings, {
        text: await fetchFile(holdingsReader, session),
        session
      })
      if (refusal !== null) throw new MarketDataError(refusal)
      return faults.length === 0 ? null : `${issuer}: these funds were not stored: ${faults.join(', ')}.`
    }
  }
}

type SavedHoldings = {
  /** Why nothing of the file is used. */
  refusal: string | null
  /** Funds that were not stored, with the reason. */
  faults: string[]
}

/** Stores the figures of a file. A job, because a file of the largest size takes a second to read. */
export const saveHoldings: Job<{ text: string; session: IsoDay }, SavedHoldings> = {
  name: 'save-holdings',
  turn: 'last',
  run: async ({ db, now, queueChange }, { text, session }) => {
    const ours = (await findFunds(db)).filter((fund) => fund.issuer === issuer)
    const symbols = new Set(ours.map(({ symbol }) => symbol))
    const read = readOrRefuse(text, session, symbols)
    if (typeof read === 'string') return { refusal: read, faults: [] }
    const unknown = read.others.map((symbol) => ({
      symbol,
      source_name: issuer,
      event: 'listed',
      issuer,
      name: null
    }))
    await writeTransaction(db, async (trx) => {
      await noteSightings(trx, unknown, toNewYorkTime(now).day)
      const stored = await writeFundDays(
        trx,
        read.funds.map((fund) => ({ ...fund, source_name: issuer, stored_at: now.toISOString() }))
      )
      await queueChange(trx, { kind: 'fund-days', symbols: stored }, now)
    })
    return { refusal: null, faults: read.faults }
  }
}

/** Errors of a job lose their class on the way to its caller. */
function readOrRefuse(text: string, session: IsoDay, symbols: ReadonlySet<string>) {
  try {
    return readHoldings(text, addSessions(session, 1), symbols)
  } catch (error) {
    if (error instanceof MarketDataError) return error.message
    throw error
  }
}

/** Sessions whose files are published, newest first. */
function listSessions(since: IsoDay, today: IsoDay): DailyDocument[] {
  const sessions: DailyDocument[] = []
  for (let day = addDays(today, -1); day >= since; day = addDays(day, -1))
    if (isSession(day)) sessions.push({ id: day, day })
  return sessions
}

/** Reads the file of a session. @throws MarketDataError */
export async function fetchHoldings(read: TextReader, session: IsoDay, symbols: ReadonlySet<string>) {
  return readHoldings(await fetchFile(read, session), addSessions(session, 1), symbols)
}

function fetchFile(read: TextReader, session: IsoDay): Promise<string> {
  return read(fileAddress(session), 'text/csv')
}

/** Address of the file of a session. */
export function fileAddress(session: IsoDay): string {
  return `${folder}FilepointRoundhill.40RU.RU_Holdings_${toUsDay(session).replaceAll('/', '')}.csv`
}

/** '06/12/2026' */
function toUsDay(day: IsoDay): string {
  const [year, month, date] = day.split('-')
  return `${month}/${date}/${year}`
}

type FundFigures = Omit<FundDayTable, 'source_name' | 'stored_at'>

/**
 * Reads the figures of the funds `symbols`, which must be those of `day`; `faults` name the funds with figures that can't
 * be right, `others` the symbols of other funds. @throws MarketDataError if the file is another one than expected
 */
export function readHoldings(
  text: string,
  day: IsoDay,
  symbols: ReadonlySet<string>
): { funds: FundFigures[]; faults: string[]; others: string[] } {
  const [columns, ...rows] = parseRows(text)
  if (columns?.join(',') !== header)
    throw new MarketDataError(`${issuer}: the file has other columns than before, so nothing of it is used.`)
  if (rows.some(([date]) => date !== toUsDay(day)))
    throw new MarketDataError(
      `${issuer}: the file has figures of other days than ${formatLongDay(day)}, so nothing of it is used.`
    )
  const funds: FundFigures[] = []
  const faults: string[] = []
  for (const symbol of symbols) {
    const ownRows = rows.filter(([, account]) => account === symbol)
    if (ownRows.length === 0) continue
    const fault = findFault(ownRows)
    if (fault !== null) faults.push(`${symbol} (${fault})`)
    else funds.push({ symbol, day, ...figuresOf(ownRows), holdings: compress(ownRows) })
  }
  if (funds.length + faults.length === 0)
    throw new MarketDataError(`${issuer}: the file has none of our funds, so nothing of it is used.`)
  const accounts = new Set(rows.flatMap(([, account = '']) => (/^[A-Z]{2,5}$/.test(account) ? account : [])))
  return { funds, faults, others: [...accounts].filter((account) => !symbols.has(account)) }
}

function parseRows(text: string): string[][] {
  try {
    return parse(text, { bom: true, skip_empty_lines: true })
  } catch (cause) {
    throw new MarketDataError(`${issuer}: the file is not CSV, so nothing of it is used.`, { cause })
  }
}

/** Percentage points by which a weight, rounded to two decimals, may differ from value by net assets. */
const maxWeightError = 0.02
/** Percent: the weights of swaps, which come on top of bills and cash, are their notional values. */
const possibleWeights = { least: 90, most: 350 }
const possibleNav = { least: 0.01, most: 10_000 }

function figuresOf(rows: readonly string[][]): Pick<FundFigures, 'net_assets' | 'shares_outstanding'> {
  return { net_assets: toNumber(rows[0]?.[9]), shares_outstanding: toNumber(rows[0]?.[10]) }
}

/** Why figures of a fund can't be right; null if they may be. */
function findFault(rows: readonly string[][]): string | null {
  const { net_assets, shares_outstanding } = figuresOf(rows)
  const nav = net_assets / shares_outstanding
  const isPossible = net_assets > 0 && nav >= possibleNav.least && nav <= possibleNav.most
  if (!isPossible) return 'impossible net assets or shares'
  if (rows.some((row) => row[9] !== rows[0]?.[9] || row[10] !== rows[0]?.[10]))
    return 'different net assets or shares in its rows'
  if (rows.some((row) => row.slice(5, 8).some((text) => Number.isNaN(toNumber(text)))))
    return 'a value that is not a number'
  const weights = rows.map((row) => toNumber(row[8]?.replace(/%$/, '')))
  const isOfValue = weights.every(
    (weight, i) => Math.abs(weight - (100 * toNumber(rows[i]?.[7])) / net_assets) <= maxWeightError
  )
  const sum = weights.reduce((total, weight) => total + weight, 0)
  return isOfValue && sum >= possibleWeights.least && sum <= possibleWeights.most
    ? null
    : 'weights that contradict its values'
}

/** The number in plain digits; NaN for anything else. */
function toNumber(text = ''): number {
  return /^-?\d{1,15}(?:\.\d{1,12})?$/.test(text) ? Number(text) : Number.NaN
}

/** Brotli saves a tenth of the room, but takes ten times as long, in which visitors wait. */
function compress(rows: readonly string[][]): Buffer {
  const lines = [header.split(','), ...rows]
  return deflateRawSync(stringify(lines.map((line) => storedColumns.map((column) => line[column]))))
}
