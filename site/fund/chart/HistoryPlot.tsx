import { Plot, PlotLine } from '../../ui/chart/Plot.tsx'
import { barSpan, toPercent } from '../../ui/chart/plot.ts'
import { chartFacts, type HistoryFacts, trendsOf } from './chart-points.ts'
import { drawHistory, type HistoryDrawing } from './history-drawing.ts'
import './history-plot.css'

type HistoryPlotProps = { symbol: string; history: HistoryFacts }

/** The static history chart: payments, their trend as a share of the highest, our ranges, and the average. */
export function HistoryPlot({ symbol, history }: HistoryPlotProps) {
  const { points, average } = history
  const drawing = drawHistory(points, average)
  const { slots, top, amounts, days, turns, ranges } = drawing
  const centerOf = (slot: number) => (slot + 0.5) / slots.length
  const heightOf = (amount: number) => toPercent(1 - amount / top)
  return (
    <div className={turns.length > 0 ? 'history-plot history-plot--turned' : 'history-plot'}>
      <Plot label={chartFacts(symbol, points, average)} values={amounts} days={days}>
        {(['before', 'usual', 'latest'] as const).map((look) => (
          <Bars key={look} look={look} drawing={drawing} />
        ))}
        {trendsOf(slots).map((run, i) => (
          <PlotLine
            key={run[0]?.slot ?? `empty ${i}`}
            stroke="var(--chart-trend)"
            strokeWidth="1.5"
            places={run.map(({ slot, fraction }) => ({ x: centerOf(slot), y: 1 - fraction }))}
          />
        ))}
        {ranges.length > 0 && (
          <g stroke="var(--chart-range)" strokeWidth="1.5">
            {ranges.map(({ slot, range: [low, high] }) => {
              const x = toPercent(centerOf(slot))
              return <line key={slot} x1={x} x2={x} y1={heightOf(low)} y2={heightOf(high)} />
            })}
          </g>
        )}
        <line className="history-plot__average" x2="100%" y1={heightOf(average)} y2={heightOf(average)} />
        {turns.map(({ slot, text, isLeft }) => {
          const x = toPercent(centerOf(slot))
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
