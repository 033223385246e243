import { useMemo } from 'react'
import { monthNames } from '../../../admin-api/contract/vocabulary.ts'
import { formatDay, formatMoney } from '../../lib/format.ts'
import { Card } from '../../ui/Card.tsx'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { Field, Input } from '../../ui/Field.tsx'
import { calculateMonths, type Outlook } from '../calculate-portfolio.ts'
import { highestAmount } from '../ledger/check-transaction.ts'
import { changePortfolio } from '../portfolio-store.ts'
import type { HeldFunds } from '../positions/held-fund.ts'
import { planMonths } from '../positions/outlook.ts'
import './year-ahead.css'

type YearAheadProps = { outlook: Outlook; funds: HeldFunds }

/** Payments of the next twelve months with their ranges, and what the visitor plans to add. */
export function YearAhead({ outlook, funds }: YearAheadProps) {
  const { year, yearly } = outlook
  const months = useMemo(() => calculateMonths(outlook, funds), [outlook, funds])
  const planned = yearly.flatMap(({ plan, amount }) =>
    plan === undefined ? [] : [planMonths(plan, months.length, () => amount / 12)]
  )
  const rows = months.map((month, index) => ({
    ...month,
    added: planned.reduce((all, plan) => all + (plan[index]?.added ?? 0), 0)
  }))
  const highest = Math.max(
    1,
    ...rows.map(({ sum, added, range }) => Math.max(sum.coming, range?.high ?? 0) + added)
  )
  const hasPlans = planned.length > 0
  return (
    <Card
      className="portfolio-year"
      titleId="portfolio-year-title"
      title="The next 12 months"
      footer={
        <Disclosure summary="How to read it">
          By pay date, from today to {formatDay(year.span.to)}. Solid: declared. Pale: the next payment of
          each fund, estimated. Dashed: projected. The line is the 80% range, simulated from past errors.
          Payments have mostly shrunk, so it can end before the bar does.
          {hasPlans && ' Outlined: what your plans add if prices and payments stay as they are now.'}
        </Disclosure>
      }
    >
      <ol className="portfolio-year__months stack gap-2">
        {rows.map(({ span, sum, range, added }) => (
          <li key={span.from} className="portfolio-year__month grid items-center gap-3 text-s tabular">
            <span>
              {monthNames[Number(span.from.slice(5, 7)) - 1]?.slice(0, 3)} {span.from.slice(0, 4)}
            </span>
            <svg
              className="portfolio-year__bar"
              viewBox="0 0 300 12"
              preserveAspectRatio="none"
              aria-hidden="true"
            >
              <rect className="portfolio-year__projected" height="12" width={(300 * sum.coming) / highest} />
              <rect
                className="portfolio-year__estimated"
                height="12"
                width={(300 * (sum.declared + sum.estimated)) / highest}
              />
              <rect className="portfolio-year__declared" height="12" width={(300 * sum.declared) / highest} />
              {added > 0 && (
                <rect
                  className="portfolio-year__added"
                  height="12"
                  x={(300 * sum.coming) / highest}
                  width={(300 * added) / highest}
                />
              )}
              {range !== null && (
                <path
                  className="portfolio-year__range"
                  d={`M${(300 * range.low) / highest} 6H${(300 * range.high) / highest}`}
                />
              )}
            </svg>
            <span className="semibold text-end">
              {formatMoney(sum.coming + added)}
              {range !== null && range.high - range.low > 0.005 && (
                <span className="portfolio-year__note muted text-xs">
                  {formatMoney(range.low + added)} to {formatMoney(range.high + added)}
                </span>
              )}
            </span>
          </li>
        ))}
      </ol>
      <Disclosure summary="Plan contributions and reinvesting">
        <ul className="portfolio-year__plans stack gap-2">
          {yearly.map(({ symbol, plan }) => (
            <Plan
              key={symbol}
              symbol={symbol}
              dollars={plan?.monthlyDollars ?? 0}
              isReinvested={plan?.isReinvested ?? false}
            />
          ))}
        </ul>
      </Disclosure>
    </Card>
  )
}

type PlanProps = { symbol: string; dollars: number; isReinvested: boolean }

function Plan({ symbol, dollars, isReinvested }: PlanProps) {
  const id = `portfolio-plan-${symbol}`
  const save = (next: Partial<PlanProps>) =>
    changePortfolio({
      type: 'set-plan',
      plan: {
        symbol,
        monthlyDollars: next.dollars ?? dollars,
        isReinvested: next.isReinvested ?? isReinvested
      }
    })
  return (
    <li className="row items-end gap-y-2 gap-x-4">
      <Field id={id} label={`Dollars a month into ${symbol}`}>
        <Input
          type="number"
          inputMode="decimal"
          min={0}
          max={highestAmount}
          step="any"
          value={dollars === 0 ? '' : dollars}
          onChange={({ target }) => {
            const typed = Number(target.value)
            if (typed >= 0 && typed <= highestAmount) save({ dollars: typed })
          }}
        />
      </Field>
      <label className="portfolio-year__reinvest">
        <input
          type="checkbox"
          checked={isReinvested}
          onChange={({ target }) => save({ isReinvested: target.checked })}
        />{' '}
        Reinvest payments of {symbol}
      </label>
    </li>
  )
}
