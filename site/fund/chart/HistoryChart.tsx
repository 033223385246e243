import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { chartFacts, type HistoryFacts, slotFacts } from './chart-points.ts'
import { HistoryPlot } from './HistoryPlot.tsx'
import { drawHistory, historyMargins } from './history-drawing.ts'

/** Width of the box with the facts, in pixels, and its distance from the payment. */
const [boxWidth, boxGap] = [184, 12]

/** The history chart, with facts about the payment under the pointer, or the one chosen with arrow keys. */
export function HistoryChart({ symbol, history }: { symbol: string; history: HistoryFacts }) {
  const { points, average } = history
  const { slots, bars } = drawHistory(points, average)
  const [chosen, setChosen] = useState<number | null>(null)
  const slot = chosen === null ? undefined : slots[chosen]

  function point({ currentTarget, clientX }: PointerEvent) {
    const plot = currentTarget.querySelector('.plot')?.getBoundingClientRect()
    if (plot === undefined) return
    const at = Math.floor(((clientX - plot.left) / plot.width) * slots.length)
    setChosen(at in slots ? at : null)
  }

  function step(event: KeyboardEvent) {
    const payments = bars.map((bar) => bar.slot)
    const next = slotAfter(event.key, chosen, payments)
    if (next === undefined) return
    event.preventDefault()
    setChosen(next)
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
    <div
      className="chart"
      role="group"
      aria-label={chartFacts(symbol, points, average)}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys step through the payments
      tabIndex={0}
      onPointerDown={point}
      onPointerMove={point}
      // A finger leaves at once: the facts stay until the focus is elsewhere.
      onPointerLeave={({ pointerType }) => pointerType !== 'touch' && setChosen(null)}
      onBlur={() => setChosen(null)}
      onKeyDown={step}
    >
      <HistoryPlot symbol={symbol} history={history} chosen={chosen} />
      {chosen !== null && slot !== undefined && (
        <p
          className="history-plot__facts pad-y-2 tabular"
          style={{ left: leftOfBox((chosen + 0.5) / slots.length), width: boxWidth }}
          aria-hidden="true"
        >
          {slotFacts(slot)}
        </p>
      )}
    </div>
  )
}

/** The box is next to the payment, towards the middle of the chart, and inside the chart. */
function leftOfBox(center: number): string {
  const { left, right } = historyMargins
  const aside = center < 0.5 ? boxGap : -boxGap - boxWidth
  const place = `${left + aside}px + ${center} * (100% - ${left + right}px)`
  return `clamp(0px, ${place}, 100% - ${boxWidth}px)`
}

/** The slot that a key leads to from another one or from none; undefined for other keys. */
function slotAfter(key: string, slot: number | null, payments: readonly number[]): number | null | undefined {
  switch (key) {
    case 'ArrowRight':
      return payments.find((each) => slot === null || each > slot) ?? slot
    case 'ArrowLeft':
      return payments.findLast((each) => slot === null || each < slot) ?? slot
    case 'Home':
      return payments.at(0)
    case 'End':
      return payments.at(-1)
    case 'Escape':
      return slot === null ? undefined : null
    default:
      return undefined
  }
}
