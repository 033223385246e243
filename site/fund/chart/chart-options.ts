import { formatDay, formatDividend, formatPercent } from '../../lib/format.ts'
import type { ChartOption, DrawChart } from '../../ui/chart/EChart.tsx'
import { chartWidths } from '../../ui/chart/plot.ts'
import type { ChartSlot } from './chart-points.ts'
import { type HistoryDrawing, historyMargins } from './history-drawing.ts'

/**
 * The interactive history chart. It replaces the static one and must look alike: no animation, the same margins, and the
 * labels that the static chart shows at the same width.
 */
export function historyChart(drawing: HistoryDrawing): DrawChart {
  const { slots, top, barShare, bars, average, turns, amounts, days } = drawing
  const barOf = new Map(bars.map((bar) => [bar.slot, bar]))
  const dayOf = new Map(days.map((day) => [day.slot, day]))
  const ticks = amounts.map(({ amount }) => amount)

  return ({ colorOf, fontFamily, width }): ChartOption => {
    const text = colorOf('--chart-text')
    return {
      animation: false,
      textStyle: { fontFamily },
      grid: {
        left: historyMargins.left,
        right: historyMargins.right,
        top: turns.length > 0 ? historyMargins.turnTop : historyMargins.top,
        bottom: historyMargins.bottom,
        outerBoundsMode: 'none'
      },
      tooltip: {
        trigger: 'axis',
        renderMode: 'richText',
        confine: true,
        transitionDuration: 0,
        backgroundColor: colorOf('--surface-raised'),
        borderColor: colorOf('--border-strong'),
        textStyle: { color: colorOf('--text'), fontSize: 14, fontFamily },
        axisPointer: { type: 'shadow', animation: false },
        formatter: (hovered) => tooltipText(slots[indexOf(hovered)])
      },
      xAxis: {
        type: 'category',
        data: slots.map((_, slot) => dayOf.get(slot)?.text ?? ''),
        axisTick: { show: false },
        axisLine: { lineStyle: { color: colorOf('--chart-grid') } },
        axisLabel: {
          color: text,
          fontSize: 12,
          interval: (slot: number) => {
            const day = dayOf.get(slot)
            return day !== undefined && width() >= chartWidths[day.step]
          }
        }
      },
      yAxis: {
        type: 'value',
        min: 0,
        max: top,
        axisTick: { show: false, customValues: ticks },
        splitLine: { lineStyle: { color: colorOf('--chart-grid') } },
        axisLabel: {
          customValues: ticks,
          color: text,
          fontSize: 12,
          formatter: (dollars: number) => amounts.find(({ amount }) => amount === dollars)?.text ?? ''
        }
      },
      series: [
        {
          silent: true,
          clip: false,
          emphasis: { disabled: true },
          type: 'bar',
          barWidth: `${barShare * 100}%`,
          itemStyle: { color: colorOf('--chart-bar') },
          data: slots.map((_, slot) => {
            const bar = barOf.get(slot)
            if (bar === undefined) return null
            if (bar.look === 'latest')
              return { value: bar.amount, itemStyle: { color: colorOf('--chart-bar-latest') } }
            return bar.look === 'before' ? { value: bar.amount, itemStyle: { opacity: 0.5 } } : bar.amount
          }),
          markLine: {
            silent: true,
            symbol: 'none',
            // ECharts rounds averages to cents by default.
            precision: 8,
            emphasis: { disabled: true },
            label: { show: false },
            lineStyle: { type: [6, 6], width: 1.5, color: colorOf('--chart-average') },
            data: [
              { yAxis: average },
              ...turns.map(({ slot, text: label, isLeft }) => ({
                xAxis: slot,
                lineStyle: { type: 'solid' as const, width: 1, color: text },
                label: {
                  show: true,
                  position: 'end' as const,
                  align: isLeft ? ('right' as const) : ('left' as const),
                  color: text,
                  fontSize: 12,
                  fontFamily,
                  formatter: label
                }
              }))
            ]
          }
        }
      ]
    }
  }
}

/** Index of the point under the pointer; an axis tooltip passes one item per series. */
function indexOf(hovered: unknown): number {
  const first = Array.isArray(hovered) ? hovered[0] : hovered
  return typeof first?.dataIndex === 'number' ? first.dataIndex : -1
}

function tooltipText(slot: ChartSlot | undefined): string {
  if (slot === undefined) return ''
  const { point, fraction, isTurn } = slot
  if (isTurn)
    return `from ${formatDay(point.payDate)}\npaid ${point.turn?.now},\nbefore that ${point.turn?.before}`
  const lines = [
    `${formatDividend(point.amount)} a share`,
    `paid ${formatDay(point.payDate)}`,
    `${formatPercent(fraction * 100, 0)} of the highest`
  ]
  if (point.asPaid != null && formatDividend(point.asPaid) !== formatDividend(point.amount)) {
    lines.push(`${formatDividend(point.asPaid)} before splits`)
  }
  return lines.join('\n')
}
