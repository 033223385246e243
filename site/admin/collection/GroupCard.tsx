import { useId, useState } from 'react'
import type { CollectionOutcome } from '../../../admin-api/contract/collection.ts'
import { formatDividend } from '../../lib/format.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { FundMessage } from '../FundMessage.tsx'
import { TaskButton } from '../TaskButton.tsx'
import { countQuarantined, outcomeText, type Progress, type Run, requestsText } from './collection-state.ts'

type GroupCardProps = {
  title: string
  /** Names of the funds or groups. */
  about: string
  /** Number of funds. */
  total: number
  /** Whether the source reports new figures. */
  isLive: boolean
  run: Run | undefined
  isRunning: boolean
  /** This or a conflicting collection is running. */
  isPaused: boolean
  progress: Progress | undefined
  onCollect: () => void
  /** Resolves to whether the collection will stop. */
  onStop: () => Promise<boolean>
  onDismiss: () => void
}

/** Card of one group or of all groups: button, contents, progress and outcome. */
export function GroupCard({
  title,
  about,
  total,
  isLive,
  run,
  isRunning,
  isPaused,
  progress,
  onCollect,
  onStop,
  onDismiss
}: GroupCardProps) {
  const listId = useId()
  return (
    <li className="group-card stack gap-2 pad-3">
      <Button variant="quiet" aria-disabled={isPaused} aria-describedby={listId} onClick={onCollect}>
        {isRunning ? 'Processing...' : title}
      </Button>
      <p className="muted text-xs" id={listId}>
        {isRunning && <strong>{title}: </strong>}
        {about}
      </p>
      {isRunning && (
        <GroupProgress title={title} onStop={onStop} {...(progress ?? { done: 0, total, current: null })} />
      )}
      {run?.status === 'failed' && (
        <p className="text-s negative">
          <strong>{title} failed.</strong> {run.message}
        </p>
      )}
      {run?.status === 'done' && (
        <GroupOutcome title={title} outcome={run.outcome} isLive={isLive} onDismiss={onDismiss} />
      )}
    </li>
  )
}

type GroupProgressProps = Pick<GroupCardProps, 'title' | 'onStop'> & Omit<Progress, 'group'>

function GroupProgress({ title, done, total, current, onStop }: GroupProgressProps) {
  const [isStopping, setStopping] = useState(false)
  return (
    <div className="group-card__progress">
      <progress aria-label={`${title} progress`} max={total} value={done} />
      <div className="line items-center between gap-2">
        <p className="tabular muted text-xs">
          {done} of {total}
          {current && <> · collecting {current}</>}
          {isStopping && '. Stops after this fund.'}
        </p>
        {!isStopping && (
          <TaskButton
            text="Stop"
            aria-label={`Stop collecting ${title}`}
            task={async () => setStopping(await onStop())}
          />
        )}
      </div>
    </div>
  )
}

type GroupOutcomeProps = Pick<GroupCardProps, 'title' | 'isLive' | 'onDismiss'> & {
  outcome: CollectionOutcome
}

/** Outcome by fund, failures first, because they need attention. */
function GroupOutcome({ title, outcome, isLive, onDismiss }: GroupOutcomeProps) {
  const { results, errors, no_estimate, stopped } = outcome
  const quarantined = countQuarantined(outcome)
  const requests = requestsText(outcome)
  return (
    <div className="stack gap-2 text-xs ruled">
      <div className="line items-center between gap-2">
        <p className="text-s strong">{outcomeText(outcome, isLive)}</p>
        <Button variant="icon" aria-label={`Dismiss the outcome of ${title}`} onClick={onDismiss}>
          <Icon name="close" />
        </Button>
      </div>
      {stopped !== null && <p className="text-s negative">{stopped}</p>}
      {quarantined > 0 && (
        <p>
          {quarantined === 1 ? '1 payment is quarantined' : `${quarantined} payments are quarantined`} in{' '}
          <a href="/admin/review">Review</a>.
        </p>
      )}
      {requests !== null && <p className="above-1 tabular muted text-xs">{requests}</p>}
      <Messages messages={errors} className="stack gap-1 negative" />
      <Messages messages={no_estimate} className="stack gap-1" />
      {results.length > 0 && (
        <ul className="group-outcome__results grid gap-x-4 tabular">
          {results.map(({ ticker, estimated_dividend, held_back }) => (
            <li key={ticker} className="row between">
              <span className="strong">{ticker}</span>{' '}
              <span>
                {formatDividend(estimated_dividend)}
                {held_back > 0 && <> · {held_back} quarantined</>}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function Messages({ messages, className }: { messages: CollectionOutcome['errors']; className: string }) {
  if (messages.length === 0) return null
  return (
    <ul className={className}>
      {messages.map(({ ticker, message }) => (
        <li key={ticker}>
          <FundMessage ticker={ticker} message={message} />
        </li>
      ))}
    </ul>
  )
}
