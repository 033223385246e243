import { type DrawingSize, drawGrowth, type GrowthDrawing, type GrowthLine } from './growth-drawing.ts'
import { lineMark } from './line-mark.ts'
import './growth-chart.css'

type GrowthChartProps = {
  lines: readonly GrowthLine[]
  /** Invested dollars. */
  stake: number
  /** Description for screen readers. */
  label: string
}

/** Growth of an investment, one line each, rendered for a wide window and for a phone. */
export function GrowthChart({ lines, stake, label }: GrowthChartProps) {
  return (
    <div className="growth-chart">
      {(['wide', 'narrow'] as const).map((size) => (
        <Drawing key={size} label={label} size={size} drawing={drawGrowth(lines, stake, size)} />
      ))}
    </div>
  )
}

type DrawingProps = { label: string; size: DrawingSize; drawing: GrowthDrawing }

function Drawing({ label, size, drawing }: DrawingProps) {
  const { width, height, left, right, top, bottom, start, values, days, lines } = drawing
  return (
    <svg
      className={`growth-chart__drawing growth-chart__drawing--${size}`}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={label}
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
      {lines.map(({ name, path, marks, end, label: at, text }, i) => (
        <g key={name} className={`growth-chart__way growth-chart__way--${i + 1}`}>
          <path className="growth-chart__line" d={path} />
          <path
            className="growth-chart__mark"
            d={[...marks, end].map((place) => lineMark(i, place)).join('')}
          />
          <line className="growth-chart__lead" x1={end.x + 4} x2={at.x - 2} y1={end.y} y2={at.y} />
          <text className="growth-chart__label" x={at.x} y={at.y + 4.5}>
            {text}
          </text>
        </g>
      ))}
    </svg>
  )
}
