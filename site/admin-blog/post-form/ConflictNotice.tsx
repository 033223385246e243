import { useEffect, useRef } from 'react'
import { formatInstant } from '../../lib/format.ts'
import type { Conflict } from './form-state.ts'

type ConflictNoticeProps = {
  conflict: Conflict
  onSee: () => void
  onOverwrite: () => void
  onKeep: () => void
}

/** What can be done with an edit that was refused because the post is another one by now. */
export function ConflictNotice({ conflict, onSee, onOverwrite, onKeep }: ConflictNoticeProps) {
  const { theirs } = conflict
  const notice = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each refusal is a new conflict, and is shown anew
  useEffect(() => notice.current?.focus(), [conflict])

  return (
    <div className="post-form__conflict" role="alert" tabIndex={-1} ref={notice}>
      <p>
        {theirs === null
          ? 'This post has been deleted elsewhere since you opened it.'
          : `This post has been changed elsewhere since you opened it: on ${formatInstant(theirs.updated_at)}.`}{' '}
        Nothing was saved; what you wrote is still here.
      </p>
      <div className="post-form__acts">
        {theirs !== null && (
          <>
            <button type="button" className="button button--quiet" onClick={onSee}>
              See the other version
            </button>
            <button type="button" className="button button--quiet" onClick={onOverwrite}>
              Overwrite it with mine
            </button>
          </>
        )}
        <button type="button" className="button button--quiet" onClick={onKeep}>
          Keep mine as a new draft
        </button>
      </div>
    </div>
  )
}
