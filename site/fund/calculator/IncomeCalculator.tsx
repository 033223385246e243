import { useEffect, useState } from 'react'
import type { IncomeFund } from '../../../admin-api/contract/fund-page.ts'
import { pathOfFund } from '../../../admin-api/contract/pages.ts'
import { countOf } from '../../../admin-api/numbers/format-numbers.ts'
import { formatChange, formatCount, formatDollars, formatMoney, formatShare } from '../../lib/format.ts'
import { oneOf, queryParam, replaceParams } from '../../lib/query-param.ts'
import { CrashGuard } from '../../ui/CrashGuard.tsx'
import { type Sort, Table } from '../../ui/Table.tsx'
import type { Column } from '../../ui/table-columns.ts'
import { ChipGroup } from './ChipGroup.tsx'
import {
  averagePayment,
  defaultIncome,
  holdingForIncome,
  holdingThatKeeps,
  type IncomeHolding,
  type PaymentUse,
  readDollars,
  type TypedNumber
} from './calculator.ts'
import { NumberField } from './NumberField.tsx'

const fundColumn: Column<IncomeFund> = {
  heading: 'Fund',
  symbol: ({ symbol }) => symbol,
  href: ({ symbol }) => pathOfFund(symbol),
  note: ({ name }) => name
}

const priceColumn: Column<IncomeFund> = {
  heading: 'Price',
  figure: ({ latest_close }) => latest_close.close,
  format: formatMoney,
  note: ({ frequency_label, pastYear }) =>
    [
      frequency_label.toLowerCase(),
      ...(pastYear ? [`${formatChange(pastYear.priceChangePercent, 0)} in a year`] : [])
    ].join(', ')
}

/** Reason why a fund can't keep its value. */
function describeLack({ pastYear }: IncomeFund): string {
  return pastYear === null ? 'less than a year of prices' : 'lost more than it paid'
}

const reinvestedColumn: Column<IncomeFund> = {
  heading: 'Reinvested',
  figure: ({ pastYear }) => pastYear?.reinvestedShare,
  format: formatShare,
  missing: describeLack
}

type HoldingOf = (fund: IncomeFund) => IncomeHolding | null

function dollarColumn(heading: string, holdingOf: HoldingOf): Column<IncomeFund> {
  return { heading, figure: (fund) => holdingOf(fund)?.dollars, format: formatDollars }
}

function holdingColumns(expected: HoldingOf, low: HoldingOf): Column<IncomeFund>[] {
  const sharesAtLow = (fund: IncomeFund) => low(fund)?.shares
  return [
    { heading: 'Shares', figure: (fund) => expected(fund)?.shares, format: formatCount },
    { ...dollarColumn('Dollars', expected), className: 'semibold' },
    {
      ...dollarColumn('Dollars, low end', low),
      note: (fund) => sharesAtLow(fund) !== undefined && countOf(sharesAtLow(fund) ?? 0, 'share')
    }
  ]
}

/** Holdings for an income in dollars a month. */
function columnsFor(income: number, use: PaymentUse): Column<IncomeFund>[] {
  const kept: HoldingOf = (fund) => holdingThatKeeps(income, fund)
  const spent: HoldingOf = (fund) => holdingForIncome(income, averagePayment(fund).amount, fund)
  if (use === 'keep')
    return [
      fundColumn,
      priceColumn,
      reinvestedColumn,
      ...holdingColumns(kept, (fund) => holdingThatKeeps(income, fund, 'low')),
      dollarColumn('Dollars, all spent', spent)
    ]
  return [
    fundColumn,
    priceColumn,
    ...holdingColumns(spent, (fund) => holdingForIncome(income, averagePayment(fund).low, fund)),
    dollarColumn('Dollars, equal payments', (fund) => holdingForIncome(income, fund.dividend, fund)),
    {
      ...dollarColumn('Dollars, value kept', kept),
      missing: describeLack,
      note: ({ pastYear }) =>
        pastYear?.reinvestedShare != null && `${formatShare(pastYear.reinvestedShare)} reinvested`
    }
  ]
}

const uses = [
  { value: 'spend', name: 'Spend it all' },
  { value: 'keep', name: 'Keep the value' }
] as const satisfies { value: PaymentUse; name: string }[]

/** Sorts by the holding that keeps the value: by the other one, funds that lose it fastest would look cheapest. */
function sortFor(use: PaymentUse): Sort {
  return { id: use === 'keep' ? 'Dollars' : 'Dollars, value kept', direction: 'ascending' }
}

/** Shares and dollars that pay an income, for each fund; the address keeps the amount and the use. */
export function IncomeCalculator({ funds }: { funds: readonly IncomeFund[] }) {
  const [income, setIncome] = useState(() => readDollars(String(defaultIncome)))
  const [use, setUse] = useState<PaymentUse>('spend')
  const [sort, setSort] = useState<Sort>(() => sortFor('spend'))

  useEffect(() => {
    const asked = queryParam(location.search, 'monthly', readDollars)
    if (asked !== null && asked.value > 0) setIncome(asked)
    const askedUse = queryParam(location.search, 'payments', oneOf<PaymentUse>(['keep']))
    if (askedUse === null) return
    setUse(askedUse)
    setSort(sortFor(askedUse))
  }, [])

  function choose(next: PaymentUse) {
    setUse(next)
    setSort(sortFor(next))
    replaceParams({ payments: next === 'keep' ? next : null })
  }

  function change(amount: TypedNumber) {
    setIncome(amount)
    const isUsual = amount.value === defaultIncome || amount.value === 0
    replaceParams({ monthly: isUsual ? null : String(amount.value) })
  }

  return (
    <CrashGuard>
      <div className="needs-script row items-end gap-4 below-4">
        <NumberField id="income" label="Dollars a month" isMoney value={income} onChange={change} />
        <ChipGroup label="Payments" options={uses} chosen={use} onChoose={choose} />
      </div>
      <Table
        caption={`What pays ${formatMoney(income.value).replace(/\.00$/, '')} a month, by fund`}
        className="table--sheet"
        columns={columnsFor(income.value, use)}
        rows={funds}
        keyOf={({ symbol }) => symbol}
        phones="cards"
        isScrollable
        long={{ what: 'funds' }}
        sort={sort}
        onSort={setSort}
      />
    </CrashGuard>
  )
}
