import { lineMark, markPaint } from './line-mark.ts'
import './growth-chart.css'

/** Legend mark of a line; the first line is 0. */
export function LineMark({ line }: { line: number }) {
  return (
    <svg
      className={`line-mark growth-chart__way growth-chart__way--${line + 1}`}
      viewBox="0 0 22 12"
      width="22"
      height="12"
      aria-hidden="true"
    >
      <path className="growth-chart__line" d="M0 6H22" />
      <path {...markPaint} d={lineMark(line, { x: 11, y: 6 })} />
    </svg>
  )
}
