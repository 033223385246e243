import { Plot, PlotLine } from '../../ui/chart/Plot.tsx'
import { barSpan, toPercent } from '../../ui/chart/plot.ts'
import { chartFacts, type HistoryFacts } from './chart-points.ts'
import { drawHistory, type HistoryDrawing } from './history-drawing.ts'
import './history-plot.css'

/** The static history chart. */
export function HistoryPlot({
  symbol,
  history: { points, average }
}: {
  symbol: string
  history: HistoryFacts
}) {
  const drawing = drawHistory(points, average)
  const { slots, top, amounts, days, turns, trends } = drawing
  const heightOf = (amount: number) => toPercent(1 - amount / top)
  return (
    <div className={turns.length > 0 ? 'history-plot history-plot--turned' : 'history-plot'}>
      <Plot label={chartFacts(symbol, points, average)} values={amounts} days={days}>
        {(['before', 'usual', 'latest'] as const).map((look) => (
          <Bars key={look} look={look} drawing={drawing} />
        ))}
        {trends.map((fractions, run) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the runs never change places
          <Trend key={run} fractions={fractions} />
        ))}
        <line className="history-plot__average" x2="100%" y1={heightOf(average)} y2={heightOf(average)} />
        {turns.map(({ slot, text, isLeft }) => {
          const x = toPercent((slot + 0.5) / slots.length)
          return (
            <g key={slot}>
              <line className="history-plot__turn" x1={x} x2={x} y2="100%" />
              <text className={isLeft ? 'history-plot__turn-label--left' : undefined} x={x} y="-6">
                {text}
              </text>
            </g>
          )
        })}
      </Plot>
    </div>
  )
}

function Bars({ look, drawing }: { look: HistoryDrawing['bars'][number]['look']; drawing: HistoryDrawing }) {
  const { bars, slots, top, barShare } = drawing
  return (
    <g className={`history-plot__bars history-plot__bars--${look}`}>
      {bars
        .filter((bar) => bar.look === look)
        .map(({ slot, amount }) => {
          const { start, width } = barSpan(slot, slots.length, barShare)
          return (
            <rect
              key={slot}
              x={toPercent(start)}
              y={toPercent(1 - amount / top)}
              width={toPercent(width)}
              height={toPercent(amount / top)}
            />
          )
        })}
    </g>
  )
}

/** Payments of one frequency as fractions of the highest. */
function Trend({ fractions }: { fractions: readonly (number | null)[] }) {
  const places = fractions.flatMap((fraction, slot) =>
    fraction === null ? [] : { x: (slot + 0.5) / fractions.length, y: 1 - fraction }
  )
  return (
    <g>
      <PlotLine className="history-plot__trend" places={places} />
      <g className="history-plot__points">
        {places.map(({ x, y }) => (
          <circle key={x} cx={toPercent(x)} cy={toPercent(y)} r="2" />
        ))}
      </g>
    </g>
  )
}
