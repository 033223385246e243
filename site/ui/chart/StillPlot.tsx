import { type ChartModel, type ChartSeries, extentOf, wholeWindow } from './chart-model.ts'
import { Plot, PlotLine } from './Plot.tsx'
import { chartWidths, fitTicks, type Place, toPercent } from './plot.ts'

const margins = 56
const axisWidths = chartWidths.map((width) => width - margins)
const nothingHidden: ReadonlySet<string> = new Set()

type Scale = { x: (index: number) => number; y: (value: number) => number; slot: number }

/** The static drawing of a chart: what the interactive one shows at first. */
export function StillPlot({ model, label }: { model: ChartModel; label: string }) {
  const { across, up, positions, series, levels = [] } = model
  const whole = wholeWindow(model)
  const isSlots = across.kind === 'slots'
  const [from, to] = [positions[0]?.at ?? 0, positions.at(-1)?.at ?? 1]
  const toX = (at: number) =>
    isSlots ? (at - from + 0.5) / positions.length : (at - from) / (to - from || 1)
  const values = up.ticks(extentOf(model, whole, nothingHidden).highest)
  const top = values.at(-1) || 1
  const scale: Scale = {
    x: (index) => toX(positions[index]?.at ?? 0),
    y: (value) => 1 - value / top,
    slot: 1 / positions.length
  }
  const days = fitTicks(
    across.ticks(from, to).map(({ at, text }) => ({ text, at: toX(at) })),
    axisWidths
  )
  return (
    <Plot
      label={label}
      values={values.map((value) => ({
        text: up.format(value, false),
        short: up.format(value, true),
        at: scale.y(value)
      }))}
      days={days}
    >
      {series.some((each) => each.kind === 'bars' && each.pattern !== undefined) && <Patterns />}
      <Bars model={model} scale={scale} />
      {series.map((each, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the series never change places
        <Series key={i} series={each} scale={scale} />
      ))}
      {levels.map(({ id, value, token }) => (
        <line
          key={id}
          stroke={`var(${token})`}
          strokeWidth="1.5"
          strokeDasharray="6"
          x2="100%"
          y1={toPercent(scale.y(value))}
          y2={toPercent(scale.y(value))}
        />
      ))}
    </Plot>
  )
}

/** Lines and dots in the color of the background, over the color of a bar. A page has one chart with them. */
function Patterns() {
  return (
    <defs>
      <pattern
        id="chart-hatched"
        width="5"
        height="5"
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <path stroke="var(--surface-raised)" strokeWidth="4" d="M0 0V5" />
      </pattern>
      <pattern id="chart-dotted" width="5" height="5" patternUnits="userSpaceOnUse">
        <circle fill="var(--surface-raised)" cx="2.5" cy="2.5" r="1.6" />
      </pattern>
    </defs>
  )
}

/** Bars of all series, stacked. */
function Bars({ model: { series, positions, barShare = 0.68 }, scale }: { model: ChartModel; scale: Scale }) {
  const sums = positions.map(() => 0)
  return series.map((each, i) => {
    if (each.kind !== 'bars') return null
    const rects = each.values.flatMap((value, index) => {
      if (value === null || value === 0) return []
      const base = sums[index] ?? 0
      sums[index] = base + value
      return {
        index,
        x: toPercent(scale.x(index) - (barShare * scale.slot) / 2),
        y: toPercent(scale.y(base + value)),
        height: toPercent(scale.y(base) - scale.y(base + value))
      }
    })
    const draw = (fill: string) => (
      <g fill={fill}>
        {rects.map(({ index, ...rect }) => (
          <rect key={index} {...rect} width={toPercent(barShare * scale.slot)} />
        ))}
      </g>
    )
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the series never change places
      <g key={i}>
        {draw(`var(${each.token})`)}
        {each.pattern && each.pattern !== 'solid' && draw(`url(#chart-${each.pattern})`)}
      </g>
    )
  })
}

function Series({ series, scale }: { series: ChartSeries; scale: Scale }) {
  const color = `var(${series.token})`
  if (series.kind === 'bars') return null
  if (series.kind === 'ranges')
    return (
      <g stroke={color} strokeWidth="3">
        {series.values.map((range, i) => {
          if (range === null) return null
          const x = toPercent(scale.x(i))
          return (
            <line key={x} x1={x} x2={x} y1={toPercent(scale.y(range[0]))} y2={toPercent(scale.y(range[1]))} />
          )
        })}
      </g>
    )
  const places = series.values.flatMap((value, i): Place[] =>
    value === null ? [] : [{ x: scale.x(i), y: series.isShare ? 1 - value : scale.y(value) }]
  )
  return (
    <g>
      <PlotLine stroke={color} strokeWidth="2" places={places} />
      {series.hasPoints &&
        places.map(({ x, y }) => (
          <circle
            key={x}
            fill={color}
            stroke="var(--surface-page)"
            strokeWidth="1.5"
            cx={toPercent(x)}
            cy={toPercent(y)}
            r="4"
          />
        ))}
    </g>
  )
}
