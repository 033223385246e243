import { formatDay, formatDividend, formatMoney, formatPercent, formatShortDay } from '../../lib/format.ts'
import type { ChartOption, DrawChart } from '../../ui/EChart.tsx'
import type { ChartPoint } from './chart-points.ts'
import { type ChartSlot, slotsOf, ticksUpTo, trendsOf } from './chart-points.ts'

const manyPoints = 30
const dayMs = 86_400_000
const axisMargin = 12
const digitWidth = 6
/** Right of this fraction of the narrowest chart, labels extend to the left. */
const roomForLabel = 0.62

/**
 * The history chart: a bar per payment (the latest marked), the average as a dashed line, and the amounts as
 * fractions of the highest on a hidden axis from 0 to 1. Both axes end at the highest amount, so each point is on
 * its bar. A change of frequency shows a gap with a vertical line and interrupts the trend, because the amounts
 * cover different spans. No animation, and margins don't depend on measured text: the static chart and its
 * interactive replacement must look alike.
 */
export function historyChart(points: readonly ChartPoint[], average: number): DrawChart {
  const isCrowded = points.length > manyPoints
  const highest = Math.max(0, ...points.map((point) => point.amount))
  const slots = slotsOf(points)
  const turns = slots.flatMap(({ isTurn }, i) => (isTurn ? i : []))
  const lastTurn = turns.at(-1) ?? 0
  const ticks = ticksUpTo(highest)
  const labels = axisLabelsOf(slots)

  return ({ colorOf, fontFamily }): ChartOption => {
    const text = colorOf('--chart-text')
    const fixed = { silent: true, clip: false, emphasis: { disabled: true } } as const
    return {
      animation: false,
      textStyle: { fontFamily },
      grid: {
        left: axisMargin + axisMoney(highest, highest).length * digitWidth,
        right: 8,
        top: turns.length > 0 ? 30 : 12,
        bottom: isCrowded ? 52 : 24,
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
        data: labels.texts,
        axisTick: { show: false },
        axisLine: { lineStyle: { color: colorOf('--chart-grid') } },
        axisLabel: {
          color: text,
          fontSize: 12,
          hideOverlap: true,
          rotate: isCrowded ? 45 : 0,
          interval: labels.interval
        }
      },
      yAxis: [
        {
          type: 'value',
          min: 0,
          max: highest > 0 ? highest : 1,
          axisTick: { show: false, customValues: ticks },
          splitLine: { lineStyle: { color: colorOf('--chart-grid') } },
          axisLabel: {
            customValues: ticks,
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
          itemStyle: { color: colorOf('--chart-bar'), borderRadius: [2, 2, 0, 0] },
          data: slots.map(({ point, isTurn }, i) => {
            if (isTurn) return null
            if (i === slots.length - 1) {
              return { value: point.amount, itemStyle: { color: colorOf('--chart-bar-latest') } }
            }
            return i < lastTurn ? { value: point.amount, itemStyle: { opacity: 0.5 } } : point.amount
          }),
          markLine: {
            silent: true,
            symbol: 'none',
            emphasis: { disabled: true },
            label: { show: false },
            lineStyle: { type: 'dashed', width: 1.5, color: colorOf('--chart-average') },
            data: [
              { yAxis: average },
              ...turns.map((slot) => ({
                xAxis: slot,
                lineStyle: { type: 'solid' as const, width: 1, color: text },
                label: {
                  show: true,
                  position: 'end' as const,
                  align: slot > slots.length * roomForLabel ? ('right' as const) : ('left' as const),
                  color: text,
                  fontSize: 12,
                  fontFamily,
                  formatter: turnLabel(slots[slot])
                }
              }))
            ]
          }
        },
        ...trendsOf(slots).map((fractions) => ({
          ...fixed,
          type: 'line' as const,
          yAxisIndex: 1,
          symbol: 'circle',
          symbolSize: 4,
          lineStyle: { width: 1.5, color: colorOf('--chart-trend') },
          itemStyle: { color: colorOf('--chart-trend') },
          data: fractions
        }))
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
  const { point, isTurn } = slot
  if (isTurn)
    return `from ${formatDay(point.payDate)}\npaid ${point.turn?.now},\nbefore that ${point.turn?.before}`
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

/** 'weekly from 2 Jan' */
function turnLabel(slot: ChartSlot | undefined): string {
  if (slot === undefined) return ''
  return `${slot.point.turn?.now} from ${formatShortDay(slot.point.payDate)}`
}

/** Two decimals; small distributions need a third. */
function axisMoney(dollars: number, highest: number): string {
  return highest >= 0.1 || dollars === 0 ? formatMoney(dollars) : formatDividend(dollars).slice(0, -1)
}

/** Days for weekly payments. Over most of a year, month and year at the first payment of each month. */
function axisLabelsOf(slots: readonly ChartSlot[]): { texts: string[]; interval: 'auto' | 0 } {
  const days = slots.map(({ point }) => point.payDate)
  const span = Date.parse(days.at(-1) ?? '') - Date.parse(days[0] ?? '')
  if (!(span > 300 * dayMs)) {
    return {
      texts: slots.map(({ point, isTurn }) => (isTurn ? '' : formatShortDay(point.payDate))),
      interval: 'auto'
    }
  }
  const named = new Set([''])
  const texts = slots.map(({ point, isTurn }) => {
    const month = isTurn ? '' : monthLabel(point.payDate)
    if (named.has(month)) return ''
    named.add(month)
    return month
  })
  return { texts, interval: 0 }
}

function monthLabel(isoDay: string): string {
  const [, month = '', year = ''] = formatDay(isoDay).split(' ')
  return `${month.slice(0, 3)} ${year}`
}
