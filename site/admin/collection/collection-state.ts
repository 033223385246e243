import type * as z from 'zod/mini'
import type {
  CollectionOutcome,
  CollectionScope,
  readCollection
} from '../../../admin-api/contract/collection.ts'
import { countOf } from '../../../admin-api/numbers/format-numbers.ts'
import { formatInstant } from '../../lib/format.ts'

/** A collection that the server reports as running. */
export type Progress = z.output<typeof readCollection.output>['running'][number]

type Schedule = z.output<typeof readCollection.output>['schedule']

/** A collection started from this page. */
export type Run =
  | { status: 'running' }
  | { status: 'done'; outcome: CollectionOutcome }
  | { status: 'failed'; message: string }

/** Collections started since the page was opened, without dismissed ones, and those that the server reports. */
export type Collections = {
  runs: { readonly [Scope in CollectionScope]?: Run | undefined }
  running: readonly Progress[]
}

/** Whether a group is being collected, including collections started elsewhere or before this page was loaded. */
export function isRunning({ runs, running }: Collections, group: CollectionScope): boolean {
  return runs[group]?.status === 'running' || running.some((progress) => progress.group === group)
}

export function isAnyRunning({ runs, running }: Collections): boolean {
  return running.length > 0 || Object.values(runs).some((run) => run?.status === 'running')
}

/** All groups can't be collected in parallel with anything else; single groups can run in parallel. */
export function isPaused(collections: Collections, group: CollectionScope): boolean {
  if (group === 'all') return isAnyRunning(collections)
  return isRunning(collections, group) || isRunning(collections, 'all')
}

/** Describes the next automatic collection. @param timeZone for tests */
export function scheduleText({ next_run, paused_until, is_connecting }: Schedule, timeZone?: string): string {
  if (paused_until !== null)
    return `The source refuses requests or can’t be reached. Missing funds are collected automatically from ${formatMinute(paused_until, timeZone)}.`
  if (next_run !== null) return `Next automatic collection: ${formatMinute(next_run, timeZone)}.`
  if (is_connecting)
    return 'No source has responded yet. We try again every ten minutes or more often; automatic collection starts with the first response.'
  return 'Automatic collection is off.'
}

/** To the minute: '06/04/2026, 18:15 EDT'. */
function formatMinute(instant: string, timeZone?: string): string {
  return formatInstant(instant, timeZone).replace(/:\d\d(?= )/, '')
}

const embeddedText = 'No new payments: this site runs on embedded data.'

/**
 * Counts funds collected, with or without an estimate, funds that failed, and quarantined payments.
 * @param isLive false for embedded data, in which nothing can be new
 */
export function outcomeText(outcome: CollectionOutcome, isLive: boolean): string {
  const { results, errors, no_estimate } = outcome
  if (!isLive && errors.length === 0) return embeddedText
  const done = results.length + no_estimate.length
  const processed = `Processed ${countOf(done, 'ETF')}`
  const failed = errors.length === 0 ? 'none failed' : `${errors.length} failed`
  const quarantined = countQuarantined(outcome)
  const quarantinedText = quarantined === 0 ? '' : `, ${countOf(quarantined, 'payment')} quarantined`
  return `${processed}, ${failed}${quarantinedText}.`
}

/** 'Requests: 138 to Yahoo, 129 to Nasdaq'; null without requests. */
export function requestsText({ requests = {} }: CollectionOutcome): string | null {
  const counts = Object.entries(requests).map(([source, count]) => `${count} to ${source}`)
  return counts.length === 0 ? null : `Requests: ${counts.join(', ')}`
}

export function countQuarantined({ results }: CollectionOutcome): number {
  return results.reduce((sum, { held_back }) => sum + held_back, 0)
}
