import type { Kysely } from 'kysely'
import type { FundSummary } from '../../contract/pages.ts'
import type { FundIdentity } from '../../db/funds.db.ts'
import type { Database } from '../../db/schema.ts'
import { labelFrequency, roundTo } from '../../db/wire-format.ts'

export type ListedFund = FundIdentity & { summary: FundSummary }

/** All funds by symbol, each with the little that a list tells of it. */
export async function findListedFunds(db: Kysely<Database>): Promise<ListedFund[]> {
  const rows = await db
    .selectFrom('fund')
    .leftJoin('estimate', 'estimate.symbol', 'fund.symbol')
    .select([
      'fund.symbol',
      'fund.name',
      'fund.issuer',
      'fund.family',
      'fund.underlying',
      'estimate.amount',
      'estimate.frequency',
      'estimate.next_ex_date'
    ])
    .orderBy('fund.symbol')
    .execute()
  return rows.map(({ amount, frequency, next_ex_date, ...fund }) => ({
    ...fund,
    summary: {
      symbol: fund.symbol,
      name: fund.name,
      issuer: fund.issuer,
      estimate:
        amount === null || frequency === null || next_ex_date === null
          ? null
          : {
              dividend: roundTo(4, amount),
              frequencyLabel: labelFrequency(frequency),
              nextExDate: next_ex_date
            }
    }
  }))
}
