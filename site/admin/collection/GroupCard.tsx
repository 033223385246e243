import { useId } from 'react'
import type { Progress, Run } from './collection-state.ts'
import { GroupOutcome } from './GroupOutcome.tsx'

type GroupCardProps = {
  title: string
  /** Whom it is about. */
  about: string
  /** How many funds that are. */
  total: number
  run: Run | undefined
  isRunning: boolean
  /** It can't be started now, because it or another collection runs. */
  isHeldUp: boolean
  progress: Progress | undefined
  onCollect: () => void
  onDismiss: () => void
}

/** One group, or all of them: its button, whom it is about, how far it is, and what came of it. */
export function GroupCard({
  title,
  about,
  total,
  run,
  isRunning,
  isHeldUp,
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
        aria-disabled={isHeldUp}
        aria-describedby={listId}
        onClick={onCollect}
      >
        {isRunning ? 'Processing...' : title}
      </button>
      <p className="group-card__tickers" id={listId}>
        {isRunning && <strong>{title}: </strong>}
        {about}
      </p>
      {isRunning && <GroupProgress title={title} progress={progress} total={total} />}
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
