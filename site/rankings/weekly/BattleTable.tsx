import { pathOfFund } from '../../../admin-api/contract/pages.ts'
import type { LeftOutFund, WeeklyBattle } from '../../../admin-api/contract/rankings.ts'
import { minRanked } from '../../../admin-api/returns/growth-table.ts'
import { formatDay } from '../../lib/format.ts'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { LongList } from '../../ui/LongList.tsx'
import { BattleRow } from './BattleRow.tsx'
import { boughtOn, boughtWhen, differentDaysWarning, standingsOf } from './standings.ts'

/** Ranking of one tab with its days, and the funds left out. */
export function BattleTable({ battle, tab }: { battle: WeeklyBattle; tab: string }) {
  const standings = standingsOf(battle.entries, tab)
  const isRanked = standings.length >= minRanked
  const warning = differentDaysWarning(standings.map(({ entry }) => entry))
  const highest = standings[0]?.entry.yield_on_cost ?? 0
  const widest = Math.max(0, ...standings.map(({ entry }) => Math.abs(entry.total_return)))
  return (
    <>
      <p className="battle-table__days below-3 muted text-s tabular">
        <strong>
          {standings.length} {standings.length === 1 ? 'fund' : 'funds'}, {boughtWhen(battle)}.
        </strong>{' '}
        {warning !== null && <span className="battle-table__warning">{warning}</span>} Payments and prices
        through {formatDay(battle.as_of)}; rank changes since {formatDay(battle.week_before)}.
      </p>
      {standings.length === 0 ? (
        <p className="battle-table__none">No fund of this group existed that long ago.</p>
      ) : (
        <LongList count={standings.length} what="funds">
          <div className="ranking-sheet">
            <table className="ranking-sheet__table text-s tabular battle-table">
              <caption className="visually-hidden">
                Funds by yield on cost, {boughtWhen(battle)}, best first
              </caption>
              <thead>
                <tr>
                  <th className="ranking-sheet__rank" scope="col">
                    Place
                  </th>
                  <th className="battle-table__movement" scope="col">
                    <abbr title="Places gained or lost in a week">Week</abbr>
                  </th>
                  <th className="ranking-sheet__fund" scope="col">
                    Ticker
                  </th>
                  <th className="battle-table__yield" scope="col">
                    Yield on cost
                  </th>
                  <th className="is-figure" scope="col">
                    Latest payment
                  </th>
                  <th className="is-figure" scope="col">
                    Price paid
                  </th>
                  <th className="is-figure" scope="col">
                    Price now
                  </th>
                  <th className="battle-table__return" scope="col">
                    Total return since
                  </th>
                </tr>
              </thead>
              <tbody>
                {standings.map((standing) => (
                  <BattleRow
                    key={standing.entry.symbol}
                    standing={standing}
                    isRanked={isRanked}
                    highest={highest}
                    widest={widest}
                    named={{ bought: boughtOn(battle), newest: battle.as_of }}
                  />
                ))}
              </tbody>
            </table>
          </div>
        </LongList>
      )}
      <LeftOut funds={battle.left_out} />
    </>
  )
}

const reasons: readonly { reason: LeftOutFund['reason']; title: string; since: string }[] = [
  { reason: 'too-young', title: 'Too young to be ranked', since: 'first price' },
  { reason: 'inactive', title: 'Not ranked: stopped paying', since: 'last ex-date' },
  { reason: 'no-recent-price', title: 'Not ranked: no recent price', since: 'last price' }
]

/** Funds that couldn't be ranked, and why. */
function LeftOut({ funds }: { funds: readonly LeftOutFund[] }) {
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
