import type { RoiEntry } from '../../../admin-api/contract/rankings.ts'
import { formatPercent } from '../../lib/format.ts'
import { LongList } from '../../ui/LongList.tsx'
import { RoiRow } from './RoiRow.tsx'
import type { RankedEntry, SortKey, SortOrder } from './ranking-order.ts'
import { placeOn, type RoiScale, roiScale } from './roi-scale.ts'

type RoiTableProps = {
  entries: readonly RankedEntry[]
  /** All funds, so that a filter doesn't change the scale. */
  scaledBy: readonly RoiEntry[]
  order: SortOrder
  isLoading: boolean
  onSort: (key: SortKey) => void
}

const columns: readonly { key: SortKey; text: string; className: string }[] = [
  { key: 'symbol', text: 'Ticker', className: 'ranking-sheet__fund' },
  { key: 'total_roi', text: 'Total ROI', className: 'is-figure' },
  { key: 'declaration_date_price', text: 'Declaration Date Price ($)', className: 'is-figure' },
  { key: 'earliest_price', text: 'Starting Point Price ($)', className: 'is-figure' },
  { key: 'total_dividends', text: 'Total Dividends ($)', className: 'is-figure' }
]

export function RoiTable({ entries, scaledBy, order, isLoading, onSort }: RoiTableProps) {
  const scale = roiScale(scaledBy)
  const isEmpty = entries.length === 0
  return (
    <LongList count={entries.length} what="funds">
      <div className="ranking-sheet">
        <table className="ranking-sheet__table text-s tabular roi-table" aria-busy={isEmpty && isLoading}>
          <caption className="visually-hidden">
            Total ROI of each fund since its first known price. Use the buttons in the headings to sort.
          </caption>
          <thead>
            <tr>
              <th className="ranking-sheet__rank" scope="col">
                Rank
              </th>
              {columns.map(({ key, text, className }) => (
                <th
                  key={key}
                  className={className}
                  scope="col"
                  aria-sort={order.key === key ? order.direction : undefined}
                >
                  <button type="button" className="roi-table__sort" onClick={() => onSort(key)}>
                    {text}
                  </button>
                </th>
              ))}
              <th className="roi-table__chart" scope="col">
                Price and dividends
                <ScaleAxis scale={scale} />
              </th>
            </tr>
          </thead>
          <tbody>
            {isEmpty && isLoading && <SkeletonRows />}
            {isEmpty && !isLoading && (
              <tr>
                <td className="roi-table__none" colSpan={7}>
                  No ranking yet.
                </td>
              </tr>
            )}
            {entries.map((entry) => (
              <RoiRow key={entry.symbol} entry={entry} scale={scale} />
            ))}
          </tbody>
        </table>
      </div>
    </LongList>
  )
}

/** Every other tick is labeled. */
function ScaleAxis({ scale }: { scale: RoiScale }) {
  return (
    <svg className="cell-drawing roi-table__axis" height="18" aria-hidden="true">
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

const rows = [1, 2, 3, 4, 5]
const cells = [1, 2, 3, 4, 5, 6, 7]

/** Placeholder rows. */
function SkeletonRows() {
  return rows.map((row) => (
    <tr key={row}>
      {cells.map((cell) => (
        <td key={cell}>
          <span className="roi-table__blank" />
        </td>
      ))}
    </tr>
  ))
}
