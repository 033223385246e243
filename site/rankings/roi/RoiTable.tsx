import { useState } from 'react'
import type { RoiEntry } from '../../../admin-api/contract/rankings.ts'
import { formatChange, formatDay, formatMoney, formatPercent } from '../../lib/format.ts'
import { type Sort, Table } from '../../ui/Table.tsx'
import type { Column } from '../../ui/table-columns.ts'
import { FundName, Rank } from '../RankingCells.tsx'
import type { RankedEntry } from './roi-entries.ts'
import { placeOn, type RoiScale, roiScale } from './roi-entries.ts'

/** Prices not above 0 are unknown. */
const toPrice = (price: number) => (price > 0 ? price : null)

/** Columns that can be sorted by. */
export const roiColumns: readonly Column<RankedEntry>[] = [
  {
    id: 'symbol',
    heading: 'Ticker',
    isName: true,
    symbol: ({ symbol }) => symbol,
    cell: ({ symbol, name }) => <FundName symbol={symbol} name={name} />
  },
  {
    id: 'total_roi',
    heading: 'Total ROI',
    isMain: true,
    first: 'descending',
    figure: ({ total_roi }) => total_roi,
    format: formatPercent,
    note: ({ is_price_recent }) => !is_price_recent && 'old price',
    classOf: ({ total_roi }) => `table__main ${toneOf(total_roi)}`
  },
  {
    heading: 'Declaration Date Price ($)',
    label: 'At declaration',
    first: 'descending',
    figure: ({ declaration_date_price }) => toPrice(declaration_date_price),
    format: formatMoney,
    note: ({ declaration_date }) => declaration_date && formatDay(declaration_date)
  },
  {
    heading: 'Starting Point Price ($)',
    label: 'Starting price',
    first: 'descending',
    figure: ({ earliest_price }) => toPrice(earliest_price),
    format: formatMoney,
    note: ({ earliest_date }) => earliest_date && formatDay(earliest_date)
  },
  {
    heading: 'Total Dividends ($)',
    label: 'Dividends',
    first: 'descending',
    figure: ({ total_dividends }) => total_dividends,
    format: formatMoney
  }
]

type RoiTableProps = {
  entries: readonly RankedEntry[]
  /** All funds, so that a filter doesn't change the scale. */
  scaledBy: readonly RoiEntry[]
  isLoading: boolean
}

export function RoiTable({ entries, scaledBy, isLoading }: RoiTableProps) {
  const [sort, setSort] = useState<Sort>({ id: 'total_roi', direction: 'descending' })
  const scale = roiScale(scaledBy)
  const columns: Column<RankedEntry>[] = [
    {
      heading: 'Rank',
      className: 'table__rank',
      cell: ({ rank, isRanked, total_roi }) => <Rank rank={isRanked && total_roi !== null ? rank : null} />
    },
    ...roiColumns,
    {
      heading: 'Price and dividends',
      head: (
        <>
          Price and dividends
          <ScaleAxis scale={scale} />
        </>
      ),
      className: 'roi-table__chart is-wide',
      cell: (entry) => <RoiBar entry={entry} scale={scale} />
    }
  ]
  return (
    <Table
      caption="Total ROI of each fund. Use the buttons in the headings to sort."
      className="table--sheet"
      columns={columns}
      rows={entries}
      keyOf={({ symbol }) => symbol}
      empty={isLoading ? 'Loading the ranking...' : 'No ranking yet.'}
      isBusy={entries.length === 0 && isLoading}
      phones="cards"
      long={{ what: 'funds' }}
      sort={sort}
      onSort={setSort}
    />
  )
}

/** Every other tick is labeled. */
function ScaleAxis({ scale }: { scale: RoiScale }) {
  return (
    <svg className="cell-drawing roi-table__axis notranslate" height="18" aria-hidden="true">
      {scale.ticks
        .filter((tick) => tick % 100 === 0)
        .map((tick) => (
          <text key={tick} x={`${placeOn(scale, tick)}%`} y="13" textAnchor="middle">
            {formatPercent(tick, 0)}
          </text>
        ))}
    </svg>
  )
}

function toneOf(percent: number | null): string {
  if (percent === null || percent === 0) return ''
  return percent > 0 ? 'positive' : 'negative'
}

/** Price change from the start, and dividends on top. */
function RoiBar({ entry, scale }: { entry: RoiEntry; scale: RoiScale }) {
  const { price_change, total_roi } = entry
  if (price_change === null || total_roi === null) return '–'
  const x = (percent: number) => `${placeOn(scale, percent)}%`
  const span = (a: number, b: number) => ({
    x: x(Math.min(a, b)),
    width: `${Math.round(Math.abs(placeOn(scale, a) - placeOn(scale, b)) * 100) / 100}%`
  })
  return (
    <>
      <svg className="cell-drawing roi-bar" height="26" aria-hidden="true">
        {scale.ticks.map((tick) => (
          <line
            key={tick}
            stroke={tick === 0 ? 'var(--border-strong)' : 'var(--border)'}
            strokeDasharray={tick === 0 ? undefined : '1 3'}
            x1={x(tick)}
            x2={x(tick)}
            y1="0"
            y2="26"
          />
        ))}
        <rect
          className={toneOf(price_change)}
          fill="currentColor"
          {...span(0, price_change)}
          y="5"
          height="6"
        />
        <line
          className="muted"
          stroke="currentColor"
          x1={x(price_change)}
          x2={x(price_change)}
          y1="4"
          y2="21"
        />
        <rect fill="var(--chart-bar)" {...span(price_change, total_roi)} y="14" height="6" />
        <circle className="roi-bar__end" cx={x(total_roi)} cy="17" r="4.5" />
      </svg>
      <small>
        price {formatChange(price_change, 1)}, dividends {formatChange(total_roi - price_change, 1)}
      </small>
    </>
  )
}
