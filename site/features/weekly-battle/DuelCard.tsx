import { useState } from 'react'
import type { WeeklyBattle } from '../../../admin-api/contract/rankings.ts'
import { type DuelRow, duelOf, type Side, verdictOf } from './duel.ts'
import { FundPicker } from './FundPicker.tsx'
import { standingsOf, weeklyTab } from './standings.ts'

/** Two funds head to head; the first two of the weekly payers until the visitor picks others. */
export function DuelCard({ battle, isFixed = false }: { battle: WeeklyBattle; isFixed?: boolean }) {
  const leaders = standingsOf(battle.entries, weeklyTab.id).map(({ entry }) => entry.symbol)
  const [picked, setPicked] = useState({ left: leaders[0] ?? '', right: leaders[1] ?? '' })
  const fighter = (side: Side) => battle.entries.find(({ symbol }) => symbol === picked[side])
  const [left, right] = [fighter('left'), fighter('right')]
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
    <section className="duel" aria-labelledby="duel-title">
      <div className="duel__head">
        <p className="label">Side by side</p>
        <h2 id="duel-title">Head to head</h2>
      </div>
      <table className="duel__table">
        <caption className="visually-hidden">Two funds, measure by measure</caption>
        <thead>
          <tr>
            <td />
            <th scope="col">{nameOf('left')}</th>
            <th scope="col">{nameOf('right')}</th>
          </tr>
        </thead>
        <tbody>{left !== undefined && right !== undefined && duelOf(left, right).map(toRow)}</tbody>
      </table>
      <p className="duel__verdict" aria-live="polite">
        {left !== undefined && right !== undefined
          ? verdictOf(left, right)
          : 'One of these two cannot be ranked over that time. Pick another.'}
      </p>
    </section>
  )
}

function toRow({ measure, left, right, better }: DuelRow) {
  return (
    <tr key={measure}>
      <th className="duel__measure" scope="row">
        {measure}
      </th>
      {(
        [
          ['left', left],
          ['right', right]
        ] as const
      ).map(([side, cell]) => (
        <td key={side} className={better === side ? 'duel__cell duel__cell--better' : 'duel__cell'}>
          <span className="duel__figure">{cell.figure}</span>
          {better === side && <span className="visually-hidden"> (better)</span>}
          {cell.note !== undefined && <span className="ranking-sheet__note">{cell.note}</span>}
        </td>
      ))}
    </tr>
  )
}
