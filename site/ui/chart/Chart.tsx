import { lazy, type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { logFailure } from '../../lib/log.ts'
import { saveFile } from '../../lib/save-file.ts'
import { Button } from '../Button.tsx'
import { Table } from '../Table.tsx'
import { ChartBox } from './ChartBox.tsx'
import { ChartLegend } from './ChartLegend.tsx'
import { positionAfter } from './chart-keys.ts'
import {
  type ChartModel,
  type ChartWindow,
  figureColumns,
  positionText,
  wholeWindow,
  windowWith,
  zoomed
} from './chart-model.ts'
import type { DrawnChart, LiveChartProps } from './LiveChart.tsx'
import { useGestures } from './use-gestures.ts'
import './plot.css'
import './chart.css'

const loadDrawing = () => import('./LiveChart.tsx')

const LiveChart = lazy(async () => {
  try {
    return { default: (await loadDrawing()).LiveChart }
  } catch (error) {
    // The static chart stays.
    logFailure('The chart library did not load', error)
    return { default: (_: LiveChartProps) => <></> }
  }
})

type ChartProps = {
  /** Text alternative of the whole chart. */
  label: string
  /** Title of the saved picture, and name of its file. */
  title: string
  /** The static chart: first paint, print, and the page without script. It contains a `Plot`. */
  still: ReactNode
  /** null until its figures are loaded. */
  model: ChartModel | null
  /** Called at the first touch, hover, focus or key. */
  onWanted?: () => void
  /** Buttons before those that every chart has. */
  tools?: ReactNode
  hasZoom?: boolean
  hasLogScale?: boolean
  /** False for a single line, whose legend would repeat its title. */
  hasLegend?: boolean
}

/**
 * Frame of every chart. The static chart is replaced by one drawn by ECharts at the first touch, hover, focus or key;
 * that first sign already chooses a position. Pointer and keyboard choose the same positions.
 */
export function Chart(props: ChartProps) {
  const {
    label,
    title,
    still,
    model,
    onWanted,
    tools,
    hasZoom = false,
    hasLogScale = false,
    hasLegend = true
  } = props
  const frame = useRef<HTMLDivElement>(null)
  const [isWanted, setWanted] = useState(false)
  const [drawn, setDrawn] = useState<DrawnChart | null>(null)
  const [chosen, setChosen] = useState<number | null>(null)
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const [isLog, setLog] = useState(false)
  const [isTableShown, setTableShown] = useState(false)
  const [isPictureAsked, setPictureAsked] = useState(false)
  const [chosenWindow, setChosenWindow] = useState<{ of: number; shown: ChartWindow } | null>(null)
  /** Where a pointer or key was before the chart could answer. */
  const [early, setEarly] = useState<{ x: number } | { key: string } | null>(null)
  const count = model?.positions.length ?? 0
  const whole = useMemo(() => model && wholeWindow(model), [model])
  // A window counts positions, so it ends when the model gets others.
  const shown = chosenWindow?.of === count ? chosenWindow.shown : whole
  const view = useMemo(() => shown && { hidden, isLog, shown }, [hidden, isLog, shown])
  const position = chosen === null ? undefined : model?.positions[chosen]

  const isAsked = useRef(false)
  const want = () => {
    setWanted(true)
    if (!isAsked.current) onWanted?.()
    isAsked.current = true
  }
  // The chart may be hovered or focused before hydration.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, after hydration
  useEffect(() => {
    if (frame.current?.matches(':hover, :focus')) want()
  }, [])

  const show = (next: ChartWindow) => setChosenWindow({ of: count, shown: next })

  function choose(next: number | null) {
    setChosen(next)
    if (next !== null && shown !== null) {
      const inSight = windowWith(shown, next, count)
      if (inSight !== shown) show(inSight)
    }
  }

  function press(key: string): boolean {
    if (model === null) {
      if (positionAfter(key, null, 1) === undefined) return false
      setEarly({ key })
      return true
    }
    if (hasZoom && shown !== null && (key === '+' || key === '-')) {
      show(zoomed(shown, key === '+' ? 0.5 : 2, count, chosen ?? undefined))
      return true
    }
    const next = positionAfter(key, chosen, count)
    if (next === undefined) return false
    choose(next)
    return true
  }

  function point(x: number) {
    if (drawn === null) setEarly({ x })
    else setChosen(drawn.positionAt(x))
  }

  // The sign that started the chart is answered once it can.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `press` and `point` only read the state of now
  useEffect(() => {
    if (early === null || model === null || ('x' in early && drawn === null)) return
    setEarly(null)
    if ('x' in early) point(early.x)
    else press(early.key)
  }, [early, model, drawn])

  const gestures = useGestures({
    frame,
    isZoomed: shown !== null && shown.to - shown.from + 1 < count,
    hasZoom,
    onSign: want,
    onPoint: point,
    onLeave: () => setChosen(null),
    onZoom: (factor, x) => {
      if (shown === null || drawn === null) return
      show(zoomed(shown, factor, count, drawn.positionAt(x) ?? undefined))
    },
    onPan: (share) => {
      if (shown === null || drawn === null) return
      const step = Math.round(share * (shown.to - shown.from))
      const from = Math.max(0, Math.min(count - 1 - (shown.to - shown.from), shown.from + step))
      if (from !== shown.from) show({ from, to: from + shown.to - shown.from })
    }
  })

  async function savePicture(chart: DrawnChart, of: ChartModel) {
    const { drawPicture } = await import('./chart-picture.ts')
    const picture = await drawPicture({ title, model: of, hidden, chart: chart.toPicture() })
    saveFile(picture, `${fileNameOf(title)}.png`)
  }

  // A picture may be asked for before the chart is drawn.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `savePicture` only reads the state of now
  useEffect(() => {
    if (!isPictureAsked || drawn === null || model === null) return
    setPictureAsked(false)
    void savePicture(drawn, model)
  }, [isPictureAsked, drawn, model])

  return (
    <div className="chart-frame">
      <div
        ref={frame}
        className={`chart ${drawn === null ? '' : 'chart--live'} ${model?.up.title === undefined ? '' : 'chart--titled'}`}
        role="application"
        aria-roledescription="chart"
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys step through the positions
        tabIndex={0}
        onFocus={want}
        onBlur={() => setChosen(null)}
        onKeyDown={(event) => {
          want()
          if (!event.ctrlKey && !event.metaKey && !event.altKey && press(event.key)) event.preventDefault()
        }}
        {...gestures}
      >
        <div className="chart__still">{still}</div>
        {model?.up.title !== undefined && <p className="chart__title">{model.up.title}</p>}
        {model?.across.title !== undefined && (
          <p className="chart__title chart__title--across">{model.across.title}</p>
        )}
        {isWanted && model !== null && view !== null && (
          <div className="chart__live" aria-hidden="true">
            <Suspense>
              <LiveChart model={model} view={view} frame={frame} onDrawn={setDrawn} />
            </Suspense>
            {drawn !== null && chosen !== null && position !== undefined && (
              <ChartBox drawn={drawn} index={chosen} position={position} />
            )}
          </div>
        )}
      </div>
      <p className="chart__said visually-hidden" aria-live="polite">
        {position && positionText(position)}
      </p>
      {hasLegend && model !== null && (
        <ChartLegend
          model={model}
          hidden={hidden}
          onToggle={(id) => {
            want()
            setHidden(new Set(hidden.has(id) ? [...hidden].filter((each) => each !== id) : [...hidden, id]))
          }}
        />
      )}
      <div className="chart-tools needs-script no-print row gap-2 above-3">
        {tools}
        {hasZoom && (
          <>
            <Button
              variant="chip"
              onClick={() => {
                want()
                if (shown !== null) show(zoomed(shown, 0.5, count, chosen ?? undefined))
              }}
            >
              Zoom in
            </Button>
            <Button
              variant="chip"
              onClick={() => {
                want()
                if (shown !== null) show(zoomed(shown, 2, count, chosen ?? undefined))
              }}
            >
              Zoom out
            </Button>
          </>
        )}
        {hasLogScale && (
          <Button
            variant="chip"
            aria-pressed={isLog}
            onClick={() => {
              want()
              setLog(!isLog)
            }}
          >
            Log scale
          </Button>
        )}
        <Button
          variant="chip"
          aria-expanded={isTableShown}
          onClick={() => {
            want()
            setTableShown(!isTableShown)
          }}
        >
          Show the figures
        </Button>
        <Button
          variant="chip"
          onClick={() => {
            want()
            setPictureAsked(true)
          }}
        >
          Save as picture
        </Button>
      </div>
      {isTableShown && model !== null && (
        <div className="above-3">
          <Table
            caption={`${title}: figures`}
            columns={figureColumns(model)}
            rows={model.positions.toReversed()}
            keyOf={({ at }) => String(at)}
            isScrollable
            long={{ what: 'rows', isEverywhere: true }}
          />
        </div>
      )}
    </div>
  )
}

/** 'MSTY: dividend history' -> 'msty-dividend-history' */
function fileNameOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}
