import type { CollectionGroup } from '../../../../admin-api/contract/collection.ts'

type Collected = { ticker: string; estimated_dividend: number; held_back: number }
type NotCollected = { ticker: string; message: string }
export type Outcome = { results: readonly Collected[]; errors: readonly NotCollected[] }

/** How far the server says a group is. */
export type Progress = { group: CollectionGroup; done: number; total: number; current: string | null }

/** What this page asked for. A group that is missing was not asked for since the page was opened. */
export type Run =
  | { status: 'running' }
  | { status: 'done'; outcome: Outcome }
  | { status: 'failed'; message: string }

export type CollectionState = { readonly [Group in CollectionGroup]?: Run }

export type CollectionAction =
  | { type: 'started'; group: CollectionGroup }
  | { type: 'finished'; group: CollectionGroup; outcome: Outcome }
  | { type: 'failed'; group: CollectionGroup; message: string }
  | { type: 'dismissed'; group: CollectionGroup }

export function collectionReducer(state: CollectionState, action: CollectionAction): CollectionState {
  const { group } = action
  switch (action.type) {
    case 'started':
      return { ...state, [group]: { status: 'running' } }
    case 'finished':
      return { ...state, [group]: { status: 'done', outcome: action.outcome } }
    case 'failed':
      return { ...state, [group]: { status: 'failed', message: action.message } }
    case 'dismissed': {
      if (state[group]?.status === 'running') return state
      const { [group]: _gone, ...rest } = state
      return rest
    }
  }
}

/** A group may also have been started elsewhere, or before this page was loaded. */
export function isRunning(
  state: CollectionState,
  group: CollectionGroup,
  running: readonly Progress[]
): boolean {
  return state[group]?.status === 'running' || running.some((progress) => progress.group === group)
}

export function isAnyRunning(state: CollectionState, running: readonly Progress[]): boolean {
  return running.length > 0 || Object.values(state).some(({ status }) => status === 'running')
}

/** For a toast: how many went well and how many did not. */
export function outcomeText({ results, errors }: Outcome): string {
  const processed = `Processed ${results.length} ${results.length === 1 ? 'ETF' : 'ETFs'}`
  const failed = errors.length === 0 ? 'none failed' : `${errors.length} failed`
  return `${processed}, ${failed}.`
}

/** Payments that look odd and wait for the operator. */
export function countHeldBack({ results }: Outcome): number {
  return results.reduce((sum, { held_back }) => sum + held_back, 0)
}
