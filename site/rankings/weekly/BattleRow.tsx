import { pathOfFund } from '../../../admin-api/contract/pages.ts'
import {
  formatChange,
  formatDay,
  formatDividend,
  formatMoney,
  formatPercent,
  formatShortDay
} from '../../lib/format.ts'
import { NameCell, RankCell } from '../RankingCells.tsx'
import type { Standing } from './standings.ts'

type BattleRowProps = {
  standing: Standing
  isRanked: boolean
  /** Highest yield and largest return in the table, for the scale of its bars. */
  highest: number
  widest: number
  /** Days of purchase and of the newest close that the sentence above names; rows show only others. */
  named: { bought: string | null; newest: string }
}

export function BattleRow({ standing, isRanked, highest, widest, named }: BattleRowProps) {
  const { place, movement, entry } = standing
  const { symbol, total_return } = entry
  return (
    <tr>
      <RankCell rank={isRanked ? place : null} />
      <td className="battle-table__movement">{isRanked && <MovementMark movement={movement} />}</td>
      <NameCell href={pathOfFund(symbol)} symbol={symbol} name={entry.name} />
      <td className="battle-table__yield" data-label="Yield on cost">
        <span className="ranking-sheet__main">{formatPercent(entry.yield_on_cost)}</span>
        <YieldBar share={highest > 0 ? entry.yield_on_cost / highest : 0} />
      </td>
      <td className="is-figure battle-table__payment" data-label="Payment">
        {formatDividend(entry.latest_dividend)}{' '}
        <span className="ranking-sheet__note">
          {entry.payment_frequency === 52 ? '' : `${entry.frequency_label.toLowerCase()}, `}
          {formatShortDay(entry.latest_ex_date)}
        </span>
      </td>
      <td className="is-figure" data-label="Price paid">
        {formatMoney(entry.cost_price)}
        <OtherDay day={entry.cost_date} than={named.bought} />
      </td>
      <td className="is-figure" data-label="Price now">
        {formatMoney(entry.price)}
        <OtherDay day={entry.price_date} than={named.newest} />
      </td>
      <td className="battle-table__return" data-label="Total return">
        <span className={total_return < 0 ? 'is-loss' : 'is-gain'}>{formatChange(total_return)}</span>
        <ReturnBar share={widest > 0 ? total_return / widest : 0} />
      </td>
    </tr>
  )
}

function OtherDay({ day, than }: { day: string; than: string | null }) {
  if (day === than) return null
  return (
    <>
      {' '}
      <span className="ranking-sheet__note">{formatDay(day)}</span>
    </>
  )
}

/** Change of rank since the week before; null for a new fund. */
function MovementMark({ movement }: { movement: number | null }) {
  if (movement === null) return <span className="movement movement--new">new</span>
  if (movement === 0) {
    return (
      <span className="movement muted">
        <span aria-hidden="true">=</span>
        <span className="visually-hidden">same place</span>
      </span>
    )
  }
  const isUp = movement > 0
  const places = Math.abs(movement)
  return (
    <span className={isUp ? 'movement positive' : 'movement negative'}>
      <svg className="movement__pennant" viewBox="0 0 10 8" aria-hidden="true">
        <path d={isUp ? 'M5 0l5 8H0z' : 'M5 8l5-8H0z'} />
      </svg>
      <span className="visually-hidden">{isUp ? 'up' : 'down'} </span>
      {places}
      <span className="visually-hidden"> {places === 1 ? 'place' : 'places'}</span>
    </span>
  )
}

/** `share` of the best, 0 to 1. */
function YieldBar({ share }: { share: number }) {
  return (
    <svg className="cell-drawing battle-bar" height="7" aria-hidden="true">
      <rect className="battle-bar__ground" width="100%" y="3" height="1" />
      <rect className="battle-bar__yield" width={percent(share)} height="7" />
    </svg>
  )
}

/** `share` of the largest on either side, -1 to 1; zero is in the middle. */
function ReturnBar({ share }: { share: number }) {
  const half = Math.abs(share) / 2
  return (
    <svg className="cell-drawing battle-bar" height="7" aria-hidden="true">
      <rect className="battle-bar__ground" width="100%" y="3" height="1" />
      <rect
        className={share < 0 ? 'battle-bar__loss' : 'battle-bar__gain'}
        x={percent(share < 0 ? 0.5 - half : 0.5)}
        width={percent(half)}
        height="7"
      />
      <line className="battle-bar__zero" x1="50%" x2="50%" y1="-2" y2="9" />
    </svg>
  )
}

function percent(share: number): string {
  return `${Math.round(share * 10_000) / 100}%`
}
