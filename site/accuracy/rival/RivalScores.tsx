import { type DragEvent, useState } from 'react'
import { countOf } from '../../../admin-api/numbers/format-numbers.ts'
import { formatCount, formatDay } from '../../lib/format.ts'
import { FileButton } from '../../ui/FileButton.tsx'
import { Table } from '../../ui/Table.tsx'
import type { Column } from '../../ui/table-columns.ts'
import { formatRate } from '../format-accuracy.ts'
import type { RivalFigures } from './compare-rival.ts'
import type { RivalVerdict } from './judge-rival.ts'
import './rival.css'

type State = { status: 'idle' } | { status: 'reading' } | { status: 'judged'; verdict: RivalVerdict }

/** Scores a visitor's forecasts beside ours on the same payments, in the browser. */
export function RivalScores({ examplePath }: { examplePath: string | null }) {
  const [state, setState] = useState<State>({ status: 'idle' })
  const verdict = state.status === 'judged' ? state.verdict : null

  async function judge(file: File) {
    setState({ status: 'reading' })
    setState({ status: 'judged', verdict: await judgeFile(file) })
  }

  function drop(event: DragEvent) {
    event.preventDefault()
    const [file] = event.dataTransfer.files
    if (file !== undefined && state.status !== 'reading') void judge(file)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the button does the same
    <div
      className="rival needs-script stack gap-3"
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
    >
      <p className="measure">
        Choose a CSV or drop it here, with the columns <code className="text-s">symbol</code>,{' '}
        <code className="text-s">ex_date</code> and <code className="text-s">value</code>, your forecast in
        dollars a share. It is read in your browser and never uploaded. To compare ranges, add a column{' '}
        <code className="text-s">quantile</code> and rows for 0.05, 0.1, 0.25, 0.5, 0.75, 0.9 and 0.95. Files
        of forecast hubs fit, too.
      </p>
      <div className="row items-center gap-3">
        <FileButton
          text="Choose a CSV"
          label="CSV with your forecasts"
          accept=".csv,text/csv,text/plain"
          isBusy={state.status === 'reading'}
          onFile={(file) => void judge(file)}
        />
        {examplePath && (
          <a href={examplePath} download>
            Our own forecasts as an example
          </a>
        )}
      </div>
      <div role="status">
        {state.status === 'reading' && <p>Reading the file and loading our forecasts…</p>}
        {verdict?.ok === false && <p className="field__error measure">{verdict.fault}</p>}
        {verdict?.ok && <Headlines verdict={verdict} />}
      </div>
      {verdict?.ok && <Results verdict={verdict} />}
    </div>
  )
}

/** The reader and the scores are loaded with the first file. */
async function judgeFile(file: File): Promise<RivalVerdict> {
  try {
    const { judgeRival } = await import('./judge-rival.ts')
    return await judgeRival(file)
  } catch {
    return { ok: false, fault: 'The file could not be read. Check your connection and choose it again.' }
  }
}

type Judged = Extract<RivalVerdict, { ok: true }>

/** Who was closer how often, which screen readers announce. */
function Headlines({ verdict: { comparisons } }: { verdict: Judged }) {
  return comparisons.map(({ origin, n, closer, ourCloser, from, to }) => (
    <p key={origin} className="measure">
      <strong>
        Your forecast was closer than ours for {formatCount(closer)} of {countOf(n, 'payment')}
      </strong>
      , ours for {formatCount(ourCloser)}: ex-dates {formatDay(from)} to {formatDay(to)}, next to our {origin}{' '}
      estimates.
    </p>
  ))
}

function Results({ verdict: { comparisons, unmatched } }: { verdict: Judged }) {
  return (
    <div className="stack gap-4">
      {comparisons.map(({ origin, ranged, figures }) => (
        <div key={origin} className="stack gap-3">
          <Table
            caption={`Your forecasts and our ${origin} estimates`}
            columns={ranged > 0 ? [...columns, ...rangeColumns] : columns}
            rows={figures}
            phones="cards"
            isScrollable
          />
          <p className="measure muted text-s">
            {ranged > 0
              ? `In range and score: ${countOf(ranged, 'payment')} with seven quantiles of each. The score is the weighted interval score divided by the payment; less is better.`
              : 'Ranges are compared for payments with seven quantiles in your file.'}
          </p>
        </div>
      ))}
      <p className="measure text-s">
        {unmatched > 0 &&
          `Not compared: ${countOf(unmatched, 'forecast')} of payments that we have no estimate of, or that follow fewer than ten of the fund. `}
        A forecast counts only if it was made before the payment. Your file can’t show that; our live
        estimates can.
      </p>
    </div>
  )
}

const columns: Column<RivalFigures>[] = [
  { heading: 'Forecast', words: ({ name }) => name },
  { heading: 'Median error', figure: (row) => row.medianErrorPercent, format: formatRate },
  { heading: 'Within 10%', figure: (row) => row.within10Percent, format: formatRate }
]
const rangeColumns: Column<RivalFigures>[] = [
  { heading: 'In 80% range', figure: (row) => row.coveragePercent, format: formatRate },
  { heading: 'Score', figure: (row) => row.score, format: (score) => score.toFixed(4) }
]
