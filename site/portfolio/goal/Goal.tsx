import { type ReactNode, useEffect, useState } from 'react'
import { formatCount, formatDay, formatMonth, readNumber } from '../../lib/format.ts'
import { Card } from '../../ui/Card.tsx'
import { Amount } from '../../ui/Field.tsx'
import { GoalProgress } from '../../ui/GoalProgress.tsx'
import type { PortfolioFigures } from '../calculate-portfolio.ts'
import { formatAmount } from '../format-portfolio.ts'
import { changePortfolio, usePortfolio } from '../portfolio-store.ts'
import { furthestYears, goalOutlook, incomeGoalDay, type Scenario, scenarios } from '../positions/outlook.ts'
import { highestGoal } from '../stored-portfolio.ts'
import { Row } from '../summary/HoldingsCard.tsx'

const names: Record<Scenario, string> = {
  hold: 'If payments hold',
  fall: 'If payments fall like prices did last year',
  halve: 'If payments are halved'
}

/** The visitor's goals, a sum of distributions and a monthly income, and when each will be reached. */
export function Goal({ figures }: { figures: PortfolioFigures }) {
  const { goal, incomeGoal = null } = usePortfolio()
  const { yearly, year, today } = figures
  const received = figures.funds.reduce((sum, fund) => sum + fund.received, 0)
  const monthly = year.sum.coming / 12
  return (
    <Card titleId="portfolio-goal-title" title="Goals" bodyClassName="halves grid gap-5">
      <div>
        <AmountField
          label="Goal: total distributions"
          unit="dollars"
          value={goal}
          highest={highestGoal}
          onChange={(value) => changePortfolio({ type: 'set', settings: { goal: value } })}
        />
        {goal !== null && (
          <Progress
            share={received / goal}
            reached={(scenario) => {
              const { reachedOn, sum } = goalOutlook(yearly, { received, goal }, scenario, today)
              return reachedOn === null
                ? `${formatAmount(sum)} in ${furthestYears} years`
                : formatDay(reachedOn)
            }}
          >
            {formatAmount(Math.min(received, goal))} of {formatAmount(goal)} has been received.
          </Progress>
        )}
      </div>
      <div>
        <AmountField
          label="Goal: income a month"
          unit="dollars"
          value={incomeGoal}
          highest={highestGoal}
          onChange={(value) => changePortfolio({ type: 'set', settings: { incomeGoal: value } })}
        />
        {incomeGoal !== null && (
          <Progress
            share={monthly / incomeGoal}
            reached={(scenario) => {
              const day = incomeGoalDay(yearly, incomeGoal, scenario, today)
              if (day === null) return `not in ${furthestYears} years`
              return day <= today ? 'reached' : formatMonth(day)
            }}
          >
            {formatAmount(monthly)} of {formatAmount(incomeGoal)} a month, averaged over the next 12 months
            {year.range !== null &&
              ` (80% range ${formatAmount(year.range.low / 12)} to ${formatAmount(year.range.high / 12)})`}
            . The months below count what you plan to add and reinvest, under Payments by month.
          </Progress>
        )}
      </div>
    </Card>
  )
}

type ProgressProps = {
  share: number
  /** When a goal is reached. */
  reached: (scenario: Scenario) => string
  children: ReactNode
}

function Progress({ share, reached, children }: ProgressProps) {
  return (
    <>
      <GoalProgress fraction={share} />
      <p className="portfolio__small above-2 muted text-s">{children}</p>
      <dl className="ledger above-3">
        {scenarios.map((scenario) => (
          <Row key={scenario} name={names[scenario]} value={share >= 1 ? 'reached' : reached(scenario)} />
        ))}
      </dl>
    </>
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
