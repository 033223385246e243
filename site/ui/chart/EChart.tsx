import { BarChart, type BarSeriesOption } from 'echarts/charts'
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
import { useEffect, useMemo, useRef, useState } from 'react'
import { type ColorOf, pageFont, useTokenColors } from '../token-colors.ts'

echarts.use([BarChart, GridComponent, MarkLineComponent, TooltipComponent, CanvasRenderer])

export type ChartOption = echarts.ComposeOption<
  BarSeriesOption | GridComponentOption | MarkLineComponentOption | TooltipComponentOption
>

/** Resolved colors and font, because a canvas can't use CSS tokens, and the current width in pixels. */
type Paint = { colorOf: ColorOf; fontFamily: string; width: () => number }
export type DrawChart = (paint: Paint) => ChartOption

type EChartProps = { draw: DrawChart; place: number | null; onRendered: () => void }

/** The library renders in an async method, whose errors would be unhandled rejections instead of a crash screen. */
class ReactECharts extends echartsForReact.default {
  override async renderNewEcharts(): Promise<void> {
    try {
      await super.renderNewEcharts()
    } catch (error) {
      this.setState(() => {
        throw error
      })
    }
  }
}

/** Import it lazily: the library is heavy. */
export function EChart({ draw, place, onRendered }: EChartProps) {
  const [chart, setChart] = useState<echarts.EChartsType | null>(null)
  const colorOf = useTokenColors()
  const box = useRef<HTMLDivElement>(null)
  const option = useMemo(
    () => draw({ colorOf, fontFamily: pageFont(), width: () => box.current?.clientWidth ?? 0 }),
    [draw, colorOf]
  )

  useEffect(() => {
    if (chart === null || chart.isDisposed()) return
    chart.dispatchAction(
      place === null ? { type: 'hideTip' } : { type: 'showTip', seriesIndex: 0, dataIndex: place }
    )
  }, [chart, place])

  // Called after the first paint, so the static chart can be hidden.
  function begin(instance: echarts.EChartsType) {
    setChart(instance)
    onRendered()
  }

  return (
    <div className="chart__canvas" ref={box}>
      <ReactECharts
        echarts={echarts}
        option={option}
        notMerge
        style={{ height: '100%' }}
        onChartReady={begin}
      />
    </div>
  )
}
