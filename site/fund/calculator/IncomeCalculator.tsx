import { useEffect, useState } from 'react'
import type { IncomeFund } from '../../../admin-api/contract/fund-page.ts'
import { pathOfFund } from '../../../admin-api/contract/pages.ts'
import { formatCount, formatDollars, formatMoney } from '../../lib/format.ts'
import { queryParam, replaceParams } from '../../lib/query-param.ts'
import { CrashGuard } from '../../ui/CrashGuard.tsx'
import { type Sort, Table } from '../../ui/Table.tsx'
import type { Column } from '../../ui/table-columns.ts'
import {
  averagePayment,
  defaultIncome,
  holdingForIncome,
  readDollars,
  type TypedNumber
} from './calculator.ts'
import { NumberField } from './NumberField.tsx'

/** Holdings for an income in dollars a month. */
function columnsFor(income: number): Column<IncomeFund>[] {
  const expected = (fund: IncomeFund) => holdingForIncome(income, averagePayment(fund).amount, fund)
  const low = (fund: IncomeFund) => holdingForIncome(income, averagePayment(fund).low, fund)
  const now = (fund: IncomeFund) => holdingForIncome(income, fund.dividend, fund)
  return [
    {
      heading: 'Fund',
      symbol: ({ symbol }) => symbol,
      href: ({ symbol }) => pathOfFund(symbol),
      note: ({ name }) => name
    },
    {
      heading: 'Price',
      figure: ({ latest_close }) => latest_close.close,
      format: formatMoney,
      note: (fund) => fund.frequency_label.toLowerCase()
    },
    { heading: 'Shares', figure: (fund) => expected(fund)?.shares, format: formatCount },
    {
      heading: 'Dollars',
      figure: (fund) => expected(fund)?.dollars,
      format: formatDollars,
      className: 'semibold'
    },
    { heading: 'Dollars, equal payments', figure: (fund) => now(fund)?.dollars, format: formatDollars },
    { heading: 'Shares, low end', figure: (fund) => low(fund)?.shares, format: formatCount },
    { heading: 'Dollars, low end', figure: (fund) => low(fund)?.dollars, format: formatDollars }
  ]
}

/** Shares and dollars that pay an income, for each fund; the address keeps the amount. */
export function IncomeCalculator({ funds }: { funds: readonly IncomeFund[] }) {
  const [income, setIncome] = useState(() => readDollars(String(defaultIncome)))
  const [sort, setSort] = useState<Sort>({ id: 'Fund', direction: 'ascending' })

  useEffect(() => {
    const asked = queryParam(location.search, 'monthly', readDollars)
    if (asked !== null && asked.value > 0) setIncome(asked)
  }, [])

  function change(amount: TypedNumber) {
    setIncome(amount)
    const isUsual = amount.value === defaultIncome || amount.value === 0
    replaceParams({ monthly: isUsual ? null : String(amount.value) })
  }

  return (
    <CrashGuard>
      <div className="needs-script row below-4">
        <NumberField id="income" label="Dollars a month" isMoney value={income} onChange={change} />
      </div>
      <Table
        caption={`What pays ${formatMoney(income.value).replace(/\.00$/, '')} a month, by fund`}
        className="table--sheet"
        columns={columnsFor(income.value)}
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
