import type { BattleWeeks } from '../../../admin-api/contract/rankings.ts'

const choices: readonly { weeks: BattleWeeks; text: string }[] = [
  { weeks: '4', text: '4' },
  { weeks: '12', text: '12' },
  { weeks: '26', text: '26' },
  { weeks: '52', text: '52' },
  { weeks: 'all', text: 'at the first price' }
]

type WeeksChoiceProps = { chosen: BattleWeeks; onChoose: (weeks: BattleWeeks) => void }

export function WeeksChoice({ chosen, onChoose }: WeeksChoiceProps) {
  return (
    <fieldset className="choice">
      <legend className="choice__name">Weeks since you bought</legend>
      {choices.map(({ weeks, text }) => (
        <label key={weeks} className="choice__option">
          <input
            className="choice__input"
            type="radio"
            name="weeks"
            aria-label={weeks === 'all' ? text : `${weeks} weeks`}
            checked={chosen === weeks}
            onChange={() => onChoose(weeks)}
          />
          <span className="chip">{text}</span>
        </label>
      ))}
    </fieldset>
  )
}
