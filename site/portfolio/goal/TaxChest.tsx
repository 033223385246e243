import { paymentsWithin, sumOf } from '../positions/spans.ts'
import { formatMoney } from '../../lib/format.ts'
import { highestTaxPercent } from '../stored-fleet.ts'
import type { FleetFigures } from '../fleet-figures.ts'
import { changeFleet } from '../fleet-store.ts'
import { AmountField } from './AmountField.tsx'

type TaxChestProps = { figures: FleetFigures; percent: number | null; today: string }

/** What to put aside of each payment at a rate of one's own. */
export function TaxChest({ figures, percent, today }: TaxChestProps) {
  const { payments, week, month, year } = figures
  const yearName = today.slice(0, 4)
  const paid = paymentsWithin(payments, { from: `${yearName}-01-01`, to: today }).filter(
    ({ state }) => state === 'paid'
  )
  const rows = [
    ['This week', week.sum.amount],
    ['This month', month.sum.amount],
    ['Next 12 months', year.sum.amount],
    [`Of what was paid in ${yearName}`, sumOf(paid).amount]
  ] as const
  return (
    <section className="card" aria-labelledby="fleet-tax-title">
      <header className="card__header">
        <div className="card__heading">
          <p className="label">The crown&rsquo;s share</p>
          <h2 className="card__title" id="fleet-tax-title">
            Set aside for tax
          </h2>
        </div>
      </header>
      <div className="card__body">
        <AmountField
          label="Your own rate"
          unit="percent"
          value={percent}
          highest={highestTaxPercent}
          onChange={(value) => changeFleet({ type: 'set-tax', percent: value })}
        />
        {percent !== null && (
          <dl className="ledger fleet-tax__shares">
            {rows.map(([name, amount]) => (
              <div key={name} className="ledger__row">
                <dt>{name}</dt>
                <dd>{formatMoney((amount * percent) / 100)}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
      <p className="card__footer">
        Plain arithmetic, no tax advice. Part of a distribution may be return of capital, which is taxed
        otherwise; your broker&rsquo;s 1099-DIV says which.
      </p>
    </section>
  )
}
