import { oldAge } from '../../../admin-api/market-days/data-age.ts'
import type { IsoDay } from '../../../admin-api/market-days/types.ts'
import type { HeldFund } from './held-fund.ts'

/** The newest day known of any of the funds that are open, where that is old; null else. */
export function oldNews(
  funds: readonly Pick<HeldFund, 'state' | 'asOf'>[],
  today: IsoDay
): { asOf: IsoDay; tradingDays: number } | null {
  const asOf = funds
    .flatMap((fund) => (fund.state === 'open' ? [fund.asOf] : []))
    .sort()
    .at(-1)
  const tradingDays = asOf === undefined ? null : oldAge(asOf, today)
  return asOf === undefined || tradingDays === null ? null : { asOf, tradingDays }
}
