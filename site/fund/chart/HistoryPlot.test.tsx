import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { makeHistory } from '../../testing/make-stock.ts'
import { type ChartPoint, historyFacts } from './chart-points.ts'
import { HistoryPlot } from './HistoryPlot.tsx'
import { drawHistory } from './history-drawing.ts'

const makePoint = (given: Partial<ChartPoint> = {}): ChartPoint => ({
  payDate: '2026-05-29',
  amount: 1,
  ...given
})

const turned = {
  average: 0.8,
  points: [
    makePoint({ payDate: '2025-08-22', amount: 1.5 }),
    makePoint({ payDate: '2025-09-19', amount: 1.2 }),
    makePoint({
      payDate: '2026-01-05',
      amount: 0.3,
      turn: { now: 'weekly', before: 'monthly' }
    }),
    makePoint({ payDate: '2026-01-09', amount: 0.3 })
  ]
}
test('the static chart has color tokens and nothing that the content security policy blocks', () => {
  const html = renderToStaticMarkup(<HistoryPlot symbol="MSTY" history={turned} />)
  expect(html).not.toMatch(/\sstyle=|<style|<script|\son\w+=|#[0-9a-f]{3}|NaN/)
  expect(html).toContain('role="img" aria-label="MSTY: latest 4 payments from August 22, 2025')
  expect(html).toContain('weekly from Jan 5')
})

test('a fund that paid nothing yet, or zero, has a chart', () => {
  for (const amounts of [[], [0]])
    expect(
      renderToStaticMarkup(<HistoryPlot symbol="FEAT" history={historyFacts(makeHistory(amounts))} />)
    ).not.toContain('NaN')
})

test('a chart over most of a year labels months, each once', () => {
  const days = ['2025-06-27', '2025-09-19', '2026-01-05', '2026-01-09', '2026-05-16']
  const drawing = drawHistory(
    days.map((payDate) => makePoint({ payDate })),
    1
  )
  expect(drawing.days.map(({ text, slot }) => [slot, text])).toEqual([
    [0, 'Jun 2025'],
    [1, 'Sep 2025'],
    [2, 'Jan 2026'],
    [4, 'May 2026']
  ])
})
