import type { CustomSeriesOption } from 'echarts/charts'

/** Half the width of a cap, pixels. */
const cap = 3
const widths = { usual: [1.5], strong: [7, 3] }

/**
 * Draws a vertical line from the second to the third value of a datum with caps, and a tick at the fourth if there is one.
 * @param colors of the line, or of its halo and the line
 */
export function drawRange(colors: readonly string[]): NonNullable<CustomSeriesOption['renderItem']> {
  const lineWidths = colors.length > 1 ? widths.strong : widths.usual
  return (_, api) => {
    const [x = 0, low = 0] = api.coord([api.value(0), api.value(1)])
    const [, high = 0] = api.coord([api.value(0), api.value(2)])
    if (Number.isNaN(low) || Number.isNaN(high)) return null
    const [, middle = 0] = api.coord([api.value(0), api.value(3)])
    const tick = Number.isNaN(Number(api.value(3))) ? '' : `M${x - cap} ${middle}h${2 * cap}`
    const d = `M${x - cap} ${low}h${2 * cap}m${-cap} 0V${high}m${-cap} 0h${2 * cap}${tick}`
    return {
      type: 'group',
      children: colors.map((stroke, i) => ({
        type: 'path',
        shape: { d },
        style: { fill: 'none', stroke, lineWidth: lineWidths[i] ?? 1 }
      }))
    }
  }
}
