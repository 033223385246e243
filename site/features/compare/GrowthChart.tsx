import { formatCount, formatDay } from '../../lib/format.ts'
import type { Comparison } from './compare-funds.ts'
import { type DrawingSize, drawGrowth, type GrowthDrawing, stake } from './growth-drawing.ts'
import { lineMark } from './line-mark.ts'
import './growth-chart.css'

/** What $10,000 in each fund became, drawn twice: for a wide window and for a phone. */
export function GrowthChart({ comparison }: { comparison: Comparison }) {
  const { funds, from, to } = comparison
  const lines = funds.map(({ symbol, growth }) => ({
    symbol,
    points: growth.map(({ date, reinvested }) => ({ date, value: stake * reinvested }))
  }))
  const results = lines.map(
    ({ symbol, points }) => `${symbol} $${formatCount(points.at(-1)?.value ?? stake)}`
  )
  const name = `$${formatCount(stake)} from ${formatDay(from)} to ${formatDay(to)}, distributions reinvested: ${results.join(', ')}`
  return (
    <div className="growth-chart">
      {(['wide', 'narrow'] as const).map((size) => (
        <Drawing key={size} name={name} size={size} drawing={drawGrowth(lines, size)} />
      ))}
    </div>
  )
}

type DrawingProps = { name: string; size: DrawingSize; drawing: GrowthDrawing }

function Drawing({ name, size, drawing }: DrawingProps) {
  const { width, height, left, right, top, bottom, start, values, days, lines } = drawing
  return (
    <svg
      className={`growth-chart__drawing growth-chart__drawing--${size}`}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={name}
    >
      {values.map(({ text, at }) => (
        <g key={text}>
          <line className="growth-chart__grid" x1={left} x2={right} y1={at} y2={at} />
          <text className="growth-chart__value" x={left - 8} y={at + 4}>
            {text}
          </text>
        </g>
      ))}
      {days.map(({ text, at }) => (
        <g key={text}>
          <line className="growth-chart__grid" x1={at} x2={at} y1={bottom} y2={bottom + 5} />
          <text className="growth-chart__day" x={at} y={bottom + 20}>
            {text}
          </text>
        </g>
      ))}
      <line className="growth-chart__start" x1={left} x2={right} y1={start} y2={start} />
      <line className="growth-chart__frame" x1={right} x2={right} y1={top} y2={bottom} />
      {lines.map(({ symbol, path, marks, end, label, text }, i) => (
        <g key={symbol} className={`growth-chart__fund growth-chart__fund--${i + 1}`}>
          <path className="growth-chart__line" d={path} />
          <path className="growth-chart__mark" d={[...marks, end].map((at) => lineMark(i, at)).join('')} />
          <line className="growth-chart__lead" x1={end.x + 4} x2={label.x - 2} y1={end.y} y2={label.y} />
          <text className="growth-chart__label" x={label.x} y={label.y + 4.5}>
            {text}
          </text>
        </g>
      ))}
    </svg>
  )
}
