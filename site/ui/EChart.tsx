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
import { useEffect, useMemo, useState } from 'react'
import { type ColourOf, pageFont, useTokenColours } from './token-colours.ts'

echarts.use([BarChart, LineChart, GridComponent, MarkLineComponent, TooltipComponent, CanvasRenderer])

export type ChartOption = echarts.ComposeOption<
  BarSeriesOption | LineSeriesOption | GridComponentOption | MarkLineComponentOption | TooltipComponentOption
>

/** Colours and font of a chart: 'var(--x)' and 'inherit' in an SVG, resolved values on a canvas. */
type Paint = { colourOf: ColourOf; fontFamily: string }
export type DrawChart = (paint: Paint) => ChartOption

type EChartProps = { draw: DrawChart; place: number | null; onDrawn: () => void }

const ReactECharts = echartsForReact.default

/** Import it on demand only: the library is heavy. */
export function EChart({ draw, place, onDrawn }: EChartProps) {
  const [chart, setChart] = useState<echarts.EChartsType | null>(null)
  const colourOf = useTokenColours()
  const option = useMemo(() => draw({ colourOf, fontFamily: pageFont() }), [draw, colourOf])

  useEffect(() => {
    if (chart === null || chart.isDisposed()) return
    chart.dispatchAction(
      place === null ? { type: 'hideTip' } : { type: 'showTip', seriesIndex: 0, dataIndex: place }
    )
  }, [chart, place])

  // The wrapper has painted before it calls this, so the drawing underneath may be hidden.
  function begin(instance: echarts.EChartsType) {
    setChart(instance)
    onDrawn()
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
