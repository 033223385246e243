import type { RoiEntry } from '../../../admin-api/contract/rankings.ts'
import { formatChange } from '../../lib/format.ts'
import { placeOn, type RoiScale } from './roi-scale.ts'

/** Price change from the start, and dividends on top. */
export function RoiBar({ entry, scale }: { entry: RoiEntry; scale: RoiScale }) {
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
