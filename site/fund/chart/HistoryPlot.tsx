import { formatShare } from '../../lib/format.ts'
import { Plot, PlotLine } from '../../ui/chart/Plot.tsx'
import { barSpan, toPercent } from '../../ui/chart/plot.ts'
import { chartFacts, type HistoryFacts, slotsOf, trendsOf } from './chart-points.ts'
import { drawHistory, type HistoryDrawing } from './history-drawing.ts'
import './history-plot.css'

type HistoryPlotProps = { symbol: string; history: HistoryFacts }

/** The history chart, with the slot of the `chosen` payment marked. */
export function HistoryPlot({
  symbol,
  history,
  chosen = null
}: HistoryPlotProps & { chosen?: number | null }) {
  const { points, average } = history
  const drawing = drawHistory(points, average)
  const { slots, top, amounts, days, turns } = drawing
  const heightOf = (amount: number) => toPercent(1 - amount / top)
  return (
    <div className={turns.length > 0 ? 'history-plot history-plot--turned' : 'history-plot'}>
      <Plot label={chartFacts(symbol, points, average)} values={amounts} days={days}>
        {chosen !== null && (
          <rect
            fill="var(--chart-grid)"
            opacity="0.3"
            x={toPercent(chosen / slots.length)}
            width={toPercent(1 / slots.length)}
            height="100%"
          />
        )}
        {(['before', 'usual', 'latest'] as const).map((look) => (
          <Bars key={look} look={look} drawing={drawing} />
        ))}
        <line className="history-plot__average" x2="100%" y1={heightOf(average)} y2={heightOf(average)} />
        {turns.map(({ slot, text, isLeft }) => {
          const x = toPercent((slot + 0.5) / slots.length)
          return (
            <g key={slot}>
              <line className="history-plot__turn" stroke="var(--chart-text)" x1={x} x2={x} y2="100%" />
              <text fill="var(--chart-text)" textAnchor={isLeft ? 'end' : undefined} x={x} y="-6">
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
    <g
      fill={look === 'latest' ? 'var(--chart-bar-latest)' : 'var(--chart-bar)'}
      opacity={look === 'before' ? 0.5 : undefined}
    >
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

const shares = [0, 0.5, 1].map((share) => ({ text: formatShare(share), at: 1 - share }))

/** Payments as fractions of the highest, on the days of the chart above it: a line for each frequency. */
export function TrendPlot({ symbol, history: { points } }: HistoryPlotProps) {
  return (
    <Plot label={`${symbol}: each payment as a share of the highest`} values={shares} days={[]}>
      {trendsOf(slotsOf(points)).map((fractions, run) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the runs never change places
        <Trend key={run} fractions={fractions} />
      ))}
    </Plot>
  )
}

function Trend({ fractions }: { fractions: readonly (number | null)[] }) {
  const places = fractions.flatMap((fraction, slot) =>
    fraction === null ? [] : { x: (slot + 0.5) / fractions.length, y: 1 - fraction }
  )
  return <PlotLine stroke="var(--chart-trend)" strokeWidth="1.5" places={places} />
}
