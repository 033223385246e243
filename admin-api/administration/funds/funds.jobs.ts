import type { Actor } from '../../admin-log/admin-log.db.ts'
import { writeStanding } from '../../funds/funds.db.ts'
import { touchHistory } from '../../payments/payment-records.db.ts'
import { spellDay } from '../../market-days/days.ts'
import { toNewYorkTime } from '../../market-days/new-york.ts'
import type { FundState } from '../../contract/vocabulary.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { Job } from '../../estimates/jobs/job.ts'
import { findOurs, log } from './change-fund.ts'
import { type FundRow, writeSymbol } from './fund-list.db.ts'

type StateChange = { ticker: string; state: FundState; since?: string | undefined; actor: Actor }
type Renaming = { ticker: string; new_symbol: string; name?: string | undefined; actor: Actor }

const stateWords: Readonly<Record<FundState, string>> = { open: 'open', closed: 'closed', retired: 'retired' }

/** Closes, retires or reopens. @returns the sentence that the log keeps, as the next one does */
export const setState: Job<StateChange, string> = {
  name: 'set-fund-state',
  run: async ({ now, write, refreshEstimates }, { ticker, state, since, actor }) => {
    const { day: today } = toNewYorkTime(now)
    if (since !== undefined && since > today)
      throw new ApiError('invalid-input', `since must not be after today, ${today}.`)
    return write(async (trx) => {
      const fund = await findOurs(trx, ticker)
      if (fund.state === state) throw new ApiError('conflict', `${ticker} is ${stateWords[state]} already.`)
      const day = state === 'open' ? today : (since ?? today)
      await writeStanding(trx, {
        symbol: ticker,
        state,
        state_since: day,
        state_cause: 'operator',
        ask_again_on: null
      })
      await refreshEstimates(trx)
      const message =
        state === 'open'
          ? `${ticker} is open again.`
          : `${ticker} is ${stateWords[state]} since ${spellDay(day)}.`
      const metadata = { from: fund.state, to: state, since: day }
      return log(trx, { symbol: ticker, message, metadata, actor }, now)
    })
  }
}

/** All that belongs to the fund goes with it, and its old address leads on. */
export const rename: Job<Renaming, string> = {
  name: 'rename-fund',
  run: async (
    { now, write, queueChange, refreshEstimates, refuseTaken },
    { ticker, new_symbol, name, actor }
  ) =>
    write(async (trx) => {
      const fund = await findOurs(trx, ticker)
      if (new_symbol === ticker) throw new ApiError('invalid-input', `${ticker} has this symbol already.`)
      await refuseTaken(trx, new_symbol, ticker)
      const named: FundRow = {
        ...fund,
        symbol: new_symbol,
        name: name ?? fund.name,
        name_by: name === undefined ? fund.name_by : 'operator'
      }
      await writeSymbol(trx, fund, named, toNewYorkTime(now).day)
      // Closed because nobody quoted the old symbol: that is explained now.
      if (fund.state_cause === 'unknown')
        await writeStanding(trx, {
          symbol: new_symbol,
          state: 'open',
          state_since: null,
          state_cause: null,
          ask_again_on: null
        })
      await touchHistory(trx, now)
      await refreshEstimates(trx)
      await queueChange(trx, { kind: 'funds' }, now)
      const message = `${ticker} is ${new_symbol} now, and its old address leads on.`
      const metadata = { from: ticker, to: new_symbol, ...(name !== undefined && { name }) }
      return log(trx, { symbol: new_symbol, message, metadata, actor }, now)
    })
}

export const fundJobs = [setState, rename] as const
