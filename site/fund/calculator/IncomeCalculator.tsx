import { useEffect, useState } from 'react'
import type { IncomeFund } from '../../../admin-api/contract/fund-page.ts'
import { pathOfFund } from '../../../admin-api/contract/pages.ts'
import { countOf } from '../../../admin-api/numbers/format-numbers.ts'
import { formatChange, formatCount, formatDollars, formatMoney, formatShare } from '../../lib/format.ts'
import { queryParam, replaceParams } from '../../lib/query-param.ts'
import { Button } from '../../ui/Button.tsx'
import { CrashGuard } from '../../ui/CrashGuard.tsx'
import { type Sort, Table } from '../../ui/Table.tsx'
import type { Column } from '../../ui/table-columns.ts'
import {
  averagePayment,
  defaultIncome,
  holdingForIncome,
  holdingThatKeeps,
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

/** Where a fund can't keep its value, why. */
function describeLack({ pastYear }: IncomeFund): string {
  return pastYear === null ? 'under a year of prices' : 'lost more than it paid'
}

const reinvestedColumn: Column<IncomeFund> = {
  heading: 'Reinvested',
  figure: ({ pastYear }) => pastYear?.reinvestedShare,
  format: formatShare,
  missing: describeLack
}

/** Holdings for an income in dollars a month. */
function columnsFor(income: number, use: PaymentUse): Column<IncomeFund>[] {
  const kept = (fund: IncomeFund) => holdingThatKeeps(income, fund)
  const spent = (fund: IncomeFund) => holdingForIncome(income, averagePayment(fund).amount, fund)
  const spentAtLow = (fund: IncomeFund) => holdingForIncome(income, averagePayment(fund).low, fund)
  const spentIfEqual = (fund: IncomeFund) => holdingForIncome(income, fund.dividend, fund)
  const holding = use === 'keep' ? kept : spent
  const atLow = use === 'keep' ? (fund: IncomeFund) => holdingThatKeeps(income, fund, 'low') : spentAtLow
  return [
    fundColumn,
    priceColumn,
    ...(use === 'keep' ? [reinvestedColumn] : []),
    { heading: 'Shares', figure: (fund) => holding(fund)?.shares, format: formatCount },
    {
      heading: 'Dollars',
      figure: (fund) => holding(fund)?.dollars,
      format: formatDollars,
      className: 'semibold'
    },
    {
      heading: 'Dollars, low end',
      figure: (fund) => atLow(fund)?.dollars,
      format: formatDollars,
      note: (fund) => countOf(atLow(fund)?.shares ?? 0, 'share')
    },
    ...(use === 'keep'
      ? []
      : [
          {
            heading: 'Dollars, equal payments',
            figure: (fund: IncomeFund) => spentIfEqual(fund)?.dollars,
            format: formatDollars
          }
        ]),
    use === 'keep'
      ? {
          heading: 'Dollars, all spent',
          figure: (fund) => spent(fund)?.dollars,
          format: formatDollars
        }
      : {
          heading: 'Dollars, value kept',
          figure: (fund) => kept(fund)?.dollars,
          format: formatDollars,
          missing: describeLack,
          note: ({ pastYear }) =>
            pastYear?.reinvestedShare != null && `${formatShare(pastYear.reinvestedShare)} reinvested`
        }
  ]
}

const uses = [
  { use: 'spend', name: 'Spend it all' },
  { use: 'keep', name: 'Keep the value' }
] as const satisfies { use: PaymentUse; name: string }[]

/** Sorts by what keeps the value, so that it is not the fund that loses it fastest that looks cheapest. */
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
    if (new URLSearchParams(location.search).get('payments') !== 'keep') return
    setUse('keep')
    setSort(sortFor('keep'))
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
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend's layout */}
        <div className="row gap-1" role="group" aria-label="Payments">
          {uses.map(({ use: other, name }) => (
            <Button key={other} variant="chip" aria-pressed={use === other} onClick={() => choose(other)}>
              {name}
            </Button>
          ))}
        </div>
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
