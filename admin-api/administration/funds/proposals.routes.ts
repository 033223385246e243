import { writeLog } from '../../admin-log/admin-log.db.ts'
import { pollAtNextCheck } from '../../collection/announcements/collect-announcements.ts'
import { readFundListState } from '../../collection/fund-list-watch.ts'
import { findSightings, findUnlisted, writeDismissal } from '../../collection/proposals.db.ts'
import { daysOffList, proposeClosing, proposeFunds } from '../../collection/proposals.ts'
import {
  type AddedFund,
  addProposedFund,
  closeProposedFund,
  dismissFundProposal,
  type FundProposal,
  readFundProposals
} from '../../contract/fund-proposals.ts'
import { findFamilies } from '../../funds/families.db.ts'
import { findFunds } from '../../funds/funds.db.ts'
import { refuseTaken } from '../../funds/symbols.ts'
import { addDays } from '../../market-days/days.ts'
import { labelFrequency } from '../../market-days/frequency.ts'
import { toNewYorkTime } from '../../market-days/sessions.ts'
import { countOf, dollars, percent } from '../../numbers/format-numbers.ts'
import { median } from '../../numbers/statistics.ts'
import type { Db } from '../../platform/database/schema.ts'
import { writeTransaction } from '../../platform/database/write-transaction.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { Routes } from '../../platform/http/route.ts'
import { setState } from './change-funds.ts'
import { embeddedOnly, type FundParts } from './funds.routes.ts'
import { type Suggestion, suggestFund } from './suggest-fund.ts'

/** Funds that nobody added, and funds that seem to be gone: what the sources say, for the operator to decide. */
export function addProposalRoutes({ route }: Routes, parts: FundParts): void {
  const { db, clock, market, collector } = parts
  const today = () => toNewYorkTime(clock()).day

  async function findAll(): Promise<{ proposals: FundProposal[]; others: string[] }> {
    const { proposals, others } = proposeFunds(await findSightings(db))
    const listedOn = (await readFundListState(db))?.readOn ?? null
    const unlisted = listedOn === null ? [] : await findUnlisted(db, addDays(listedOn, -daysOffList))
    const closing = proposeClosing(unlisted, today())
    return { proposals: [...proposals, ...closing], others }
  }

  async function findOne(ticker: string, kind?: FundProposal['kind']): Promise<FundProposal> {
    const { proposals } = await findAll()
    const found = proposals.find((each) => each.ticker === ticker && (kind ?? each.kind) === each.kind)
    if (found === undefined) throw new ApiError('not-found', `There is no proposal about ${ticker} any more.`)
    return found
  }

  route(readFundProposals, async () => ({
    ...(await findAll()),
    families: (await findFamilies(db)).map(({ id, name }) => ({ id, name })),
    can_add: market.isLive
  }))

  route(addProposedFund, async ({ ticker, name: given, family: chosen, group }, { actor }) => {
    const proposal = await findOne(ticker, 'add')
    await refuseTaken(db, ticker, parts)
    if (!market.isLive) throw new ApiError('conflict', embeddedOnly)
    const { issuer } = proposal
    const name = given ?? proposal.name ?? (await findListedName(parts, ticker)) ?? `${issuer} ${ticker}`
    const [funds, families] = [await findFunds(db), await findFamilies(db)]
    if (chosen !== undefined && !families.some(({ id }) => id === chosen))
      throw new ApiError('invalid-input', `family must be one of ${families.map(({ id }) => id).join(', ')}`)
    const suggestions: Suggestion[] = []
    const added = await collector.collectNew(
      ticker,
      ({ payments }) => {
        const exDates = payments.map(({ exDate }) => exDate)
        const suggestion = suggestFund({ name, issuer, exDates }, { funds, families })
        suggestions.push(suggestion)
        const family = chosen ?? suggestion.family
        if (family === null)
          throw new ApiError(
            'conflict',
            `${ticker} pays ${labelFrequency(suggestion.frequency).toLowerCase()}, as no family of ${issuer} does. Choose its family below, or add one under Funds, Families. Nothing was added.`
          )
        const { underlying } = suggestion
        return { symbol: ticker, name, issuer, family, underlying, batch: group ?? suggestion.group }
      },
      actor
    )
    await pollAtNextCheck(db)
    const [{ underlying = null, frequency = 52 } = {}] = suggestions
    const stored = (await findFunds(db)).find((fund) => fund.symbol === ticker)
    const { estimate, backtest } = await findFirstEstimate(db, ticker)
    return {
      message: toSentences(ticker, added, { estimate, backtest }),
      found: { name, family: stored?.family ?? '', underlying, payments_a_year: frequency },
      estimate,
      backtest
    }
  })

  route(closeProposedFund, async ({ ticker }, { actor }) => {
    await findOne(ticker, 'close')
    const fund = (await findUnlisted(db, today())).find(({ symbol }) => symbol === ticker)
    const since = fund?.exDates.at(-1)
    return { message: await setState(parts, { ticker, state: 'closed', since, actor }) }
  })

  route(dismissFundProposal, async ({ ticker }, { actor }) => {
    const { kind, sentence } = await findOne(ticker)
    const message = `The proposal to ${kind} ${ticker} is dismissed.`
    await writeTransaction(db, async (trx) => {
      await writeDismissal(trx, ticker, today())
      const metadata = { sentence }
      await writeLog(
        trx,
        { category: 'SYSTEM', action: 'DELETE', message, actor, symbol: ticker, metadata },
        clock()
      )
    })
    return { message }
  })
}

async function findListedName({ listFunds }: FundParts, ticker: string): Promise<string | null> {
  const list = (await listFunds?.().catch(() => null)) ?? []
  return list.find(({ symbol }) => symbol === ticker)?.name ?? null
}

type FirstEstimate = Pick<AddedFund, 'estimate' | 'backtest'>

/** The current estimate of a fund, and how far its backtested ones were off. */
async function findFirstEstimate(db: Db, symbol: string): Promise<FirstEstimate> {
  const row = await db
    .selectFrom('estimate')
    .select(['amount', 'low', 'high', 'next_ex_date'])
    .where('symbol', '=', symbol)
    .executeTakeFirst()
  const scored = await db
    .selectFrom('estimate_record')
    .select(['amount', 'actual'])
    .where('symbol', '=', symbol)
    .where('origin', '=', 'replayed')
    .where('actual', '>', 0)
    .execute()
  const errors = scored.flatMap(({ amount, actual }) =>
    actual === null ? [] : Math.abs(amount - actual) / actual
  )
  const { amount = null, low = null, high = null, next_ex_date: ex_date = null } = row ?? {}
  const isComplete = amount !== null && low !== null && high !== null && ex_date !== null
  return {
    estimate: isComplete ? { amount, low, high, ex_date } : null,
    backtest: errors.length === 0 ? null : { payments: errors.length, median_error: median(errors) }
  }
}

function toSentences(
  ticker: string,
  {
    closes,
    payments,
    quarantined,
    noEstimate
  }: { closes: number; payments: number; quarantined: number; noEstimate: string | null },
  { estimate, backtest }: FirstEstimate
): string {
  const sentences = [`${ticker} was added with ${closes} closes and ${payments} payments, and is published.`]
  if (quarantined > 0)
    sentences.push(
      `${countOf(quarantined, 'payment')} ${quarantined === 1 ? 'looks odd and waits' : 'look odd and wait'} below.`
    )
  if (estimate !== null)
    sentences.push(
      `First estimate: ${dollars(estimate.amount)}, between ${dollars(estimate.low)} and ${dollars(estimate.high)}.`
    )
  else if (noEstimate !== null) sentences.push(noEstimate)
  if (backtest !== null)
    sentences.push(
      `Backtest: median error ${percent(backtest.median_error, 0)} over ${countOf(backtest.payments, 'payment')}.`
    )
  return sentences.join(' ')
}
