import { lineColor, lineMark, markStroke } from './line-mark.ts'
import './growth-chart.css'

/** Legend mark of a line; the first line is 0. */
export function LineMark({ line }: { line: number }) {
  return (
    <svg className="line-mark" viewBox="0 0 22 12" width="22" height="12" aria-hidden="true">
      <path stroke={lineColor(line)} strokeWidth="2" d="M0 6H22" />
      <path fill={lineColor(line)} stroke={markStroke} d={lineMark(line, { x: 11, y: 6 })} />
    </svg>
  )
}
