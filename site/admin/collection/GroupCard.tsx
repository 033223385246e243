import { useId, useState } from 'react'
import type { CollectionOutcome, CollectionScope } from '../../../admin-api/contract/collection.ts'
import { formatDividend } from '../../lib/format.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { FundMessage } from '../FundMessage.tsx'
import { TaskButton } from '../TaskButton.tsx'
import {
  type Collections,
  countQuarantined,
  isPaused,
  isRunning,
  outcomeText,
  type Progress,
  requestsText
} from './collection-state.ts'

/** A group or all groups; `about` has the names of the funds or groups. */
export type Collectable = {
  group: CollectionScope
  title: string
  tickers: readonly string[]
  about: string
}

type GroupCardProps = {
  collectable: Collectable
  collections: Collections
  /** Whether the source reports new figures. */
  isLive: boolean
  onCollect: () => void
  /** Resolves to whether the collection will stop. */
  onStop: () => Promise<boolean>
  onDismiss: () => void
}

export function GroupCard(props: GroupCardProps) {
  const { collectable, collections, isLive, onCollect, onStop, onDismiss } = props
  const { group, title, tickers, about } = collectable
  const run = collections.runs[group]
  const isActive = isRunning(collections, group)
  const progress = collections.running.find((one) => one.group === group) ?? {
    done: 0,
    total: tickers.length,
    current: null
  }
  const listId = useId()
  return (
    <li className="group-card stack gap-2 pad-3">
      <Button
        variant="quiet"
        aria-disabled={isPaused(collections, group)}
        aria-describedby={listId}
        onClick={onCollect}
      >
        {isActive ? 'Processing...' : title}
      </Button>
      <p className="muted text-xs" id={listId}>
        {isActive && <strong>{title}: </strong>}
        {about}
      </p>
      {isActive && <GroupProgress title={title} onStop={onStop} {...progress} />}
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

type GroupProgressProps = Omit<Progress, 'group'> & { title: string; onStop: GroupCardProps['onStop'] }

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

type GroupOutcomeProps = Pick<GroupCardProps, 'isLive' | 'onDismiss'> & {
  title: string
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
