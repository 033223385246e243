import { formatMoney } from '../../lib/format.ts'
import { Card } from '../../ui/Card.tsx'
import type { Outlook } from '../calculate-portfolio.ts'
import { changePortfolio } from '../portfolio-store.ts'
import { highestTaxPercent } from '../stored-portfolio.ts'
import { Row } from '../summary/HoldingsCard.tsx'
import type { TaxFigures } from '../tax/tax-figures.ts'
import { AmountField } from './Goal.tsx'

type TaxChestProps = {
  /** Of taxable accounts. */
  outlook: Outlook
  tax: TaxFigures
  percent: number | null
  today: string
}

/** Amounts to set aside from each payment at the visitor's tax rate. */
export function TaxChest({ outlook, tax, percent, today }: TaxChestProps) {
  const { week, month, year } = outlook
  const yearName = today.slice(0, 4)
  const rows = [
    ['This week', week.sum.coming],
    ['This month', month.sum.coming],
    ['Next 12 months', year.sum.coming],
    [`Payments so far in tax year ${yearName}`, tax.years.find((one) => one.year === yearName)?.payments ?? 0]
  ] as const
  return (
    <Card
      titleId="portfolio-tax-title"
      label="The crown’s share"
      title="Set aside for tax"
      footer={
        <p className="card__footer">
          Simple arithmetic for your taxable accounts, not tax advice. Part of a distribution may be return of
          capital, which is taxed differently; see your broker&rsquo;s 1099-DIV.
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
            <Row key={name} name={name} value={formatMoney((amount * percent) / 100)} />
          ))}
        </dl>
      )}
    </Card>
  )
}
