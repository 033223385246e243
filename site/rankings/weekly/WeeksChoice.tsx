import type { BattleWeeks } from '../../../admin-api/contract/rankings.ts'
import { allWeeks } from './battle-choice.ts'

const atFirstPrice = 'at the first price'

type WeeksChoiceProps = { chosen: BattleWeeks; onChoose: (weeks: BattleWeeks) => void }

export function WeeksChoice({ chosen, onChoose }: WeeksChoiceProps) {
  return (
    <fieldset className="choice">
      <legend className="choice__name">Weeks since you bought</legend>
      {allWeeks.map((weeks) => (
        <label key={weeks} className="choice__option">
          <input
            className="choice__input"
            type="radio"
            name="weeks"
            aria-label={weeks === 'all' ? atFirstPrice : `${weeks} weeks`}
            checked={chosen === weeks}
            onChange={() => onChoose(weeks)}
          />
          <span className="chip">{weeks === 'all' ? atFirstPrice : weeks}</span>
        </label>
      ))}
    </fieldset>
  )
}
