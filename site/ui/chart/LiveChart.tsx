import { BarChart, CustomChart, LineChart } from 'echarts/charts'
import { GridComponent, MarkLineComponent } from 'echarts/components'
import { dispose, type EChartsType, getInstanceByDom, init, use } from 'echarts/core'
import { LabelLayout } from 'echarts/features'
import { CanvasRenderer } from 'echarts/renderers'
import echartsForReact from 'echarts-for-react/lib/core.js'
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { ChartModel } from './chart-model.ts'
import { type ChartView, type PlotMargins, toChartOption } from './chart-option.ts'
import { useChartTheme } from './chart-theme.ts'

use([BarChart, LineChart, CustomChart, GridComponent, MarkLineComponent, LabelLayout, CanvasRenderer])

/** The part of the library that the component calls; all of it would be 20 kB more. */
const library = { init, getInstanceByDom, dispose }

/** What the frame around the drawing asks it for; places are pixels from the left edge of the chart. */
export type DrawnChart = {
  /** Index of the nearest position in sight; null beside the plot. */
  positionAt: (x: number) => number | null
  /** Middle and width of a position. */
  placeOf: (position: number) => { x: number; width: number }
  margins: PlotMargins
  width: number
  toPicture: () => HTMLCanvasElement
}

export type LiveChartProps = {
  model: ChartModel
  view: ChartView
  /** Contains the static chart, whose plot takes up the same place. */
  frame: RefObject<HTMLElement | null>
  onDrawn: (chart: DrawnChart) => void
}

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

/** The chart drawn by ECharts; import it lazily, because the library is heavy. */
export function LiveChart({ model, view, frame, onDrawn }: LiveChartProps) {
  const theme = useChartTheme()
  const { width, margins, fontSize } = usePlotPlace(frame)
  const chart = useRef<EChartsType | null>(null)
  const option = useMemo(
    () => toChartOption({ model, view, theme, margins, width, fontSize }),
    [model, view, theme, margins, width, fontSize]
  )
  const { from, to } = view.shown
  const isSlots = model.across.kind === 'slots'
  const drawn = useMemo((): DrawnChart => {
    const inside = width - margins.left - margins.right
    const [first, last] = [model.positions[from]?.at ?? 0, model.positions[to]?.at ?? 1]
    const xOf = (position: number) => {
      const along = isSlots
        ? (position - from + 0.5) / (to - from + 1)
        : ((model.positions[position]?.at ?? 0) - first) / (last - first || 1)
      return margins.left + along * inside
    }
    return {
      positionAt: (x) => {
        const edge = isSlots ? 0 : 12
        if (x < margins.left - edge || x > width - margins.right + edge) return null
        let nearest = from
        for (let i = from; i <= to; i += 1) if (Math.abs(xOf(i) - x) < Math.abs(xOf(nearest) - x)) nearest = i
        return nearest
      },
      placeOf: (position) => ({ x: xOf(position), width: isSlots ? inside / (to - from + 1) : 0 }),
      margins,
      width,
      toPicture: () => {
        if (chart.current === null) throw new TypeError('a picture needs a drawn chart')
        return chart.current.renderToCanvas({
          pixelRatio: 2,
          backgroundColor: theme.colorOf('--surface-raised')
        })
      }
    }
  }, [model, from, to, isSlots, width, margins, theme])

  const report = useRef(onDrawn)
  report.current = onDrawn
  useEffect(() => {
    if (chart.current !== null) report.current(drawn)
  }, [drawn])

  // Called after the first paint, so the static chart can be hidden.
  function begin(instance: EChartsType) {
    chart.current = instance
    report.current(drawn)
  }

  return (
    <ReactECharts
      echarts={library}
      option={option}
      notMerge
      style={{ height: '100%' }}
      onChartReady={begin}
    />
  )
}

type PlotPlace = { width: number; margins: PlotMargins; fontSize: number }

/** Width of the chart, and the margins and labels of the plot of the static chart. */
function usePlotPlace(frame: RefObject<HTMLElement | null>): PlotPlace {
  const [place, setPlace] = useState(() => readPlace(frame.current))
  useLayoutEffect(() => {
    const element = frame.current
    if (element === null) return undefined
    const observer = new ResizeObserver(() => setPlace(readPlace(element)))
    observer.observe(element)
    return () => observer.disconnect()
  }, [frame])
  return place
}

function readPlace(frame: HTMLElement | null): PlotPlace {
  const plot = frame?.querySelector('.plot')
  if (!frame || !plot) return { width: 0, fontSize: 12, margins: { top: 12, right: 8, bottom: 24, left: 48 } }
  const [outer, inner] = [frame.getBoundingClientRect(), plot.getBoundingClientRect()]
  return {
    width: outer.width,
    fontSize: Number.parseFloat(getComputedStyle(plot).fontSize),
    margins: {
      top: inner.top - outer.top,
      right: outer.right - inner.right,
      bottom: outer.bottom - inner.bottom,
      left: inner.left - outer.left
    }
  }
}
