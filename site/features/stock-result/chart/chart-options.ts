import { formatDay, formatDividend, formatMoney, formatPercent, formatShortDay } from '../../../lib/format.ts'
import type { ChartOption, DrawChart } from '../../../ui/EChart.tsx'
import type { ChartPoint } from './chart-points.ts'

const manyPoints = 30
const dayMs = 86_400_000
const axisMargin = 12
const digitWidth = 6

/**
 * The history chart: a bar for each payment (the latest marked), the average as a dashed line, and the
 * amounts as fractions of the highest on a hidden axis from 0 to 1. Nothing moves, and the margins do
 * not depend on measured text: the drawing on the page and the one that takes its place must be alike.
 */
export function historyChart(points: readonly ChartPoint[], average: number): DrawChart {
  const isCrowded = points.length > manyPoints
  const highest = Math.max(0, ...points.map((point) => point.amount))
  const axisLabel = dayLabelFor(points)

  return ({ colourOf, fontFamily }): ChartOption => {
    const text = colourOf('--chart-text')
    const fixed = { silent: true, clip: false, emphasis: { disabled: true } } as const
    return {
      animation: false,
      textStyle: { fontFamily },
      grid: {
        left: axisMargin + axisMoney(highest, highest).length * digitWidth,
        right: 8,
        top: 12,
        bottom: isCrowded ? 52 : 24,
        outerBoundsMode: 'none'
      },
      tooltip: {
        trigger: 'axis',
        renderMode: 'richText',
        confine: true,
        transitionDuration: 0,
        backgroundColor: colourOf('--surface-raised'),
        borderColor: colourOf('--border-strong'),
        textStyle: { color: colourOf('--text'), fontSize: 14, fontFamily },
        axisPointer: { type: 'shadow', animation: false },
        formatter: (hovered) => tooltipText(points[indexOf(hovered)])
      },
      xAxis: {
        type: 'category',
        data: points.map((point) => axisLabel(point.payDate)),
        axisTick: { show: false },
        axisLine: { lineStyle: { color: colourOf('--chart-grid') } },
        axisLabel: { color: text, fontSize: 12, hideOverlap: true, rotate: isCrowded ? 45 : 0 }
      },
      yAxis: [
        {
          type: 'value',
          min: 0,
          splitNumber: 4,
          splitLine: { lineStyle: { color: colourOf('--chart-grid') } },
          axisLabel: {
            color: text,
            fontSize: 12,
            formatter: (dollars: number) => axisMoney(dollars, highest)
          }
        },
        { type: 'value', min: 0, max: 1, show: false }
      ],
      series: [
        {
          ...fixed,
          type: 'bar',
          barMaxWidth: 28,
          barCategoryGap: '32%',
          itemStyle: { color: colourOf('--chart-bar'), borderRadius: [2, 2, 0, 0] },
          data: points.map((point, index) =>
            index === points.length - 1
              ? { value: point.amount, itemStyle: { color: colourOf('--chart-bar-latest') } }
              : point.amount
          ),
          markLine: {
            silent: true,
            symbol: 'none',
            emphasis: { disabled: true },
            label: { show: false },
            lineStyle: { type: 'dashed', width: 1.5, color: colourOf('--chart-average') },
            data: [{ yAxis: average }]
          }
        },
        {
          ...fixed,
          type: 'line',
          yAxisIndex: 1,
          symbol: 'circle',
          symbolSize: 4,
          lineStyle: { width: 1.5, color: colourOf('--chart-trend') },
          itemStyle: { color: colourOf('--chart-trend') },
          data: points.map((point) => point.fraction)
        }
      ]
    }
  }
}

/** Which point the pointer is at; an axis tooltip hands over one item a series. */
function indexOf(hovered: unknown): number {
  const first = Array.isArray(hovered) ? hovered[0] : hovered
  return typeof first?.dataIndex === 'number' ? first.dataIndex : -1
}

function tooltipText(point: ChartPoint | undefined): string {
  if (point === undefined) return ''
  const lines = [
    `${formatDividend(point.amount)} a share`,
    `paid ${formatDay(point.payDate)}`,
    `${formatPercent(point.fraction * 100, 0)} of the highest`
  ]
  if (point.asPaid !== null && formatDividend(point.asPaid) !== formatDividend(point.amount)) {
    lines.push(`${formatDividend(point.asPaid)} before splits`)
  }
  return lines.join('\n')
}

/** Cents are enough for dollars; small distributions need a third decimal. */
function axisMoney(dollars: number, highest: number): string {
  return highest >= 0.1 || dollars === 0 ? formatMoney(dollars) : formatDividend(dollars).slice(0, -1)
}

/** Days for weekly payments; month and year where a bar stands for a month. */
function dayLabelFor(points: readonly ChartPoint[]): (isoDay: string) => string {
  const first = points.at(0)
  const last = points.at(-1)
  const isLongSpan =
    first !== undefined &&
    last !== undefined &&
    Date.parse(last.payDate) - Date.parse(first.payDate) > 300 * dayMs
  return isLongSpan ? monthLabel : formatShortDay
}

function monthLabel(isoDay: string): string {
  const [, month = '', year = ''] = formatDay(isoDay).split(' ')
  return `${month.slice(0, 3)} ${year}`
}
