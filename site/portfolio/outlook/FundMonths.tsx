import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { monthNames } from '../../../admin-api/contract/vocabulary.ts'
import { saveCsv } from '../../lib/save-file.ts'
import { Button } from '../../ui/Button.tsx'
import { FoldedCard } from '../../ui/Card.tsx'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { Checkbox, Select } from '../../ui/Field.tsx'
import { Table } from '../../ui/Table.tsx'
import type { Column } from '../../ui/table-columns.ts'
import type { PortfolioFigures } from '../calculate-portfolio.ts'
import { PaymentKey, PaymentMark } from '../coming-payments/PaymentMark.tsx'
import { describeRange, formatAmount } from '../format-portfolio.ts'
import { AmountField } from '../goal/Goal.tsx'
import { highestAmount } from '../ledger/check-transaction.ts'
import { changePortfolio } from '../portfolio-store.ts'
import { planMonths } from '../positions/outlook.ts'
import {
  type FundMonths,
  fundMonths,
  monthSpan,
  paymentsWithin,
  rangeOfPayments,
  type SpanSum
} from '../positions/spans.ts'
import type { SumRange } from '../positions/sum-range.ts'
import { PrintButton } from '../print/PrintButton.tsx'
import type { StoredPlan } from '../stored-portfolio.ts'
import './fund-months.css'

const states = ['paid', 'expected', 'declared', 'estimated', 'projected'] as const

/** This month to the same one next year, as far as payments are listed. */
const plannedMonths = 13

/** A row of the table; `sums` has the payments by state, if the row is of payments. */
type MonthRow = {
  name: string
  /** Dollars by month, January first; null where there is nothing. */
  months: readonly (number | null)[]
  year: number | null
  sums?: readonly SpanSum[]
}

/** Payments of a year by fund and month, and what the visitor plans to add. */
export function FundMonthsCard({ figures }: { figures: PortfolioFigures }) {
  const { payments, year: nextYear, yearly, known, today } = figures
  const [chosen, setChosen] = useState<string | null>(null)
  const years = [...new Set(payments.map(({ payDate }) => payDate.slice(0, 4)))].sort().reverse()
  const year = years.find((listed) => listed === chosen) ?? today.slice(0, 4)
  const { all, funds: rows } = useMemo(() => fundMonths(payments, year), [payments, year])
  const table = useMonthInSight(year, today)
  // Of everything in the total above it, payments that were made and those not confirmed included.
  const ranges = useMemo(
    () =>
      all.months.map((_, month) =>
        rangeOfPayments(paymentsWithin(payments, monthSpan(`${year}-${twoDigits(month + 1)}-01`)), known)
      ),
    [all, year, payments, known]
  )
  return (
    <FoldedCard
      className="portfolio-months"
      titleId="portfolio-year-title"
      title={`Payments by month in ${year}`}
      isLive
      tools={
        <Select
          id="portfolio-months-year"
          label="Year"
          value={year}
          options={(years.includes(year) ? years : [year, ...years]).map((listed) => [listed, listed])}
          onValue={setChosen}
        />
      }
    >
      <div ref={table}>
        <Table
          caption={`Payments in ${year} by fund and month`}
          columns={columns}
          rows={[...rows.map(toRow), toRow(all), ...rangeRows(ranges), ...addedRows(yearly, year, today)]}
          keyOf={({ name }) => name}
          isScrollable
        />
      </div>
      <PaymentKey sum={all.year} label={`Payments in ${year} by state`} />
      <div className="row items-center between gap-x-4 gap-y-2 above-3">
        <p className="text-s">
          Next 12 months: <strong>{formatAmount(nextYear.sum.coming)}</strong>, {describeRange(nextYear)}.
        </p>
        <div className="portfolio__actions row gap-2">
          <Button
            variant="quiet"
            onClick={() => saveCsv(toLines(rows, year), `doubloon-payments-${year}.csv`)}
          >
            {year} as CSV
          </Button>
          <PrintButton name={`payments by month in ${year}`} />
        </div>
      </div>
      <Disclosure summary="Plan contributions and reinvesting">
        <ul className="below-4 stack gap-2">
          {yearly.map(({ symbol, plan }) => (
            <Plan
              key={symbol}
              symbol={symbol}
              monthlyDollars={plan?.monthlyDollars ?? 0}
              isReinvested={plan?.isReinvested ?? false}
            />
          ))}
        </ul>
      </Disclosure>
    </FoldedCard>
  )
}

/** Where the table scrolls, a year begins with this month in sight. */
function useMonthInSight(year: string, today: string): RefObject<HTMLDivElement | null> {
  const table = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const frame = table.current?.firstElementChild
    const [fund, ...months] = frame?.querySelectorAll<HTMLElement>('thead th') ?? []
    const first = year === today.slice(0, 4) ? months[Number(today.slice(5, 7)) - 1] : undefined
    if (frame && fund) frame.scrollLeft = first === undefined ? 0 : first.offsetLeft - fund.offsetWidth
  }, [year, today])
  return table
}

/** Both ends of the months' ranges; none without a range. */
function rangeRows(ranges: readonly (SumRange | null)[]): MonthRow[] {
  if (ranges.every((range) => range === null)) return []
  return [
    { name: '80% range, low', months: ranges.map((range) => range?.low ?? null), year: null },
    { name: '80% range, high', months: ranges.map((range) => range?.high ?? null), year: null }
  ]
}

/** What the visitor's plans add to the months of a year; nothing without a plan. */
function addedRows(yearly: PortfolioFigures['yearly'], year: string, today: string): MonthRow[] {
  const planned = yearly.flatMap(({ plan, amount }) =>
    plan === undefined ? [] : [planMonths(plan, plannedMonths, () => amount / 12)]
  )
  /** Index of this month, counted from January of the year. */
  const first = 12 * (Number(today.slice(0, 4)) - Number(year)) + Number(today.slice(5, 7)) - 1
  const months = monthNames.map((_, month) => {
    const dollars = planned.reduce((sum, plan) => sum + (plan[month - first]?.added ?? 0), 0)
    return dollars || null
  })
  return months.some((dollars) => dollars !== null) ? [{ name: 'Added by plans', months, year: null }] : []
}

function toRow({ name, months, year }: FundMonths): MonthRow {
  const amountOf = ({ amount }: SpanSum) => (amount > 0 ? amount : null)
  return { name, months: months.map(amountOf), year: amountOf(year), sums: months }
}

const columns: readonly Column<MonthRow>[] = [
  { heading: 'Fund', words: ({ name }) => name },
  ...monthNames.map(
    (name, month): Column<MonthRow> => ({
      heading: name.slice(0, 3),
      figure: ({ months }) => months[month],
      format: formatAmount,
      note: ({ sums }) =>
        states.map((state) =>
          sums?.[month]?.[state] ? <PaymentMark key={state} state={state} isNamed /> : null
        )
    })
  ),
  { heading: 'Year', figure: ({ year }) => year, format: formatAmount, className: 'semibold' }
]

const csvStates = ['paid', 'declared', 'estimated', 'projected', 'expected'] as const

/** A line for each fund and month with payments, in dollars and cents, below the published names of the columns. */
function toLines(rows: readonly FundMonths[], year: string) {
  const lines = rows.flatMap(({ name, months }) =>
    months.flatMap((sum, month) => {
      const dollars = csvStates.map((state) => Math.round(sum[state] * 100) / 100)
      return sum.amount > 0 ? [[name, `${year}-${twoDigits(month + 1)}`, ...dollars]] : []
    })
  )
  return [['symbol', 'month', 'paid', 'declared', 'estimated', 'projected', 'not_confirmed'], ...lines]
}

function twoDigits(month: number): string {
  return String(month).padStart(2, '0')
}

function Plan(plan: StoredPlan) {
  const { symbol, monthlyDollars, isReinvested } = plan
  const save = (change: Partial<StoredPlan>) =>
    changePortfolio({ type: 'put', plans: [{ ...plan, ...change }] })
  return (
    <li className="row items-end gap-y-2 gap-x-4">
      <AmountField
        label={`Dollars a month into ${symbol}`}
        unit="dollars"
        value={monthlyDollars === 0 ? null : monthlyDollars}
        highest={highestAmount}
        onChange={(typed) => save({ monthlyDollars: typed ?? 0 })}
      />
      <Checkbox
        className="text-s"
        checked={isReinvested}
        onChange={({ target }) => save({ isReinvested: target.checked })}
      >
        Reinvest payments of {symbol}
      </Checkbox>
    </li>
  )
}
