import { BarChart } from 'echarts/charts'
import { GridComponent, MarkLineComponent, TooltipComponent } from 'echarts/components'
import * as echarts from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { makeHistory } from '../../testing/make-stock.ts'
import { chartWidths } from '../../ui/chart/plot.ts'
import { historyChart } from './chart-options.ts'
import { type ChartPoint, historyFacts } from './chart-points.ts'
import { HistoryPlot } from './HistoryPlot.tsx'
import { drawHistory, historyMargins } from './history-drawing.ts'

echarts.use([BarChart, GridComponent, MarkLineComponent, TooltipComponent, SVGRenderer])

const makePoint = (given: Partial<ChartPoint> = {}): ChartPoint => ({
  payDate: '2026-05-29',
  amount: 1,
  ...given
})

const weekly = historyFacts(makeHistory(Array.from({ length: 18 }, (_, i) => 0.1 + (i % 5) / 20)))
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
const height = 220

/** Positions in pixels of bars and lines, and the texts of the labels. */
type Picture = { bars: number[][]; lines: number[][]; labels: string[] }

const at = (...pixels: number[]) => pixels
/** ECharts moves lines to whole pixels. */
const nearly = (places: number[][]) =>
  places.map((pixels) => pixels.map((pixel) => expect.closeTo(pixel, -0.3)))

function staticPicture(facts: typeof weekly, width: number): Picture {
  const root = document.createElement('div')
  root.innerHTML = renderToStaticMarkup(<HistoryPlot symbol="MSTY" history={facts} />)
  const { left, right, bottom, top, turnTop } = historyMargins
  const above = root.querySelector('.history-plot--turned') ? turnTop : top
  const [across, down] = [width - left - right, height - above - bottom]
  const place = (element: Element, name: string, size: number) => {
    const value = element.getAttribute(name) ?? '0'
    return value.endsWith('%') ? (Number.parseFloat(value) / 100) * size : Number(value)
  }
  const x = (element: Element, name: string) => left + place(element, name, across)
  const y = (element: Element, name: string) => above + place(element, name, down)
  const isShown = (element: Element) => {
    const step = Number(/plot__step-(\d)/.exec(element.getAttribute('class') ?? '')?.[1] ?? 0)
    return width >= (chartWidths[step] ?? 0)
  }
  const all = (selector: string) => [...root.querySelectorAll(selector)]
  return {
    bars: all('rect')
      .sort((a, b) => x(a, 'x') - x(b, 'x'))
      .map((bar) => at(x(bar, 'x'), y(bar, 'y'), x(bar, 'x') + place(bar, 'width', across), height - bottom)),
    labels: all('text')
      .filter(isShown)
      .map((label) => label.textContent ?? '')
      .sort(),
    lines: all('.history-plot__average, .history-plot__turn').map((line) =>
      at(x(line, 'x1'), y(line, 'y1'), x(line, 'x2'), y(line, 'y2'))
    )
  }
}

function interactivePicture(facts: typeof weekly, width: number): Picture {
  const chart = echarts.init(null, null, { renderer: 'svg', ssr: true, width, height })
  const colorOf = (token: string) => token
  const draw = historyChart(drawHistory(facts.points, facts.average))
  chart.setOption(draw({ colorOf, fontFamily: 'sans-serif', width: () => width }))
  const root = document.createElement('div')
  root.innerHTML = chart.renderToSVGString()
  chart.dispose()
  const all = (selector: string) => [...root.querySelectorAll(selector)]
  const numbers = (text: string | null) => [...(text ?? '').matchAll(/-?\d+(?:\.\d+)?/g)].map(Number)
  return {
    bars: all('path[fill^="--chart-bar"]').map((bar) => {
      // The first corner, and the offsets to the next two.
      const [x = 0, y = 0, right = 0, , , down = 0] = numbers(bar.getAttribute('d'))
      return at(Math.min(x, x + right), Math.min(y, y + down), Math.max(x, x + right), Math.max(y, y + down))
    }),
    labels: all('text')
      .map((label) => label.textContent ?? '')
      .filter((text) => text !== '')
      .sort(),
    lines: all('path[stroke="--chart-average"], path[stroke="--chart-text"]').map((line) => {
      const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = numbers(line.getAttribute('d'))
      return y1 > y2 ? at(x2, y2, x1, y1) : at(x1, y1, x2, y2)
    })
  }
}

test.each([
  ['weekly payments on a phone', weekly, 340],
  ['weekly payments', weekly, 900],
  ['a change of frequency on a phone', turned, 340],
  ['a change of frequency', turned, 900],
  ['one payment', historyFacts(makeHistory([0.1])), 640]
])('the interactive chart has the marks, ticks and labels of the static one: %s', (_, facts, width) => {
  const expected = staticPicture(facts, width)
  expect(expected.bars).toHaveLength(facts.points.length)
  const { bars, lines, labels } = interactivePicture(facts, width)
  expect(labels).toEqual(expected.labels)
  expect(bars).toEqual(nearly(expected.bars))
  expect(lines).toEqual(nearly(expected.lines))
})

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

test('nothing is animated, and the rich-text tooltip shows the amount as paid if a split changed it', () => {
  const point = makePoint({ payDate: '2025-11-28', amount: 1.5, asPaid: 0.3 })
  const draw = historyChart(drawHistory([point], 1.5))
  const { animation, tooltip } = draw({ colorOf: () => '#000', fontFamily: 'inherit', width: () => 900 })
  expect(animation).toBe(false)
  expect(tooltip).toMatchObject({ renderMode: 'richText' })
  const formatter = Array.isArray(tooltip) ? undefined : tooltip?.formatter
  if (typeof formatter !== 'function') throw new Error('the tooltip needs a formatter')
  expect(Reflect.apply(formatter, undefined, [[{ dataIndex: 0 }]])).toBe(
    '$1.5000 a share\npaid November 28, 2025\n100% of the highest\n$0.3000 before splits'
  )
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
