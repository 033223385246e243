import { BarChart, LineChart } from 'echarts/charts'
import { GridComponent, MarkLineComponent, TooltipComponent } from 'echarts/components'
import * as echarts from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import type { DividendHistory } from '../../../admin-api/contract/stock.ts'
import { historyChart } from './chart-options.ts'
import { chartFacts, chartPoints } from './chart-points.ts'
import { svgForPage } from './svg-for-page.ts'

echarts.use([BarChart, LineChart, GridComponent, MarkLineComponent, TooltipComponent, SVGRenderer])

// Nothing measures text here; without this, labels are thought wider than the page's narrow face draws
// them, and fewer find room than on the canvas that takes this drawing's place.
const characterWidth = 0.49
echarts.setPlatformAPI({
  measureText: (text, font) => ({
    width: text.length * characterWidth * (Number.parseFloat(font ?? '') || 12)
  })
})

/** Text must not be scaled far from its size, so the page carries a few widths and its style sheet picks one. */
const sizes = [
  { name: 'narrow', width: 340, height: 235 },
  { name: 'medium', width: 510, height: 220 },
  { name: 'broad', width: 700, height: 220 },
  { name: 'wide', width: 900, height: 220 }
] as const

/** Of each fund the latest: its page is drawn far more often than its payments change, and the chart is most of the work. */
const drawn = new Map<string, { facts: string; svg: string }>()

/** The history chart as SVG for the page; for the server only. An empty history draws nothing. */
export function renderChartSvg(history: DividendHistory, symbol: string): string {
  const facts = JSON.stringify(history)
  const known = drawn.get(symbol)
  if (known?.facts === facts) return known.svg
  const svg = drawSizes(history, symbol)
  drawn.set(symbol, { facts, svg })
  return svg
}

function drawSizes(history: DividendHistory, symbol: string): string {
  const points = chartPoints(history)
  if (points.length === 0) return ''
  const { average } = history.statistics
  const option = historyChart(
    points,
    average
  )({ colourOf: (token) => `var(${token})`, fontFamily: 'inherit' })
  const label = chartFacts(symbol, points, average)

  return sizes
    .map(({ name, width, height }) => {
      const chart = echarts.init(null, null, { renderer: 'svg', ssr: true, width, height })
      try {
        chart.setOption(option)
        return svgForPage(chart.renderToSVGString(), {
          id: `chart-${symbol.toLowerCase()}-${name}`,
          className: `history-chart__svg history-chart__svg--${name}`,
          label
        })
      } finally {
        chart.dispose()
      }
    })
    .join('')
}
