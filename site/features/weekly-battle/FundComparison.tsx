import { useState } from 'react'
import type { WeeklyBattle } from '../../../admin-api/contract/rankings.ts'
import { newYorkDay } from '../../lib/days.ts'
import { type ComparisonRow, compareFunds, type Side, verdictOf } from './compare-funds.ts'
import { FundPicker } from './FundPicker.tsx'
import { standingsOf, weeklyTab } from './standings.ts'

type FundComparisonProps = {
  battle: WeeklyBattle
  isFixed?: boolean
  /** In New York, where the page is drawn. */
  today?: string
}

/** Two funds head to head; the first two of the weekly payers until the visitor picks others. */
export function FundComparison({ battle, isFixed = false, today = newYorkDay() }: FundComparisonProps) {
  const leaders = standingsOf(battle.entries, weeklyTab.id).map(({ entry }) => entry.symbol)
  const [picked, setPicked] = useState({ left: leaders[0] ?? '', right: leaders[1] ?? '' })
  const entryOn = (side: Side) => battle.entries.find(({ symbol }) => symbol === picked[side])
  const [left, right] = [entryOn('left'), entryOn('right')]
  const symbols = battle.entries.map(({ symbol }) => symbol).sort()

  function nameOf(side: Side) {
    if (isFixed) return picked[side]
    return (
      <FundPicker
        label={side === 'left' ? 'First fund' : 'Second fund'}
        symbols={symbols}
        picked={picked[side]}
        onPick={(symbol) => setPicked({ ...picked, [side]: symbol })}
      />
    )
  }

  return (
    <section className="fund-comparison" aria-labelledby="comparison-title">
      <div className="fund-comparison__head">
        <p className="label">Side by side</p>
        <h2 id="comparison-title">Head to head</h2>
      </div>
      <table className="fund-comparison__table">
        <caption className="visually-hidden">Two funds, measure by measure</caption>
        <thead>
          <tr>
            <td />
            <th scope="col">{nameOf('left')}</th>
            <th scope="col">{nameOf('right')}</th>
          </tr>
        </thead>
        <tbody>
          {left !== undefined && right !== undefined && compareFunds(left, right, today).map(toRow)}
        </tbody>
      </table>
      <p className="fund-comparison__verdict" aria-live="polite">
        {left !== undefined && right !== undefined
          ? verdictOf(left, right)
          : 'One of these two cannot be ranked over that time. Pick another.'}
      </p>
    </section>
  )
}

function toRow({ measure, left, right, better }: ComparisonRow) {
  return (
    <tr key={measure}>
      <th className="fund-comparison__measure" scope="row">
        {measure}
      </th>
      {(
        [
          ['left', left],
          ['right', right]
        ] as const
      ).map(([side, cell]) => (
        <td
          key={side}
          className={
            better === side ? 'fund-comparison__cell fund-comparison__cell--better' : 'fund-comparison__cell'
          }
        >
          <span className="fund-comparison__figure">{cell.figure}</span>
          {better === side && <span className="visually-hidden"> (better)</span>}{' '}
          {cell.note !== undefined && <span className="ranking-sheet__note">{cell.note}</span>}
        </td>
      ))}
    </tr>
  )
}
