import { findNewestPriceDay } from '../funds/newest-day.db.ts'
import type { FundHistory, IsoDay } from '../market-days/types.ts'
import { findDeclaredByUse } from '../payments/declared-payments.db.ts'
import { findCloseSources } from '../payments/fund-facts.db.ts'
import {
  type ClosesOfFunds,
  type FundWithHistory,
  findAllCloses,
  findFundHistories
} from '../payments/fund-histories.db.ts'
import { findRocByFund } from '../payments/return-of-capital.db.ts'
import { readMeta } from '../platform/database/meta.db.ts'
import type { DeclaredPaymentTable } from '../platform/database/schema/facts.ts'
import type { Db } from '../platform/database/schema.ts'
import { type ChangedFacts, findChangedFacts } from './changed-facts.ts'
import type { EstimateRow, Expectation } from './estimate-row.ts'
import { findEstimates, findExpectations } from './estimates.db.ts'
import { findOutlookBases } from './outlooks.db.ts'
import { type RecordInputs, readRecordInputs } from './update-track-record.ts'

/** The facts that figures are calculated from, of one revision, and the stored figures that they are compared with. */
export type FigureInputs = {
  changed: ChangedFacts
  funds: readonly FundWithHistory[]
  histories: readonly FundHistory[]
  /** The newest day with prices; null without any. */
  asOf: IsoDay | null
  /** Names of the sources of the newest closes, by symbol. */
  sourceOf: ReadonlyMap<string, string>
  /** Name of the source of all other figures. */
  sourceName: string
  /** Ex-dates of a fund's 19a notices. */
  noticesOf: (symbol: string) => readonly IsoDay[]
  declared: readonly DeclaredPaymentTable[]
  /** Declared payments that have been stored; they are not among `declared`. */
  obsolete: readonly DeclaredPaymentTable[]
  /** Payments that the operator approved and that are not paid yet. */
  expectations: readonly Expectation[]
  estimates: readonly EstimateRow[]
  outlookBases: ReadonlyMap<string, string>
  record: RecordInputs
}

/** Facts from which no figures have been derived; null if all figures are derived. */
export async function readInputs(db: Db, now: Date): Promise<FigureInputs | null> {
  // First, so that a change while the rest is read has another revision.
  const changed = await findChangedFacts(db)
  if (changed === null) return null
  const { closesOf, sourceOf } = await readCloses(db)
  const funds = await findFundHistories(db, closesOf)
  const rocOf = await findRocByFund(db)
  return {
    changed,
    funds,
    histories: funds.map(({ history }) => history),
    asOf: await findNewestPriceDay(db),
    sourceOf,
    sourceName: (await readMeta(db, 'market-data')) ?? 'Unknown source',
    noticesOf: (symbol) => rocOf(symbol).notices.map(({ ex_date }) => ex_date),
    ...(await findDeclaredByUse(db)),
    expectations: await findExpectations(db),
    estimates: await findEstimates(db),
    outlookBases: await findOutlookBases(db),
    record: await readRecordInputs(db, now)
  }
}

type Closes = { closesOf: ClosesOfFunds; sourceOf: ReadonlyMap<string, string> }

/** Cached closes of a revision, by the database adapter that all transactions share. */
const cachedClosesOf = new WeakMap<object, Closes & { revision: string }>()

/**
 * All closes of funds and their sources. If they haven't changed, returns those that this thread has cached, instead of
 * reading 60,000 rows. The database holds a revision that is unique to every transaction that changes closes.
 */
async function readCloses(db: Db): Promise<Closes> {
  const revision = (await readMeta(db, 'closes-revision')) ?? ''
  const { adapter } = db.getExecutor()
  const cached = cachedClosesOf.get(adapter)
  if (cached !== undefined && cached.revision === revision && revision !== '') return cached
  const read = { closesOf: await findAllCloses(db), sourceOf: await findCloseSources(db), revision }
  cachedClosesOf.set(adapter, read)
  return read
}
