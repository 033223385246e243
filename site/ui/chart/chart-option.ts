import type { BarSeriesOption, CustomSeriesOption, LineSeriesOption } from 'echarts/charts'
import type { GridComponentOption, MarkLineComponentOption } from 'echarts/components'
import type { ComposeOption } from 'echarts/core'
import type { BarLook, BarPattern, ChartModel, ChartSeries, ChartWindow } from './chart-model.ts'
import { extentOf, logTicks } from './chart-model.ts'
import type { ChartTheme } from './chart-theme.ts'
import { drawRange } from './draw-range.ts'
import { markIndexes } from './growth-drawing.ts'
import { lineMark } from './line-mark.ts'
import { chartWidths, fitTicks } from './plot.ts'

export type ChartOption = ComposeOption<
  BarSeriesOption | LineSeriesOption | CustomSeriesOption | GridComponentOption | MarkLineComponentOption
>

/** Margins around the plot in pixels. */
export type PlotMargins = { top: number; right: number; bottom: number; left: number }

/** Room in pixels for the half of the last label that is beside the chart, as in chart.css: a canvas would cut it off. */
const overhang = 16

/** What a visitor chose to see. */
export type ChartView = { hidden: ReadonlySet<string>; isLog: boolean; shown: ChartWindow }

type Drawing = {
  model: ChartModel
  view: ChartView
  theme: ChartTheme
  margins: PlotMargins
  /** Width of the whole chart, and size of its labels, in pixels. */
  width: number
  fontSize: number
}

/**
 * Options of the interactive chart. It replaces the static one and must look alike: the same margins, marks and labels.
 */
export function toChartOption({ model, view, theme, margins, width, fontSize }: Drawing): ChartOption {
  const { across, up, series, levels = [], events = [] } = model
  const { hidden, isLog, shown } = view
  const { colorOf, fontFamily, isStill } = theme
  const text = { color: colorOf('--chart-text'), fontSize, fontFamily }
  const isNarrow = width < chartWidths[2]
  const grid = { color: colorOf('--chart-grid') }
  const extent = extentOf(model, shown, hidden)
  const values = isLog ? logTicks(extent.lowest, extent.highest) : up.ticks(extent.highest)
  const [from, to] = [placeOf(model, shown.from), placeOf(model, shown.to)]
  const isSlots = across.kind === 'slots'
  const ticks = shownTicks(across.ticks(from, to), {
    from: isSlots ? from - 0.5 : from,
    to: isSlots ? to + 0.5 : to,
    pixels: (chartWidths.findLast((each) => each <= width) ?? width) - margins.left - margins.right
  })
  const drawn = series.filter(({ id }) => !hidden.has(id))
  const places = ticks.map(({ at }) => at)
  const nameAt = new Map(ticks.map(({ at, text: name }) => [at, name]))
  const lines = [
    ...levels
      .filter(({ id }) => !hidden.has(id))
      .map((level) => ({
        yAxis: level.value,
        lineStyle: { color: colorOf(level.token) }
      })),
    ...events
      .filter(({ at }) => at >= from && at <= to)
      .map(({ at, text: label }) => ({
        xAxis: at,
        lineStyle: { type: 'solid' as const, width: 1, color: text.color },
        label: {
          ...text,
          show: label !== '',
          position: 'end' as const,
          align: at - from > (to - from) * 0.62 ? ('right' as const) : ('left' as const),
          formatter: label
        }
      }))
  ]
  return {
    animation: !isStill,
    // The first drawing takes the place of an equal one.
    animationDuration: 0,
    animationDurationUpdate: 250,
    textStyle: { fontFamily },
    grid: { ...margins, right: margins.right + overhang, outerBoundsMode: 'none' },
    xAxis: {
      ...(isSlots
        ? {
            type: 'category' as const,
            data: model.positions.slice(shown.from, shown.to + 1).map(({ at }) => String(at)),
            axisTick: { show: false }
          }
        : {
            type: 'value' as const,
            min: from,
            max: to,
            splitLine: { show: false },
            axisTick: { show: across.kind === 'days', customValues: places, lineStyle: grid }
          }),
      axisLine: { onZero: false, lineStyle: grid },
      axisLabel: {
        ...text,
        margin: 9,
        hideOverlap: false,
        ...(isSlots
          ? { interval: (_: number, place: string) => nameAt.has(Number(place)) }
          : { customValues: places }),
        formatter: (place: string | number) => nameAt.get(Number(place)) ?? ''
      }
    },
    yAxis: [
      {
        type: isLog ? 'log' : 'value',
        min: values[0] ?? 0,
        max: values.at(-1) ?? 1,
        axisLine: { show: false },
        axisTick: { show: false, customValues: [...values] },
        splitLine: { lineStyle: grid },
        axisLabel: {
          ...text,
          customValues: [...values],
          formatter: (value: number) => up.format(value, isNarrow)
        }
      },
      { type: 'value', min: 0, max: 1, show: false }
    ],
    series: [
      ...drawn.map((each) =>
        toSeries(each, { model, view, theme, fontSize, isNarrow, extentTop: values.at(-1) ?? 1 })
      ),
      {
        type: 'line',
        id: 'levels and events',
        silent: true,
        data: [],
        markLine: {
          silent: true,
          symbol: 'none',
          animation: false,
          // ECharts rounds to cents by default.
          precision: 8,
          emphasis: { disabled: true },
          label: { show: false },
          lineStyle: { type: [6, 6], width: 1.5 },
          data: isSlots
            ? lines.map((line) => ('xAxis' in line ? { ...line, xAxis: String(line.xAxis) } : line))
            : lines
        }
      }
    ]
  }
}

function placeOf({ positions }: ChartModel, index: number): number {
  return positions[index]?.at ?? 0
}

type TickSpan = { from: number; to: number; pixels: number }

/** Those of the ticks that fit next to each other. */
function shownTicks(ticks: readonly { at: number; text: string }[], { from, to, pixels }: TickSpan) {
  const fractions = ticks.map(({ at, text }) => ({ at: (at - from) / (to - from || 1), text, place: at }))
  const fitted = fitTicks(fractions, [pixels]).filter(({ step }) => step === 0)
  return fitted.map(({ text, place }) => ({ at: place, text }))
}

type SeriesContext = Omit<Drawing, 'margins' | 'width'> & { isNarrow: boolean; extentTop: number }

function toSeries(
  series: ChartSeries,
  { model, view: { shown }, theme: { colorOf, fontFamily }, fontSize, isNarrow, extentTop }: SeriesContext
): BarSeriesOption | LineSeriesOption | CustomSeriesOption {
  const color = colorOf(series.token)
  const isSlots = model.across.kind === 'slots'
  const inSight = <Value>(values: readonly Value[]) =>
    isSlots ? values.slice(shown.from, shown.to + 1) : values
  const placed = <Value>(values: readonly Value[]) =>
    isSlots ? inSight(values) : values.map((value, i) => [placeOf(model, i), value])
  const shared = { name: series.name, silent: true }
  switch (series.kind) {
    case 'bars': {
      const looks = series.looks && inSight(series.looks)
      return {
        ...shared,
        type: 'bar',
        emphasis: { disabled: true },
        barWidth: `${(model.barShare ?? 0.68) * 100}%`,
        ...(series.isStacked && { stack: 'all' }),
        itemStyle: { color, ...toDecal(series.pattern, colorOf('--surface-raised')) },
        data: inSight(series.values).map((value, i) => {
          const look = looks?.[i]
          return look === undefined ? value : { value: value ?? '-', itemStyle: toItemStyle(look, colorOf) }
        })
      }
    }
    case 'line':
      return {
        ...shared,
        type: 'line',
        emphasis: { disabled: true },
        yAxisIndex: series.isShare ? 1 : 0,
        data: placed(series.values) as NonNullable<LineSeriesOption['data']>,
        connectNulls: series.isShare !== true,
        clip: true,
        symbol: series.mark === undefined ? 'circle' : `path://${lineMark(series.mark, { x: 0, y: 0 })}`,
        ...marksOf(series, model, shown),
        lineStyle: { color, width: series.isShare ? 1.5 : 2 },
        itemStyle: { color },
        z: series.isShare ? 3 : 4,
        ...(series.endText !== undefined &&
          shown.to === model.positions.length - 1 && {
            endLabel: {
              show: true,
              color: colorOf('--text'),
              fontFamily,
              fontSize,
              fontWeight: 600,
              formatter: isNarrow ? series.endText.short : series.endText.long,
              distance: 8
            },
            labelLayout: { moveOverlap: 'shiftY' as const }
          })
      }
    case 'ranges':
      return {
        ...shared,
        type: 'custom',
        z: 5,
        data: inSight(series.values).map((range, i) => [
          isSlots ? i : placeOf(model, i),
          range?.[0] ?? Number.NaN,
          Math.min(range?.[1] ?? Number.NaN, extentTop),
          ...(range?.[2] === undefined ? [] : [range[2]])
        ]),
        encode: { x: 0, y: [1, 2] },
        renderItem: drawRange(series.isStrong ? [colorOf('--surface-raised'), color] : [color])
      }
  }
}

/** Sizes of the marks along a line in sight, and at its end, as in the static chart. */
function marksOf(
  { mark, hasPoints }: { mark?: number; hasPoints?: boolean },
  { series }: ChartModel,
  { from, to }: ChartWindow
): LineSeriesOption {
  if (mark === undefined) return { symbolSize: 9, showSymbol: hasPoints === true }
  const lines = series.filter((each) => each.kind === 'line' && each.mark !== undefined).length
  const marked = new Set([...markIndexes(to - from, mark, lines).map((index) => from + index), to])
  return {
    showSymbol: true,
    showAllSymbol: true,
    symbolSize: (_value: unknown, { dataIndex }: { dataIndex: number }) => (marked.has(dataIndex) ? 9 : 0)
  }
}

function toItemStyle({ token, opacity, pattern }: BarLook, colorOf: ChartTheme['colorOf']) {
  return {
    ...(token && { color: colorOf(token) }),
    ...(opacity !== undefined && { opacity }),
    ...toDecal(pattern, colorOf('--surface-raised'))
  }
}

/** Lines or dots in the color of the background. */
function toDecal(pattern: BarPattern | undefined, color: string) {
  if (pattern === undefined || pattern === 'solid') return {}
  return {
    decal:
      pattern === 'hatched'
        ? {
            color,
            symbol: 'rect',
            dashArrayX: [1, 0],
            dashArrayY: [3, 3],
            rotation: -Math.PI / 4,
            symbolSize: 1
          }
        : {
            color,
            symbol: 'circle',
            dashArrayX: [
              [5, 5],
              [0, 5, 5, 0]
            ],
            dashArrayY: [5, 0],
            symbolSize: 0.7
          }
  }
}
