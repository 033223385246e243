import { pathOfFund } from '../../../admin-api/contract/pages.ts'
import type { RoiEntry } from '../../../admin-api/contract/rankings.ts'
import { formatChange, formatDay, formatMoney, formatPercent } from '../../lib/format.ts'
import { LongList } from '../../ui/LongList.tsx'
import { NameCell, RankCell } from '../RankingCells.tsx'
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
            Total ROI of each fund. Use the buttons in the headings to sort.
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

function RoiRow({ entry, scale }: { entry: RankedEntry; scale: RoiScale }) {
  const { rank, symbol, total_roi, is_price_recent } = entry
  return (
    <tr>
      <RankCell rank={entry.isRanked && total_roi !== null ? rank : null} />
      <NameCell href={pathOfFund(symbol)} symbol={symbol} name={entry.name} />
      <td className="is-figure roi-table__roi">
        <span className={`ranking-sheet__main ${toneOf(total_roi)}`}>
          {total_roi === null ? '–' : formatPercent(total_roi)}
        </span>
        {!is_price_recent && (
          <>
            {' '}
            <span className="ranking-sheet__note roi-table__old">old price</span>
          </>
        )}
      </td>
      <PriceCell
        label="At declaration"
        price={entry.declaration_date_price}
        day={entry.declaration_date}
        isOld={!is_price_recent}
      />
      <PriceCell label="Starting price" price={entry.earliest_price} day={entry.earliest_date} />
      <td className="is-figure" data-label="Dividends">
        {formatMoney(entry.total_dividends)}
      </td>
      <td className="roi-table__chart">
        <RoiBar entry={entry} scale={scale} />
      </td>
    </tr>
  )
}

type PriceCellProps = {
  label: string
  price: number
  day: string | null
  isOld?: boolean
}

function PriceCell({ label, price, day, isOld = false }: PriceCellProps) {
  return (
    <td className="is-figure" data-label={label}>
      {price > 0 ? formatMoney(price) : '–'}
      {day !== null && (
        <>
          {' '}
          <span className={`ranking-sheet__note ${isOld ? 'roi-table__old' : ''}`}>{formatDay(day)}</span>
        </>
      )}
    </td>
  )
}

function toneOf(percent: number | null): string {
  if (percent === null || percent === 0) return ''
  return percent > 0 ? 'is-gain' : 'is-loss'
}

/** Price change from the start, and dividends on top. */
function RoiBar({ entry, scale }: { entry: RoiEntry; scale: RoiScale }) {
  const { price_change, total_roi } = entry
  if (price_change === null || total_roi === null) return <span className="ranking-sheet__note">–</span>
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
            className={tick === 0 ? 'roi-bar__start' : 'roi-bar__tick'}
            x1={x(tick)}
            x2={x(tick)}
            y1="0"
            y2="26"
          />
        ))}
        <rect
          className={price_change < 0 ? 'roi-bar__fall' : 'roi-bar__rise'}
          {...span(0, price_change)}
          y="5"
          height="6"
        />
        <line className="roi-bar__turn" x1={x(price_change)} x2={x(price_change)} y1="4" y2="21" />
        <rect className="roi-bar__dividends" {...span(price_change, total_roi)} y="14" height="6" />
        <circle className="roi-bar__end" cx={x(total_roi)} cy="17" r="4.5" />
      </svg>
      <span className="ranking-sheet__note">
        price {formatChange(price_change, 1)}, dividends {formatChange(total_roi - price_change, 1)}
      </span>
    </>
  )
}
