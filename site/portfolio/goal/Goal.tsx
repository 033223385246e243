import {
  furthestYears,
  goalOutlook,
  type Scenario,
  scenarios
} from '../positions/outlook.ts'
import { formatDay, formatMoney } from '../../lib/format.ts'
import { highestGoal } from '../stored-fleet.ts'
import type { FleetFigures } from '../fleet-figures.ts'
import { changeFleet } from '../fleet-store.ts'
import { CourseToTreasure } from '../summary/CourseToTreasure.tsx'
import { AmountField } from './AmountField.tsx'

const names: Record<Scenario, string> = {
  hold: 'If payments hold',
  fall: 'If they fall as the prices fell over the last year',
  halve: 'If they are halved from now on'
}

/** The treasure: a sum of distributions, and when it has come together. */
export function Goal({
  figures,
  goal,
  today
}: {
  figures: FleetFigures
  goal: number | null
  today: string
}) {
  const received = figures.holdings.received
  return (
    <section className="card" aria-labelledby="fleet-goal-title">
      <header className="card__header">
        <div className="card__heading">
          <p className="label">X marks the spot</p>
          <h2 className="card__title" id="fleet-goal-title">
            The treasure
          </h2>
        </div>
      </header>
      <div className="card__body">
        <AmountField
          label="Distributions to receive in all"
          unit="dollars"
          value={goal}
          highest={highestGoal}
          onChange={(value) => changeFleet({ type: 'set-goal', goal: value })}
        />
        {goal !== null && (
          <>
            <CourseToTreasure fraction={received / goal} />
            <p className="fleet__small">
              {formatMoney(Math.min(received, goal))} of {formatMoney(goal)} has been received.
            </p>
            <dl className="ledger fleet-goal__outlook">
              {scenarios.map((scenario) => {
                const { reachedOn, sum } = goalOutlook(figures.yearly, { received, goal }, scenario, today)
                return (
                  <div key={scenario} className="ledger__row">
                    <dt>{names[scenario]}</dt>
                    <dd>
                      {received >= goal
                        ? 'reached'
                        : reachedOn === null
                          ? `${formatMoney(sum)} in ${furthestYears} years`
                          : formatDay(reachedOn)}
                    </dd>
                  </div>
                )
              })}
            </dl>
          </>
        )}
      </div>
      <p className="card__footer">
        From what your lots have received and the projection of 12 months, without reinvesting and before tax.
        Where the treasure is not reached within {furthestYears} years, it says what would be there by then.
      </p>
    </section>
  )
}
