import type { CollectionScope } from '../../../admin-api/contract/collection.ts'

type Collected = { ticker: string; estimated_dividend: number; held_back: number }
type NotCollected = { ticker: string; message: string }
export type Outcome = {
  results: readonly Collected[]
  errors: readonly NotCollected[]
  /** Collected, but no payment of it can be expected; the message says why. */
  no_estimate: readonly NotCollected[]
  stopped: string | null
}

/** How far the server says a group, or the whole fleet, is. */
export type Progress = { group: CollectionScope; done: number; total: number; current: string | null }

/** What this page asked for. A group that is missing was not asked for since the page was opened. */
export type Run =
  | { status: 'running' }
  | { status: 'done'; outcome: Outcome }
  | { status: 'failed'; message: string }

export type CollectionState = { readonly [Scope in CollectionScope]?: Run }

export type CollectionAction =
  | { type: 'started'; group: CollectionScope }
  | { type: 'finished'; group: CollectionScope; outcome: Outcome }
  | { type: 'failed'; group: CollectionScope; message: string }
  | { type: 'dismissed'; group: CollectionScope }

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
  group: CollectionScope,
  running: readonly Progress[]
): boolean {
  return state[group]?.status === 'running' || running.some((progress) => progress.group === group)
}

/** All groups are collected alone, and a group beside other groups. */
export function isHeldUp(
  state: CollectionState,
  group: CollectionScope,
  running: readonly Progress[]
): boolean {
  if (group === 'all') return isAnyRunning(state, running)
  return isRunning(state, group, running) || isRunning(state, 'all', running)
}

/** Instants. */
type Schedule = { next_run: string | null; paused_until: string | null }

/** When something is collected without a press of a button; `timeZone` is for tests. */
export function scheduleText({ next_run, paused_until }: Schedule, timeZone?: string): string {
  if (paused_until !== null)
    return `The source refuses requests for now. What is missing is collected by itself from ${formatMinute(paused_until, timeZone)} on.`
  if (next_run !== null) return `Collected by itself next: ${formatMinute(next_run, timeZone)}.`
  return 'Nothing is collected by itself.'
}

/** '06/04/2026, 18:15 EDT', on the operator's clock. */
function formatMinute(instant: string, timeZone?: string): string {
  return new Intl.DateTimeFormat('en-US', {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
    ...(timeZone !== undefined && { timeZone })
  }).format(new Date(instant))
}

export function isAnyRunning(state: CollectionState, running: readonly Progress[]): boolean {
  return running.length > 0 || Object.values(state).some(({ status }) => status === 'running')
}

/** For a toast: how many went well, with or without an estimate, and how many did not. */
export function outcomeText({ results, errors, no_estimate }: Outcome): string {
  const done = results.length + no_estimate.length
  const processed = `Processed ${done} ${done === 1 ? 'ETF' : 'ETFs'}`
  const failed = errors.length === 0 ? 'none failed' : `${errors.length} failed`
  return `${processed}, ${failed}.`
}

/** Payments that look odd and wait for the operator. */
export function countHeldBack({ results }: Outcome): number {
  return results.reduce((sum, { held_back }) => sum + held_back, 0)
}
