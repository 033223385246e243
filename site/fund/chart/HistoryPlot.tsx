import { Fragment } from 'react'
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
  const { slots, top, amounts, days, turns } = drawing
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
        {[false, true].map((isMiss) => (
          <Ranges key={String(isMiss)} isMiss={isMiss} drawing={drawing} />
        ))}
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

/** Ranges with a tick at the estimate; those that the payment missed are thicker. */
function Ranges({ isMiss, drawing: { ranges, slots, top } }: { isMiss: boolean; drawing: HistoryDrawing }) {
  const shown = ranges.filter(({ isMissed }) => isMissed === isMiss)
  if (shown.length === 0) return null
  const heightOf = (amount: number) => toPercent(1 - amount / top)
  const lines = shown.map(({ slot, range: [low, high, estimate] }) => {
    const [x, y] = [toPercent((slot + 0.5) / slots.length), heightOf(estimate)]
    const [left, right] = [(slot + 0.35) / slots.length, (slot + 0.65) / slots.length]
    return (
      <Fragment key={slot}>
        <line x1={x} x2={x} y1={heightOf(low)} y2={heightOf(high)} />
        <line x1={toPercent(left)} x2={toPercent(right)} y1={y} y2={y} />
      </Fragment>
    )
  })
  if (!isMiss)
    return (
      <g stroke="var(--chart-range)" strokeWidth="1.5">
        {lines}
      </g>
    )
  return (
    <>
      <g stroke="var(--surface-raised)" strokeWidth="7">
        {lines}
      </g>
      <g stroke="var(--chart-miss)" strokeWidth="3">
        {lines}
      </g>
    </>
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
