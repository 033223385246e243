import { formatChange, formatDay } from '../../lib/format.ts'
import type { ChartFigure, ChartModel, ChartPosition, ChartSeries } from './chart-model.ts'
import { roundTicks } from './chart-model.ts'
import { type ChartUnit, dayTicks, formatUnit, type GrowthLine, maxDays } from './growth-drawing.ts'

type LinesModel = {
  lines: readonly GrowthLine[]
  /** Invested dollars, or 100 %; null without. */
  stake: number | null
  unit: ChartUnit
  /** What the level is, such as 'invested'. */
  levelName: string
}

/** Lines by day, each with its value at its end. */
export function linesModel({ lines, stake, unit, levelName }: LinesModel): ChartModel {
  const values = lines.map(({ points }) => new Map(points.map(({ date, value }) => [date, value])))
  const days = [...new Set(lines.flatMap(({ points }) => points.map(({ date }) => date)))].sort()
  return {
    positions: days.map((day) => new LinePosition(day, lines, values, unit, stake)),
    positionName: 'Day',
    across: {
      kind: 'days',
      ticks: (from, to) => dayTicks(from, to, maxDays).map(({ time, text }) => ({ at: time, text }))
    },
    up: { format: (value, isNarrow) => formatUnit(value, unit, isNarrow), ticks: roundTicks },
    series: lines.map(({ name, points }, i): ChartSeries => {
      const end = points.at(-1)?.value
      return {
        id: name,
        name,
        token: `--series-${i + 1}`,
        kind: 'line',
        values: days.map((day) => values[i]?.get(day) ?? null),
        ...(lines.length > 1 && { mark: i }),
        ...(end !== undefined && { endText: { short: name, long: `${name} ${formatUnit(end, unit)}` } })
      }
    }),
    levels: stake === null ? [] : [{ id: 'level', name: levelName, value: stake, token: '--text-muted' }]
  }
}

/** Its texts are formatted when they are read, because a line has thousands of days. */
class LinePosition implements ChartPosition {
  readonly at: number
  readonly #day: string
  readonly #read: () => ChartFigure[]

  constructor(
    day: string,
    lines: readonly GrowthLine[],
    values: readonly ReadonlyMap<string, number>[],
    unit: ChartUnit,
    stake: number | null
  ) {
    this.at = Date.parse(day)
    this.#day = day
    this.#read = () =>
      lines.flatMap(({ name }, i) => {
        const value = values[i]?.get(day)
        if (value === undefined) return []
        const change =
          unit === 'dollars' && stake !== null ? `, ${formatChange(100 * (value / stake - 1), 1)}` : ''
        return { name, text: `${formatUnit(value, unit)}${change}` }
      })
  }

  get name(): string {
    return formatDay(this.#day)
  }

  get figures(): ChartFigure[] {
    return this.#read()
  }
}
