import { pathOfFund } from '../../../admin-api/contract/pages.ts'
import type { LeftOutFund } from '../../../admin-api/contract/rankings.ts'
import { formatDay } from '../../lib/format.ts'
import { Disclosure } from '../../ui/Disclosure.tsx'

const reasons: readonly { reason: LeftOutFund['reason']; title: string; since: string }[] = [
  { reason: 'too-young', title: 'Too young to be ranked', since: 'first price' },
  { reason: 'inactive', title: 'Not ranked: stopped paying', since: 'last ex-date' },
  { reason: 'no-recent-price', title: 'Not ranked: no recent price', since: 'last price' }
]

/** Funds that couldn't be ranked, and why. */
export function LeftOut({ funds }: { funds: readonly LeftOutFund[] }) {
  if (funds.length === 0) return null
  return (
    <Disclosure summary={`${funds.length} ${funds.length === 1 ? 'fund is' : 'funds are'} not ranked`}>
      <dl className="left-out grid gap-y-4 gap-x-6 text-s">
        {reasons.map(({ reason, title, since }) => {
          const named = funds.filter((fund) => fund.reason === reason)
          if (named.length === 0) return null
          return (
            <div key={reason} className="left-out__group">
              <dt className="strong">{title}</dt>
              {named.map((fund) => (
                <dd key={fund.symbol} className="left-out__fund muted tabular">
                  <a href={pathOfFund(fund.symbol)}>{fund.symbol}</a>
                  {fund.since !== null && `, ${since} ${formatDay(fund.since)}`}
                </dd>
              ))}
            </div>
          )
        })}
      </dl>
    </Disclosure>
  )
}
