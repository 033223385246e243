import { describe, expect, test } from 'vitest'
import { type ChartModel, roundTicks } from './chart-model.ts'
import { type ChartView, toChartOption } from './chart-option.ts'

const theme = { colorOf: (token: string) => token, fontFamily: 'Sans', isStill: false }
const margins = { top: 10, right: 20, bottom: 30, left: 40 }
const bars: ChartModel = {
  positions: [1, 2, 3, 4].map((day, at) => ({ at, name: `May ${day}`, figures: [] })),
  positionName: 'Day',
  across: {
    kind: 'slots',
    ticks: (from, to) =>
      [0, 1, 2, 3].filter((at) => at >= from && at <= to).map((at) => ({ at, text: `${at}` }))
  },
  up: { format: (value) => `$${value}`, ticks: roundTicks },
  series: [
    {
      id: 'amounts',
      name: 'Amounts',
      token: '--chart-bar',
      kind: 'bars',
      values: [4, 8, 2, null],
      looks: [{ pattern: 'hatched' }, undefined, undefined, undefined]
    },
    {
      id: 'trend',
      name: 'Trend',
      token: '--chart-trend',
      kind: 'line',
      isShare: true,
      values: [0.5, 1, 0.25, null]
    },
    { id: 'range', name: '80% range', token: '--text', kind: 'ranges', values: [null, null, [1, 3], [1, 30]] }
  ],
  levels: [{ id: 'average', name: 'Average', value: 4.667, token: '--accent' }],
  events: [{ at: 2, text: 'split' }]
}
const days: ChartModel = {
  ...bars,
  positions: [10, 20, 30].map((at) => ({ at, name: '', figures: [] })),
  across: { kind: 'days', ticks: () => [{ at: 20, text: 'Feb' }] },
  series: [
    {
      id: 'value',
      name: 'Value',
      token: '--series-1',
      kind: 'line',
      values: [1, 5, 9],
      endText: { short: 'V', long: 'Value $9' }
    }
  ],
  levels: [],
  events: []
}

function draw(model: ChartModel, view: Partial<ChartView> = {}, width = 700) {
  const shown = { from: 0, to: model.positions.length - 1 }
  return toChartOption({
    model,
    view: { hidden: new Set(), isLog: false, shown, ...view },
    theme,
    margins,
    width,
    fontSize: 12
  }) as unknown as {
    animation: boolean
    xAxis: Record<string, unknown>
    yAxis: Record<string, unknown>[]
    series: {
      type: string
      data: unknown[]
      yAxisIndex?: number
      endLabel?: { formatter: string }
      symbolSize?: (value: unknown, place: { dataIndex: number }) => number
      markLine?: { data: unknown[] }
    }[]
  }
}

describe('columns', () => {
  test('the trend is on a hidden axis from 0 to 1, and the values start at zero', () => {
    const { yAxis, series } = draw(bars)
    expect(yAxis).toMatchObject([
      { type: 'value', min: 0 },
      { min: 0, max: 1, show: false }
    ])
    expect(series.map(({ type, yAxisIndex }) => [type, yAxisIndex])).toEqual([
      ['bar', undefined],
      ['line', 1],
      ['custom', undefined],
      ['line', undefined]
    ])
  })

  test('a window cuts positions, values and ranges alike, and keeps the events in sight', () => {
    const { xAxis, series } = draw(bars, { shown: { from: 2, to: 3 } })
    expect(xAxis['data']).toEqual(['2', '3'])
    expect(series.slice(0, 3).map(({ data }) => data)).toEqual([
      [2, null],
      [0.25, null],
      [
        [0, 1, 3],
        [1, 1, 30]
      ]
    ])
    expect(series[3]?.markLine?.data).toMatchObject([{ yAxis: 4.667 }, { xAxis: '2' }])
    expect(draw(bars, { shown: { from: 0, to: 1 } }).series[3]?.markLine?.data).toHaveLength(1)
  })

  test('a range that is higher than the plot ends at its top', () => {
    const [, , range] = draw(bars, { hidden: new Set(['amounts']) }).series
    const { yAxis } = draw(bars)
    expect(range).toBeDefined()
    const last = draw(bars).series[2]?.data.at(-1)
    expect(last).toEqual([3, 1, yAxis[0]?.['max']])
  })

  test('what the legend hides is neither drawn nor counted for the axis', () => {
    const { series, yAxis } = draw(bars, { hidden: new Set(['amounts', 'range', 'average']) })
    expect(series.map(({ type }) => type)).toEqual(['line', 'line'])
    expect(series.at(-1)?.markLine?.data).toHaveLength(1)
    expect(yAxis[0]?.['max']).toBe(1)
  })
})

describe('lines', () => {
  test('values at their days, with a short label in a narrow chart and none when the end is out of sight', () => {
    const label = (view: Partial<ChartView>, width: number) =>
      draw(days, view, width).series[0]?.endLabel?.formatter
    expect(draw(days).series[0]?.data).toEqual([
      [10, 1],
      [20, 5],
      [30, 9]
    ])
    expect(label({}, 1200)).toBe('Value $9')
    expect(label({}, 320)).toBe('V')
    expect(label({ shown: { from: 0, to: 1 } }, 1200)).toBeUndefined()
  })

  test('marks tell lines apart without colors, at other days for each line and at the end', () => {
    const marked = (line: number) => {
      const count = 101
      const series = [0, 1].map((mark) => ({
        id: `${mark}`,
        name: `${mark}`,
        token: '--series-1' as const,
        kind: 'line' as const,
        mark,
        values: Array.from({ length: count }, () => 1)
      }))
      const positions = Array.from({ length: count }, (_, at) => ({ at, name: '', figures: [] }))
      const { symbolSize } = draw({ ...days, positions, series }).series[line] ?? {}
      return positions.flatMap(({ at }) => (symbolSize?.(null, { dataIndex: at }) === 9 ? at : []))
    }
    expect(marked(0)).toEqual([5, 25, 45, 65, 85, 100])
    expect(marked(1)).toEqual([15, 35, 55, 75, 95, 100])
  })

  test('a log scale goes from a round value below the lowest to one above the highest', () => {
    expect(draw(days, { isLog: true }).yAxis[0]).toMatchObject({ type: 'log', min: 1, max: 10 })
  })
})
