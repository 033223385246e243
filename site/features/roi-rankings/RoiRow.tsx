import { formatDay, formatMoney, formatPercent } from '../../lib/format.ts'
import type { RankedEntry } from './ranking-order.ts'
import { VoyageBar } from './VoyageBar.tsx'
import type { VoyageScale } from './voyage-scale.ts'

const coins = ['numeral--first', 'numeral--second', 'numeral--third']

export function RoiRow({ entry, scale }: { entry: RankedEntry; scale: VoyageScale }) {
  const { rank, symbol, total_roi, is_price_recent } = entry
  return (
    <tr>
      <td className="ranking-sheet__rank">
        <span className={`numeral ${coins[rank - 1] ?? ''}`}>{rank}</span>
      </td>
      <th className="ranking-sheet__fund" scope="row">
        <a className="ranking-sheet__symbol" href={`/${symbol.toLowerCase()}`}>
          {symbol}
        </a>
        <span className="ranking-sheet__name">{entry.name}</span>
      </th>
      <td className="is-figure roi-table__roi">
        <span className={`ranking-sheet__main ${toneOf(total_roi)}`}>
          {total_roi === null ? '–' : formatPercent(total_roi)}
        </span>
        {!is_price_recent && <span className="ranking-sheet__note roi-table__old">old price</span>}
      </td>
      <PriceCell
        label="Declared at"
        price={entry.declaration_date_price}
        day={entry.declaration_date}
        isOld={!is_price_recent}
      />
      <PriceCell label="Started at" price={entry.earliest_price} day={entry.earliest_date} />
      <td className="is-figure" data-label="Dividends">
        {formatMoney(entry.total_dividends)}
      </td>
      <td className="roi-table__voyage">
        <VoyageBar entry={entry} scale={scale} />
      </td>
    </tr>
  )
}

type PriceCellProps = { label: string; price: number; day: string | null; isOld?: boolean }

function PriceCell({ label, price, day, isOld = false }: PriceCellProps) {
  return (
    <td className="is-figure" data-label={label}>
      {price > 0 ? formatMoney(price) : '–'}
      {day !== null && (
        <span className={`ranking-sheet__note ${isOld ? 'roi-table__old' : ''}`}>{formatDay(day)}</span>
      )}
    </td>
  )
}

function toneOf(percent: number | null): string {
  if (percent === null || percent === 0) return ''
  return percent > 0 ? 'is-gain' : 'is-loss'
}
