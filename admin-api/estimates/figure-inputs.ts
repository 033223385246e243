import { findNewestPriceDay } from '../funds/funds.db.ts'
import type { FundHistory, IsoDay } from '../market-days/types.ts'
import { findCloseSources } from '../payments/fund-facts.db.ts'
import {
  type ClosesOfFunds,
  type FundWithHistory,
  findAllCloses,
  findFundHistories
} from '../payments/fund-histories.db.ts'
import { readMeta } from '../platform/database/meta.db.ts'
import type { Db } from '../platform/database/schema.ts'
import { type ChangedFacts, findChangedFacts } from './changed-facts.ts'

/** The facts that estimates are calculated from, of one revision. */
export type FigureInputs = {
  changed: ChangedFacts
  funds: readonly FundWithHistory[]
  histories: readonly FundHistory[]
  /** The newest day with prices; null without any. */
  asOf: IsoDay | null
  /** Names of the sources of the newest closes, by symbol. */
  sourceOf: ReadonlyMap<string, string>
}

/** Facts from which no figures have been derived; null if all figures are derived. */
export async function readInputs(db: Db): Promise<FigureInputs | null> {
  // First, so that a change while the rest is read has another revision.
  const changed = await findChangedFacts(db)
  if (changed === null) return null
  const { closesOf, sourceOf } = await readCloses(db)
  const funds = await findFundHistories(db, closesOf)
  return {
    changed,
    funds,
    histories: funds.map(({ history }) => history),
    asOf: await findNewestPriceDay(db),
    sourceOf
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
