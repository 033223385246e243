import { useEffect, useState } from 'react'
import { formatCount, formatDay, formatMonth, readNumber } from '../../lib/format.ts'
import { FoldedCard } from '../../ui/Card.tsx'
import { Amount } from '../../ui/Field.tsx'
import { GoalProgress } from '../../ui/GoalProgress.tsx'
import type { PortfolioFigures } from '../calculate-portfolio.ts'
import { formatAmount } from '../format-portfolio.ts'
import { type Crashes, crashShares } from '../outlook/use-crashes.ts'
import { changePortfolio, usePortfolio } from '../portfolio-store.ts'
import { furthestYears, goalOutlook, incomeGoalDay, type Scenario, scenarios } from '../positions/outlook.ts'
import { highestGoal } from '../stored-portfolio.ts'
import { Row } from '../summary/HoldingsCard.tsx'

const names: Record<Scenario, string> = {
  hold: 'At the average of the next 12 months',
  fall: 'If payments then fall like prices did last year',
  crash: 'If payments stay as low as in the worst quarter'
}

type GoalProps = {
  figures: PortfolioFigures
  /** Null while the worst quarters aren't known. */
  crashes: Crashes | null
}

/** The visitor's goals, a sum of distributions and a monthly income, and when each will be reached. */
export function Goal({ figures, crashes }: GoalProps) {
  const { year, today } = figures
  const shares = crashes && crashShares(crashes)
  const yearly = figures.yearly.map((fund) => ({
    ...fund,
    // Past falls of the covered funds say nothing about other holdings.
    crashShare: figures.known.get(fund.symbol)?.own ? 1 : (shares?.of.get(fund.symbol) ?? shares?.others)
  }))
  const shown = scenarios.filter((scenario) => scenario !== 'crash' || shares)
  const received = figures.funds.reduce((sum, fund) => sum + fund.received, 0)
  const monthly = year.sum.coming / 12
  const { goal, incomeGoal } = usePortfolio()
  const isSet = goal !== null || (incomeGoal ?? null) !== null
  return (
    <FoldedCard
      className={isSet ? '' : 'no-print'}
      titleId="portfolio-goal-title"
      title="Goals"
      bodyClassName="halves grid gap-5"
    >
      <OneGoal
        label="Goal: total distributions"
        name="goal"
        scenarios={shown}
        soFar={received}
        reached={(goal, scenario) => {
          const { reachedOn, sum } = goalOutlook(yearly, { received, goal }, scenario, today)
          if (received >= goal) return 'reached'
          return reachedOn === null ? `${formatAmount(sum)} in ${furthestYears} years` : formatDay(reachedOn)
        }}
        note={(goal) =>
          `${formatAmount(Math.min(received, goal))} of ${formatAmount(goal)} has been received.`
        }
      />
      <OneGoal
        label="Goal: income a month"
        name="incomeGoal"
        scenarios={shown}
        soFar={monthly}
        reached={(goal, scenario) => {
          const day = incomeGoalDay(yearly, goal, scenario, today)
          if (day === null) return `not in ${furthestYears} years`
          return day <= today ? 'reached' : formatMonth(day)
        }}
        note={(goal) => {
          const { range } = year
          const ends = range && `${formatAmount(range.low / 12)} to ${formatAmount(range.high / 12)}`
          return `${formatAmount(monthly)} of ${formatAmount(goal)} a month, averaged over the next 12 months${ends === null ? '' : ` (80% range ${ends})`}. The months below count what you plan to add and reinvest, under Payments by month.`
        }}
      />
    </FoldedCard>
  )
}

type OneGoalProps = {
  label: string
  name: 'goal' | 'incomeGoal'
  /** Dollars that count toward the goal. */
  soFar: number
  scenarios: readonly Scenario[]
  reached: (goal: number, scenario: Scenario) => string
  note: (goal: number) => string
}

function OneGoal({ label, name, soFar, scenarios: shown, reached, note }: OneGoalProps) {
  const goal = usePortfolio()[name] ?? null
  return (
    <div>
      <AmountField
        label={label}
        unit="dollars"
        value={goal}
        highest={highestGoal}
        onChange={(value) => changePortfolio({ type: 'set', settings: { [name]: value } })}
      />
      {goal !== null && (
        <>
          <GoalProgress fraction={soFar / goal} />
          <p className="above-2 muted text-s">{note(goal)}</p>
          <dl className="ledger above-3">
            {shown.map((scenario) => (
              <Row key={scenario} name={names[scenario]} value={reached(goal, scenario)} />
            ))}
          </dl>
        </>
      )}
    </div>
  )
}

type AmountFieldProps = {
  label: string
  unit: 'dollars' | 'percent'
  value: number | null
  highest: number
  /** Whether zero is a value, not a typo. */
  allowsZero?: boolean
  /** Gets null for an empty field; not called for invalid numbers. */
  onChange: (value: number | null) => void
}

/** A number that is saved while it is typed. */
export function AmountField(props: AmountFieldProps) {
  const { label, unit, value, highest, allowsZero = false, onChange } = props
  const [text, setText] = useState(value === null ? '' : String(value))
  const typed = readAmount(text)
  const isValid = (amount: number) => (amount > 0 || (allowsZero && amount === 0)) && amount <= highest
  const isFault = text.trim() !== '' && !isValid(typed)

  // Another tab may have changed it.
  useEffect(() => {
    setText((last) => (readAmount(last) === value ? last : value === null ? '' : String(value)))
  }, [value])

  function change(next: string) {
    setText(next)
    const amount = readAmount(next)
    if (next.trim() === '') onChange(null)
    else if (isValid(amount)) onChange(amount)
  }

  return (
    <Amount
      label={label}
      error={
        isFault
          ? `A number of ${unit} ${allowsZero ? 'from' : 'above'} 0, up to ${formatCount(highest)}.`
          : undefined
      }
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
