import type { FundRow } from '../../admin-api/contract/fund-page.ts'
import { pathOfFund } from '../../admin-api/contract/pages.ts'
import { formatDay, formatShortDay } from '../lib/format.ts'
import { Table } from '../ui/Table.tsx'
import { type FundColumn, fundColumns, missingEstimate } from './columns.ts'

type FundTableProps = {
  funds: readonly FundRow[]
  asOf: string
  /** In New York. */
  today: string
  /** Names the day of old estimates. */
  isOld: boolean
}

/** All figures of all funds by ticker. fund-table.ts sorts and filters it by the values in its cells. */
export function FundTable({ funds, asOf, today, isOld }: FundTableProps) {
  const shownAs: Record<string, Partial<FundColumn>> = {
    ticker: {
      cell: ({ symbol, name, message }) => (
        <>
          <a href={pathOfFund(symbol)}>{symbol}</a> <small>{name}</small>{' '}
          {message !== null && <small>{message}</small>}
        </>
      )
    },
    estimate: {
      head: isOld ? `Estimate of ${formatDay(asOf)}` : undefined,
      missing: ({ status }) => missingEstimate[status]
    },
    'ex-date': {
      cell: ({ estimate }) =>
        estimate && <time dateTime={estimate.nextExDate}>{formatShortDay(estimate.nextExDate)}</time>,
      note: ({ estimate }) => estimate && estimate.nextExDate < today && 'not confirmed'
    }
  }
  const columns = fundColumns.map((column) => ({
    ...column,
    ...shownAs[column.id],
    className: column.isExtra ? 'fund-table__extra' : column.isWide ? 'fund-table__wide' : undefined
  }))
  return (
    <Table
      caption="All funds"
      className="table--sheet"
      columns={columns}
      rows={funds}
      rowOf={({ estimate }) => ({
        'data-as-of': estimate?.asOf ?? asOf,
        'data-last': estimate === null ? '' : undefined
      })}
      phones="main"
      isScrollable
      isSortable
      sort={{ id: 'ticker', direction: 'ascending' }}
      long={{ what: 'funds' }}
    />
  )
}
