import type { ReactNode } from 'react'
import { type FittedTick, type Place, pathThrough, type Tick, toPercent } from './plot.ts'
import './plot.css'

type PlotProps = {
  /** Description for screen readers. */
  label: string
  /** Labels of the vertical axis with their grid lines; `short` is shown where the chart is narrow. */
  values: readonly (Tick & { short?: string })[]
  days: readonly FittedTick[]
  /** Marks the days on the axis. */
  hasDayMarks?: boolean
  children: ReactNode
}

/**
 * Axes of a chart and what is drawn between them. One drawing fits all widths: places are percentages, text and strokes
 * keep their size, and each width shows as many days as it has room for. It fills its container except for the margins,
 * where the labels are.
 */
export function Plot({ label, values, days, hasDayMarks = false, children }: PlotProps) {
  return (
    <svg className="plot notranslate" role="img" aria-label={label}>
      <g stroke="var(--chart-grid)">
        {values.map(({ at }) => (
          <line key={at} x2="100%" y1={toPercent(at)} y2={toPercent(at)} />
        ))}
      </g>
      <g fill="var(--chart-text)" textAnchor="end">
        {values.map(({ text, short, at }) => (
          <text key={at} x="-8" y={toPercent(at)} dy="4">
            {short === undefined || short === text ? (
              text
            ) : (
              <>
                <tspan className="plot__long">{text}</tspan>
                <tspan className="plot__short">{short}</tspan>
              </>
            )}
          </text>
        ))}
      </g>
      <g className="plot__days" fill="var(--chart-text)" textAnchor="middle">
        {days.map(({ text, at, step }) => (
          <text
            key={at}
            className={step === 0 ? undefined : `plot__step-${step}`}
            x={toPercent(at)}
            y="100%"
            dy="18"
          >
            {text}
          </text>
        ))}
      </g>
      {children}
      {hasDayMarks && (
        <svg stroke="var(--chart-grid)" y="100%" aria-hidden="true">
          {days.map(({ at, step }) => (
            <line
              key={at}
              className={step === 0 ? undefined : `plot__step-${step}`}
              x1={toPercent(at)}
              x2={toPercent(at)}
              y2="5"
            />
          ))}
        </svg>
      )}
    </svg>
  )
}

/** Units of a line: about one and a half pixels of the largest chart. */
const [unitsWide, unitsHigh] = [1000, 400]

type PlotLineProps = { stroke: string; strokeWidth: string; places: readonly Place[] }

/** A line through places of the plot. */
export function PlotLine({ places, ...line }: PlotLineProps) {
  return (
    <svg viewBox={`0 0 ${unitsWide} ${unitsHigh}`} preserveAspectRatio="none" aria-hidden="true">
      <path
        {...line}
        fill="none"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
        d={pathThrough(places, unitsWide, unitsHigh)}
      />
    </svg>
  )
}
