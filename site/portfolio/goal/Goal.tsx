import { useEffect, useState } from 'react'
import { formatCount, formatDay, formatMoney, readNumber } from '../../lib/format.ts'
import { Card } from '../../ui/Card.tsx'
import { Amount } from '../../ui/Field.tsx'
import type { PortfolioFigures } from '../calculate-portfolio.ts'
import { changePortfolio } from '../portfolio-store.ts'
import { furthestYears, goalOutlook, type Scenario, scenarios } from '../positions/outlook.ts'
import { highestGoal } from '../stored-portfolio.ts'
import { CourseToTreasure, Row } from '../summary/HoldingsCard.tsx'

const names: Record<Scenario, string> = {
  hold: 'If payments hold',
  fall: 'If payments fall like prices did last year',
  halve: 'If payments are halved'
}

/** The visitor's goal, a sum of distributions, and when it will be reached. */
export function Goal({
  figures,
  goal,
  today
}: {
  figures: PortfolioFigures
  goal: number | null
  today: string
}) {
  const received = figures.funds.reduce((sum, fund) => sum + fund.received, 0)
  return (
    <Card titleId="portfolio-goal-title" title="Goal">
      <AmountField
        label="Goal: total distributions"
        unit="dollars"
        value={goal}
        highest={highestGoal}
        onChange={(value) => changePortfolio({ type: 'set-goal', goal: value })}
      />
      {goal !== null && (
        <>
          <CourseToTreasure fraction={received / goal} />
          <p className="portfolio__small above-2 muted text-s">
            {formatMoney(Math.min(received, goal))} of {formatMoney(goal)} has been received.
          </p>
          <dl className="ledger above-3">
            {scenarios.map((scenario) => {
              const { reachedOn, sum } = goalOutlook(figures.yearly, { received, goal }, scenario, today)
              const day =
                reachedOn === null ? `${formatMoney(sum)} in ${furthestYears} years` : formatDay(reachedOn)
              return <Row key={scenario} name={names[scenario]} value={received >= goal ? 'reached' : day} />
            })}
          </dl>
        </>
      )}
    </Card>
  )
}

type AmountFieldProps = {
  label: string
  unit: 'dollars' | 'percent'
  value: number | null
  highest: number
  /** Gets null for an empty field; not called for invalid numbers. */
  onChange: (value: number | null) => void
}

/** A number that is saved while it is typed. */
export function AmountField({ label, unit, value, highest, onChange }: AmountFieldProps) {
  const [text, setText] = useState(value === null ? '' : String(value))
  const typed = readAmount(text)
  const isFault = text.trim() !== '' && !(typed > 0 && typed <= highest)

  // Another tab may have changed it.
  useEffect(() => {
    setText((last) => (readAmount(last) === value ? last : value === null ? '' : String(value)))
  }, [value])

  function change(next: string) {
    setText(next)
    const amount = readAmount(next)
    if (next.trim() === '') onChange(null)
    else if (amount > 0 && amount <= highest) onChange(amount)
  }

  return (
    <Amount
      label={label}
      error={isFault ? `A number of ${unit} above 0, up to ${formatCount(highest)}.` : undefined}
      isHintLive
      hint={`In ${unit}. Stored in this browser.`}
      value={text}
      onChange={(event) => change(event.target.value)}
    />
  )
}

/** NaN if it is no number; '24%' is 24. */
function readAmount(text: string): number {
  return readNumber(text.replace(/\s*%\s*$/, ''))
}
