import { BarChart, type BarSeriesOption, LineChart, type LineSeriesOption } from 'echarts/charts'
import {
  GridComponent,
  type GridComponentOption,
  MarkLineComponent,
  type MarkLineComponentOption,
  TooltipComponent,
  type TooltipComponentOption
} from 'echarts/components'
import * as echarts from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import echartsForReact from 'echarts-for-react/lib/core.js'
import type { EChartsInstance } from 'echarts-for-react/lib/types.js'
import { useEffect, useMemo, useState } from 'react'
import { type ColourOf, useTokenColours } from './token-colours.ts'

echarts.use([BarChart, LineChart, GridComponent, MarkLineComponent, TooltipComponent, CanvasRenderer])

export type ChartOption = echarts.ComposeOption<
  BarSeriesOption | LineSeriesOption | GridComponentOption | MarkLineComponentOption | TooltipComponentOption
>

/** Makes the option from meaning tokens: the same drawing serves a page ('var(--x)') and a canvas ('rgb(...)'). */
export type DrawChart = (colourOf: ColourOf) => ChartOption

type EChartProps = { draw: DrawChart; place: number | null; onDrawn: () => void }

// The wrapper is a CommonJS module: its default export arrives inside `default`.
const ReactECharts = echartsForReact.default

/** The interactive chart; imported on demand only, because the library is heavy. */
export function EChart({ draw, place, onDrawn }: EChartProps) {
  const [chart, setChart] = useState<EChartsInstance | null>(null)
  const colourOf = useTokenColours()
  const option = useMemo(() => draw(colourOf), [draw, colourOf])

  useEffect(() => {
    if (chart === null || chart.isDisposed()) return
    chart.dispatchAction(
      place === null ? { type: 'hideTip' } : { type: 'showTip', seriesIndex: 0, dataIndex: place }
    )
  }, [chart, place])

  function begin(instance: EChartsInstance) {
    instance.on('finished', onDrawn)
    setChart(instance)
  }

  return (
    <ReactECharts
      echarts={echarts}
      option={option}
      notMerge
      style={{ height: '100%' }}
      onChartReady={begin}
    />
  )
}
