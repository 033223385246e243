import { pathOfFund } from '../../../admin-api/contract/pages.ts'
import { formatDay, formatMoney, formatPercent, formatShortDay } from '../../lib/format.ts'
import { NameCell, RankCell } from '../RankingCells.tsx'
import { RoiBar } from './RoiBar.tsx'
import type { RankedEntry } from './ranking-order.ts'
import type { RoiScale } from './roi-scale.ts'

export function RoiRow({ entry, scale }: { entry: RankedEntry; scale: RoiScale }) {
  const { rank, symbol, total_roi, is_price_recent } = entry
  return (
    <tr>
      <RankCell rank={entry.isRanked ? rank : null} />
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
        isDayOfYear={is_price_recent}
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
  /** A recent day needs no year. */
  isDayOfYear?: boolean
}

function PriceCell({ label, price, day, isOld = false, isDayOfYear = false }: PriceCellProps) {
  return (
    <td className="is-figure" data-label={label}>
      {price > 0 ? formatMoney(price) : '–'}
      {day !== null && (
        <>
          {' '}
          <span className={`ranking-sheet__note ${isOld ? 'roi-table__old' : ''}`}>
            {isDayOfYear ? formatShortDay(day) : formatDay(day)}
          </span>
        </>
      )}
    </td>
  )
}

function toneOf(percent: number | null): string {
  if (percent === null || percent === 0) return ''
  return percent > 0 ? 'is-gain' : 'is-loss'
}
