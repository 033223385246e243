import { BarChart, LineChart } from 'echarts/charts'
import { GridComponent, MarkLineComponent, TooltipComponent } from 'echarts/components'
import * as echarts from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import type { DividendHistory } from '../../../admin-api/contract/stock.ts'
import { historyChart } from './chart-options.ts'
import { chartFacts, chartPoints } from './chart-points.ts'

echarts.use([BarChart, LineChart, GridComponent, MarkLineComponent, TooltipComponent, SVGRenderer])

// Average character width of the page's font; nothing measures text on the server, and ECharts' default would
// hide labels that fit.
const characterWidth = 0.49
echarts.setPlatformAPI({
  measureText: (text, font) => ({
    width: text.length * characterWidth * (Number.parseFloat(font ?? '') || 12)
  })
})

/** Text must not be scaled much, so the page has a few widths and CSS picks one. */
const sizes = [
  { name: 'narrow', width: 340, height: 235 },
  { name: 'medium', width: 510, height: 220 },
  { name: 'broad', width: 700, height: 220 },
  { name: 'wide', width: 900, height: 220 }
] as const

/**
 * Latest chart per fund: pages are rendered far more often than payments change, and the chart is most of the work.
 */
const drawn = new Map<string, { facts: string; svg: string }>()

/** The history chart as SVG, on the server only. Empty for an empty history. */
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
  const option = historyChart(points, average)({ colorOf: (token) => `var(${token})`, fontFamily: 'inherit' })
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

/**
 * Adapts an SVG rendered by ECharts to a page: no style elements or attributes (blocked by the content security
 * policy), stable ids, a name for screen readers. `id` must be unique on the page; `className` shows or hides the
 * chart.
 */
export function svgForPage(svg: string, page: { id: string; className: string; label: string }): string {
  return svg
    .replace(/<style[\s\S]*?<\/style>/g, '')
    .replace(/ class="[^"]*"/g, '')
    .replace(/ ecmeta_\w+="[^"]*"/g, '')
    .replace(/ pointer-events="[^"]*"/g, '')
    .replace(/ style="([^"]*)"/g, (_match, style: string) => presentationAttributes(style))
    .replace(/\bzr\d+-/g, `${page.id}-`)
    .replace(/<rect [^>]*fill="none"[^>]*><\/rect>/, '')
    .replace(/ (xmlns:xlink|version|baseProfile|xml:space)="[^"]*"/g, '')
    .replace('<svg ', `<svg class="${page.className}" role="img" aria-label="${escaped(page.label)}" `)
    .replace(/><\/(path|rect|circle)>/g, '/>')
    .replace(/\s*\n\s*/g, '')
}

/** 'font-size:12px;font-family:inherit;' -> ' font-size="12px"'; inherited values are dropped. */
function presentationAttributes(style: string): string {
  return style
    .split(';')
    .map((declaration) => declaration.split(':').map((part) => part.trim()))
    .filter(
      ([name, value]) => name !== undefined && name !== '' && value !== undefined && value !== 'inherit'
    )
    .map(([name, value]) => ` ${name}="${value}"`)
    .join('')
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
