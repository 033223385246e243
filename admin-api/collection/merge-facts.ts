import { noteChangedFacts } from '../estimates/changed-facts.ts'
import type { JobParts } from '../estimates/job.ts'
import { findPresentSymbols, writeFormerSymbols } from '../funds/former-symbols.db.ts'
import { findFunds, writeFundFacts } from '../funds/funds.db.ts'
import { findNewestPriceDay } from '../funds/newest-day.db.ts'
import { toNewYorkTime } from '../market-days/sessions.ts'
import { countOf } from '../numbers/format-numbers.ts'
import { markKnownUntil } from '../payments/fund-facts.db.ts'
import { writeRocFacts } from '../payments/return-of-capital.db.ts'
import { deleteMeta, readMeta, writeMeta } from '../platform/database/meta.db.ts'
import type { Db, Trx } from '../platform/database/schema.ts'
import { writeTransaction } from '../platform/database/write-transaction.ts'
import { type CollectionContext, log } from './collection-context.ts'
import { correctFacts } from './correct-facts.ts'
import type { GivenPayment } from './fill-database.ts'
import { hasFacts, newestDayOf, writeFacts, writeGiven, writeUnderlyingFacts } from './fill-database.ts'
import type { IngestResult } from './ingest-fund.ts'
import { countsOf } from './log-collection.ts'
import { ingest } from './save-answers.ts'
import { pickFunds } from './sources/embedded.ts'
import type { FactsSource } from './sources/market-data.ts'

type Facts = ReturnType<FactsSource['readFacts']>
type FundFact = Facts['funds'][number]
type Parts = Pick<JobParts, 'now' | 'log' | 'queueChange'>

/**
 * Adds the funds, payments, closes and splits of data/ that a filled database lacks, as a collection would, and replaces
 * closes of an earlier data/ that were corrected. Each payment is added only once, so deleted or corrected payments don't
 * come back; renamed funds get theirs under the new symbol, and the operator's edits stay. If data/ is unchanged since the
 * last start, only its digest is read. Figures must be derived afterwards.
 * @throws Error with one sentence if the figures can't be read or are invalid
 */
export async function mergeFacts(db: Db, source: FactsSource, parts: Parts): Promise<void> {
  const digest = source.digest()
  if ((await readMeta(db, 'facts-digest')) === digest || !(await hasFacts(db))) return
  const { now } = parts
  const context = { now, today: toNewYorkTime(now).day, sourceName: source.name }
  await writeTransaction(db, async (trx) => {
    // Several processes may start at once; one of them does it.
    if ((await readMeta(trx, 'facts-digest')) === digest) return
    await merge(trx, source, parts, context)
    await writeMeta(trx, 'facts-digest', digest)
  })
}

async function merge(trx: Trx, source: FactsSource, parts: Parts, context: CollectionContext): Promise<void> {
  const facts = source.readFacts()
  const presentOf = await findPresentSymbols(trx)
  const present = (symbol: string) => presentOf.get(symbol) ?? symbol
  const presentSymbols = new Set((await findFunds(trx)).map(({ symbol }) => symbol))
  const isNews = await newsOf(trx, present)
  const [known, added] = partition(facts.funds, ({ symbol }) => presentSymbols.has(present(symbol)))
  const ofAdded = pickFunds(facts, new Set(added.map(({ symbol }) => symbol)))
  const hasNewFamilies = await writeFacts(trx, ofAdded)
  const withFormer = await writeFormerSymbols(trx, facts.formerSymbols)

  const renewed: string[] = []
  const merged: IngestResult[] = []
  for (const fund of known) {
    const ticker = present(fund.symbol)
    if (await writeFundFacts(trx, ticker, fund)) renewed.push(ticker)
    const fetched = await source.collectFund(fund.symbol, '')
    const payments = fetched.payments.filter(({ exDate: ex_date, amount }) =>
      isNews({ symbol: ticker, ex_date, amount })
    )
    // Invalid figures were refused when the files were read.
    const checked = { ...fetched, payments, impliedVolatility: null, concerns: [] }
    const result = await ingest(parts, trx, { ticker, fetched: checked }, context)
    if ('symbol' in result) merged.push(result)
  }
  const corrected = await correctFacts(trx, facts, present)
  const isKnown = ({ symbol }: { symbol: string }) => presentSymbols.has(present(symbol))
  const writtenRoc = await writeRocFacts(trx, facts.returnOfCapital.filter(isKnown), present)
  await writeGiven(trx, facts.dividends)
  // One source agrees with none; an earlier data/ said so of 366 payments.
  await trx
    .updateTable('dividend_history')
    .set({ agreement: 'single' })
    .where('agreement', '=', 'yes')
    .where('sources', 'not like', '%;%')
    .execute()
  await deleteMeta(trx, 'given-until')
  const written = await writeUnderlyingFacts(trx, facts.underlyings, source.name)
  if (written.size > 0) await parts.queueChange(trx, { kind: 'underlyings', symbols: written }, context.now)

  const touched = [writtenRoc, corrected, withFormer].some(({ size }) => size > 0)
  if (hasNewFamilies || touched || added.length + renewed.length > 0)
    await parts.queueChange(trx, { kind: 'funds' }, context.now)
  const changed = merged.filter(({ isChanged }) => isChanged)
  const isSame = added.length + renewed.length + changed.length + corrected.size === 0
  // Another rule changes estimates of the same payments.
  if (isSame && hasNewFamilies) await noteChangedFacts(trx, { now: context.now, closes: false })
  if (isSame) return
  const newest = newestDayOf(facts) ?? ''
  await markKnownUntil(
    trx,
    merged.map(({ symbol }) => symbol),
    newest
  )
  if ((await findNewestPriceDay(trx)) === newest) await writeMeta(trx, 'market-data', context.sourceName)
  await noteChangedFacts(trx, { now: context.now, closes: true })
  await logMerge(trx, context, { added, renewed, merged })
}

/**
 * Whether a payment of the files (under the current symbol) is new to the database. A corrected amount counts as new
 * and is then compared with the stored one.
 */
async function newsOf(
  trx: Trx,
  present: (symbol: string) => string
): Promise<(payment: GivenPayment) => boolean> {
  const givenPayments = await trx.selectFrom('given_payment').selectAll().execute()
  const amounts = new Map(
    givenPayments.map(({ symbol, ex_date, amount }) => [`${present(symbol)} ${ex_date}`, amount])
  )
  const until = (await readMeta(trx, 'given-until')) ?? ''
  const ownFunds = await trx.selectFrom('fund').select('symbol').where('added_by', '=', 'operator').execute()
  const isOwn = new Set(ownFunds.map((fund) => fund.symbol))
  return ({ symbol, ex_date, amount }) => {
    const before = amounts.get(`${symbol} ${ex_date}`)
    return before === undefined ? isOwn.has(symbol) || ex_date > until : before !== amount
  }
}

function partition<Item>(items: readonly Item[], isFirst: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))]
}

async function logMerge(
  trx: Trx,
  context: CollectionContext,
  {
    added,
    renewed,
    merged
  }: { added: readonly FundFact[]; renewed: readonly string[]; merged: readonly IngestResult[] }
): Promise<void> {
  const { new_payments, new_closes, new_splits, held_back, held_closes } = countsOf(merged)
  const funds = added.map(({ symbol }) => symbol)
  await log(trx, context, {
    level: held_back + held_closes > 0 ? 'WARNING' : 'INFO',
    category: 'DIVIDEND_HISTORY',
    action: 'BULK_OPERATION',
    message: `Added the data of this version: ${countOf(new_payments, 'payment')}, ${countOf(new_closes, 'close')} and ${countOf(new_splits, 'split')} of known funds, ${held_back} quarantined; new funds: ${funds.join(', ') || 'none'}.${renewed.length > 0 ? ` Changed funds: ${renewed.join(', ')}.` : ''}`,
    metadata: { source: context.sourceName, new_funds: funds, renewed_funds: renewed, ...countsOf(merged) }
  })
}
