// The package is CommonJS: Node, the bundler and tsc find its component under `default` of the default
// export, astro check does not. Declared here for all of them, and without the `any` of its own types.
declare module 'echarts-for-react/lib/core.js' {
  import type { Component } from 'react'

  type ChartInstance = import('echarts/core').EChartsType
  type EChartsProps = {
    echarts: Pick<typeof import('echarts/core'), 'init' | 'getInstanceByDom' | 'dispose'>
    option: import('echarts/core').EChartsCoreOption
    notMerge?: boolean
    style?: import('react').CSSProperties
    onChartReady?: (instance: ChartInstance) => void
  }
  class EChartsCore extends Component<EChartsProps> {
    renderNewEcharts(): Promise<void>
  }
  const exported: { default: typeof EChartsCore }

  // biome-ignore lint/style/noDefaultExport: this is how the package exports it
  export default exported
}
