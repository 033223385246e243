import { formatMoney } from '../../lib/format.ts'
import { Card } from '../../ui/Card.tsx'
import type { PortfolioFigures } from '../calculate-portfolio.ts'
import { changePortfolio } from '../portfolio-store.ts'
import { paymentsWithin, sumOf } from '../positions/spans.ts'
import { highestTaxPercent } from '../stored-portfolio.ts'
import { AmountField } from './Goal.tsx'

type TaxChestProps = { figures: PortfolioFigures; percent: number | null; today: string }

/** Amounts to set aside from each payment at the visitor's tax rate. */
export function TaxChest({ figures, percent, today }: TaxChestProps) {
  const { payments, week, month, year } = figures
  const yearName = today.slice(0, 4)
  const paid = paymentsWithin(payments, { from: `${yearName}-01-01`, to: today }).filter(
    ({ state }) => state === 'paid'
  )
  const rows = [
    ['This week', week.amount],
    ['This month', month.amount],
    ['Next 12 months', year.amount],
    [`Of what was paid in ${yearName}`, sumOf(paid).amount]
  ] as const
  return (
    <Card
      titleId="portfolio-tax-title"
      label="The crown’s share"
      title="Set aside for tax"
      footer={
        <p className="card__footer">
          Simple arithmetic, not tax advice. Part of a distribution may be return of capital, which is taxed
          differently; see your broker&rsquo;s 1099-DIV.
        </p>
      }
    >
      <AmountField
        label="Your own rate"
        unit="percent"
        value={percent}
        highest={highestTaxPercent}
        onChange={(value) => changePortfolio({ type: 'set-tax', percent: value })}
      />
      {percent !== null && (
        <dl className="ledger above-3">
          {rows.map(([name, amount]) => (
            <div key={name} className="ledger__row">
              <dt>{name}</dt>
              <dd>{formatMoney((amount * percent) / 100)}</dd>
            </div>
          ))}
        </dl>
      )}
    </Card>
  )
}
