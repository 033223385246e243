import type { ChartModel, ChartSeries } from './chart-model.ts'
import { lineMark, markStroke } from './line-mark.ts'

type ChartLegendProps = {
  model: ChartModel
  hidden: ReadonlySet<string>
  onToggle: (id: string) => void
}

type Entry = { id: string; name: string; token: string } & (
  | { kind: 'bars' | 'ranges' | 'level' }
  | { kind: 'line'; mark: number | undefined }
)

/** Names of what the chart shows; each is a button that hides or shows it. */
export function ChartLegend({ model, hidden, onToggle }: ChartLegendProps) {
  return (
    <ul className="chart-legend above-3 row gap-y-1 gap-x-4 muted text-xs">
      {entriesOf(model).map((entry) => (
        <li key={entry.id}>
          <button type="button" aria-pressed={!hidden.has(entry.id)} onClick={() => onToggle(entry.id)}>
            <LegendMark entry={entry} />
            {entry.name}
          </button>
        </li>
      ))}
      {model.keys?.map(({ name, token, opacity, pattern }) => (
        <li key={name} className="line items-center gap-2">
          <svg width="18" height="12" aria-hidden="true">
            <path fill={`var(${token})`} opacity={opacity} d="M4 1h10v10H4z" />
            {pattern === 'hatched' && (
              <path stroke="var(--surface-raised)" strokeWidth="2" d="M4 6l5-5M4 11L14 1M9 11l5-5" />
            )}
            {pattern === 'dotted' && (
              <path stroke="var(--surface-raised)" strokeWidth="2" strokeDasharray="2 2" d="M5 4h8M5 8h8" />
            )}
          </svg>
          {name}
        </li>
      ))}
    </ul>
  )
}

function entriesOf({ series, levels = [] }: ChartModel): Entry[] {
  const all = [...series.map(toEntry), ...levels.map((level) => ({ ...level, kind: 'level' as const }))]
  return all.filter(({ id }, i) => all.findIndex((each) => each.id === id) === i)
}

function toEntry(series: ChartSeries): Entry {
  const { id, name, token } = series
  return series.kind === 'line'
    ? { id, name, token, kind: 'line', mark: series.mark }
    : { id, name, token, kind: series.kind }
}

function LegendMark({ entry }: { entry: Entry }) {
  const color = `var(${entry.token})`
  return (
    <svg width="18" height="12" aria-hidden="true">
      {entry.kind === 'bars' && <path fill={color} d="M4 1h10v10H4z" />}
      {entry.kind === 'ranges' && <path stroke={color} strokeWidth="1.5" d="M6 1h6M9 1v10M6 11h6" />}
      {entry.kind === 'level' && <path stroke={color} strokeWidth="1.5" strokeDasharray="4 3" d="M0 6h18" />}
      {entry.kind === 'line' && <path stroke={color} strokeWidth="2" d="M0 6h18" />}
      {entry.kind === 'line' && entry.mark !== undefined && (
        <path fill={color} stroke={markStroke} d={lineMark(entry.mark, { x: 9, y: 6 })} />
      )}
    </svg>
  )
}
