import { pathOfFund } from '../../../admin-api/contract/pages.ts'
import { formatChange, formatDay, formatDividend, formatMoney, formatPercent } from '../../lib/format.ts'
import { NameCell, RankCell } from '../RankingCells.tsx'
import { ReturnBar, YieldBar } from './bars.tsx'
import { MovementMark } from './MovementMark.tsx'
import type { Standing } from './standings.ts'

type BattleRowProps = {
  standing: Standing
  /** The best yield and the widest return of the sheet, which its bars are measured by. */
  highest: number
  widest: number
}

export function BattleRow({ standing: { place, movement, entry }, highest, widest }: BattleRowProps) {
  const { symbol, total_return } = entry
  return (
    <tr>
      <RankCell rank={place} />
      <td className="battle-table__movement">
        <MovementMark movement={movement} />
      </td>
      <NameCell href={pathOfFund(symbol)} symbol={symbol} name={entry.name} />
      <td className="battle-table__yield" data-label="Yield on cost">
        <span className="ranking-sheet__main">{formatPercent(entry.yield_on_cost)}</span>
        <YieldBar share={highest > 0 ? entry.yield_on_cost / highest : 0} />
      </td>
      <td className="is-figure" data-label="Payment">
        {formatDividend(entry.latest_dividend)}{' '}
        <span className="ranking-sheet__note">
          {entry.payment_frequency === 52 ? '' : `${entry.frequency_label.toLowerCase()}, `}
          {formatDay(entry.latest_ex_date)}
        </span>
      </td>
      <td className="is-figure" data-label="Price paid">
        {formatMoney(entry.cost_price)}{' '}
        <span className="ranking-sheet__note">{formatDay(entry.cost_date)}</span>
      </td>
      <td className="is-figure" data-label="Price now">
        {formatMoney(entry.price)} <span className="ranking-sheet__note">{formatDay(entry.price_date)}</span>
      </td>
      <td className="battle-table__return" data-label="Total return">
        <span className={total_return < 0 ? 'is-loss' : 'is-gain'}>{formatChange(total_return)}</span>
        <ReturnBar share={widest > 0 ? total_return / widest : 0} />
      </td>
    </tr>
  )
}
