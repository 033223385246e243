import { type ReactNode, useMemo } from 'react'
import { Chart } from './Chart.tsx'
import { type ChartUnit, drawGrowth, type GrowthLine } from './growth-drawing.ts'
import { lineColor, lineMark, markStroke } from './line-mark.ts'
import { linesModel } from './lines-model.ts'
import { Plot, PlotLine } from './Plot.tsx'
import { toPercent } from './plot.ts'
import './growth-chart.css'

type GrowthChartProps = {
  lines: readonly GrowthLine[]
  /** Invested dollars; null without an investment. */
  stake: number | null
  /** Description for screen readers. */
  label: string
  /** Title of the picture, and name of the file. */
  title: string
  unit?: ChartUnit
  /** What the dashed line is. */
  levelName?: string
  tools?: ReactNode
  onWanted?: () => void
}

/** Growth of investments, one line each. */
export function GrowthChart(props: GrowthChartProps) {
  const { lines, stake, label, title, tools, onWanted, unit = 'dollars', levelName = 'invested' } = props
  const model = useMemo(() => linesModel({ lines, stake, unit, levelName }), [lines, stake, unit, levelName])
  return (
    <div className="growth-chart sheet">
      <Chart
        label={label}
        title={title}
        still={<GrowthPlot {...props} />}
        model={model}
        tools={tools}
        hasZoom
        hasLogScale={unit === 'dollars'}
        {...(onWanted && { onWanted })}
      />
    </div>
  )
}

/** The static drawing. */
export function GrowthPlot({
  lines: given,
  stake,
  label,
  unit = 'dollars'
}: Pick<GrowthChartProps, 'lines' | 'stake' | 'label' | 'unit'>) {
  const { start, values, days, lines } = drawGrowth(given, stake, unit)
  return (
    <div className="growth-chart__plot">
      <Plot label={label} values={values} days={days} hasDayMarks>
        {stake !== null && (
          <line
            stroke="var(--text-muted)"
            strokeDasharray="6 4"
            x2="100%"
            y1={toPercent(start)}
            y2={toPercent(start)}
          />
        )}
        <line stroke="var(--chart-grid)" strokeDasharray="2 3" x1="100%" x2="100%" y2="100%" />
        {lines.map(({ name, places }, i) => (
          <PlotLine key={name} stroke={lineColor(i)} strokeWidth="2" places={places} />
        ))}
        {lines.map(({ name, text, marks, end, label: at }, i) => (
          <g key={name} stroke={lineColor(i)}>
            <line x1={toPercent(end.x)} x2="100%" y1={toPercent(end.y)} y2={toPercent(end.y)} />
            <svg x="100%" aria-hidden="true">
              <line x2="9" y1={toPercent(end.y)} y2={toPercent(at)} />
              <text className="strong" fill="currentColor" stroke="none" x="11" y={toPercent(at)} dy="4.5">
                {name}
                <tspan className="plot__long">{` ${text}`}</tspan>
              </text>
            </svg>
            <defs>
              <path
                id={markId(name)}
                fill={lineColor(i)}
                stroke={markStroke}
                d={lineMark(i, { x: 0, y: 0 })}
              />
            </defs>
            {[...marks, end].map(({ x, y }) => (
              <use key={x} href={`#${markId(name)}`} x={toPercent(x)} y={toPercent(y)} />
            ))}
          </g>
        ))}
      </Plot>
      {/* Reserves the width of the longest label. */}
      <div className="growth-chart__labels stack nowrap strong" aria-hidden="true">
        {lines.map(({ name, text }) => (
          <span key={name}>
            {name}
            <span className="plot__long">{` ${text}`}</span>
          </span>
        ))}
      </div>
    </div>
  )
}

/** A page may have several charts. */
function markId(line: string): string {
  return `mark-${line.replaceAll(' ', '-')}`
}
