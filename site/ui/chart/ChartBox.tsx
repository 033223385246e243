import type { ChartPosition } from './chart-model.ts'
import type { DrawnChart } from './LiveChart.tsx'

type ChartBoxProps = { drawn: DrawnChart; index: number; position: ChartPosition }

/** Width of the box in pixels, so that it fits next to half of a phone's chart, and its distance from the position. */
const [boxWidth, gap] = [220, 12]

/** Marks the chosen position, and says its figures in a box beside it, towards the middle of the chart. */
export function ChartBox({ drawn, index, position }: ChartBoxProps) {
  const { margins, width } = drawn
  const place = drawn.placeOf(index)
  const edge = place.width / 2 + gap
  const left = place.x < width / 2 ? place.x + edge : place.x - edge - boxWidth
  return (
    <>
      <div
        className={place.width === 0 ? 'chart__cursor chart__cursor--line' : 'chart__cursor'}
        style={{
          left: place.x - place.width / 2,
          width: Math.max(1, place.width),
          top: margins.top,
          bottom: margins.bottom
        }}
      />
      <div
        className="chart__box text-xs tabular"
        style={{ left: Math.max(0, Math.min(left, width - boxWidth)), width: boxWidth }}
      >
        <strong>{position.name}</strong>
        {position.figures.map(({ name, text }) => (
          <span key={name + text} className="chart__figure">
            <span>{name}</span>
            <span>{text}</span>
          </span>
        ))}
      </div>
    </>
  )
}
