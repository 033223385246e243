import { useId } from 'react'
import type { Progress, Run } from './collection-state.ts'
import { GroupOutcome } from './GroupOutcome.tsx'

type GroupCardProps = {
  title: string
  tickers: readonly string[]
  run: Run | undefined
  isRunning: boolean
  progress: Progress | undefined
  onCollect: () => void
  onDismiss: () => void
}

/** One batch: its button, whom it is about, how far it is, and what came of it. */
export function GroupCard({
  title,
  tickers,
  run,
  isRunning,
  progress,
  onCollect,
  onDismiss
}: GroupCardProps) {
  const listId = useId()
  return (
    <li className="group-card">
      <button
        type="button"
        className="button button--quiet group-card__button"
        aria-disabled={isRunning}
        aria-describedby={listId}
        onClick={onCollect}
      >
        {isRunning ? 'Processing...' : title}
      </button>
      <p className="group-card__tickers" id={listId}>
        {isRunning && <strong>{title}: </strong>}
        {tickers.join(', ')}
      </p>
      {isRunning && <GroupProgress title={title} progress={progress} total={tickers.length} />}
      {run?.status === 'failed' && (
        <p className="group-card__failure">
          <strong>{title} failed.</strong> {run.message}
        </p>
      )}
      {run?.status === 'done' && <GroupOutcome title={title} outcome={run.outcome} onDismiss={onDismiss} />}
    </li>
  )
}

function GroupProgress({
  title,
  progress,
  total
}: {
  title: string
  progress: Progress | undefined
  total: number
}) {
  const done = progress?.done ?? 0
  const whole = progress?.total ?? total
  return (
    <div className="group-card__progress">
      <progress aria-label={`${title} progress`} max={whole} value={done} />
      <p className="group-card__place">
        {done} of {whole}
        {progress?.current && <> · collecting {progress.current}</>}
      </p>
    </div>
  )
}
