import type { Transaction } from 'kysely'
import { writeLog } from '../admin-log/admin-log.db.ts'
import type { FundWithHistory } from '../payments/fund-histories.db.ts'
import { writeStanding } from '../funds/funds.db.ts'
import type { Database } from '../platform/database/schema.ts'
import { askAgainAfter, type FundStanding, judgeSilence, spellStanding } from '../funds/fund-state.ts'
import { toNewYorkTime } from '../market-days/new-york.ts'
import type { EstimateResult } from '../estimator/estimator.ts'

/** Closes the funds of which nothing comes any more, and reopens those of which something came, with a line each. */
export async function judgeStandings(
  trx: Transaction<Database>,
  funds: readonly FundWithHistory[],
  results: readonly EstimateResult[],
  now: Date
): Promise<Map<string, FundStanding>> {
  const resultOf = new Map(results.map((result) => [result.symbol, result]))
  const standings = new Map<string, FundStanding>()
  for (const { history, standing } of funds) {
    const { symbol } = history
    const result = resultOf.get(symbol)
    const verdict = result === undefined ? null : judgeSilence(standing, history, result)
    if (verdict === null) {
      standings.set(symbol, standing)
      continue
    }
    const isOpen = verdict.state === 'open'
    const fresh: FundStanding = isOpen
      ? { symbol, state: 'open', state_since: null, state_cause: null }
      : { symbol, state: 'closed', state_since: verdict.since, state_cause: 'silent' }
    const ask_again_on = isOpen ? null : askAgainAfter(toNewYorkTime(now).day)
    await writeStanding(trx, { ...fresh, ask_again_on })
    standings.set(symbol, fresh)
    await writeLog(
      trx,
      {
        level: 'WARNING',
        category: 'SYSTEM',
        action: 'UPDATE',
        symbol,
        message: isOpen ? `${symbol} is open again: figures of it have come.` : spellStanding(fresh),
        metadata: { ...fresh }
      },
      now
    )
  }
  return standings
}
