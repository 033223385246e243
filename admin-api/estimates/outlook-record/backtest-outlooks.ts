import { methodVersion } from '../../estimator/estimator.ts'
import { createSampler, forecastPath, quantilesOfSum } from '../../estimator/outlook/outlook.ts'
import { closeAt } from '../../market-days/closes.ts'
import { addMonths } from '../../market-days/days.ts'
import { toNewYorkTime } from '../../market-days/sessions.ts'
import type { FundHistory, IsoDay } from '../../market-days/types.ts'
import { roundAmount } from '../../numbers/format-numbers.ts'
import type { FundWithHistory } from '../../payments/fund-histories.db.ts'
import { publishedMonths } from '../outlooks.ts'
import { toColumns } from './freeze-outlooks.ts'
import type { FrozenOutlook } from './outlook-record.db.ts'
import { sessionBefore } from './outlook-sessions.ts'

type Fund = Pick<FundWithHistory, 'history' | 'splits'>

/**
 * The outlooks of past first sessions of a month, each from what was known before it opened. Dates follow from the
 * frequency of that day; all amounts come from the fund's pace, because there is no estimate of that day.
 */
export function backtestOutlooks(
  funds: readonly Fund[],
  sessions: readonly IsoDay[],
  now: Date
): FrozenOutlook[] {
  const end = sessions.at(-1)
  if (end === undefined) return []
  const days = sessions.map(sessionBefore)
  const today = toNewYorkTime(now).day
  const sampleAt = createSampler(
    funds.map(({ history }) => history),
    days,
    sessionBefore(end)
  )
  return sessions.flatMap((session, i) => {
    const asOf = days[i] ?? session
    const samples = sampleAt(asOf)
    return funds.flatMap(({ history, splits }) => {
      const close = closeAt(history.closes, asOf)
      if (close === undefined) return []
      // All amounts are on today's share basis.
      const last_split = splits.findLast(({ date }) => date <= today)?.date || null
      return listSums(history, asOf, samples.get(history.symbol) ?? []).map((sums) => ({
        symbol: history.symbol,
        family: history.family,
        session,
        origin: 'replayed' as const,
        as_of: asOf,
        made_at: now.toISOString(),
        method_version: methodVersion,
        price: close.close,
        price_date: close.date,
        last_split,
        ...sums
      }))
    })
  })
}

function listSums(fund: FundHistory, asOf: IsoDay, sample: Parameters<typeof quantilesOfSum>[1]) {
  const path = forecastPath(fund, asOf, addMonths(asOf, Math.max(...publishedMonths)))
  if (path === null) return []
  return publishedMonths.flatMap((months) => {
    const to = addMonths(asOf, months)
    const within = path.payments.filter(({ exDate }) => exDate <= to)
    if (within.length === 0) return []
    const sumOf = (list: typeof within) => list.reduce((sum, { amount }) => sum + amount, 0)
    const quantiles = quantilesOfSum(within, sample, asOf)?.map(roundAmount) ?? null
    return [
      {
        ...toColumns({
          months,
          to,
          payments: within.length,
          amount: roundAmount(sumOf(within)),
          low: null,
          high: null,
          quantiles
        }),
        frequency: path.frequency,
        repeat: roundAmount(sumOf(path.repeated.filter(({ exDate }) => exDate <= to)))
      }
    ]
  })
}
