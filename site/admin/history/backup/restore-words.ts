import { formatCount } from '../../../lib/format.ts'

/**
 * How far a restore has come. The reason of a failure stays on screen for longer than a toast lasts; `unknown` is
 * one that was sent and never answered, so that it may well have been done.
 */
export type Restore =
  | { step: 'idle' }
  | { step: 'reading'; fileName: string }
  | { step: 'checking' | 'restoring'; fileName: string; count: number }
  | { step: 'failed' | 'unknown'; fileName: string; message: string }

type Changes = { added: number; changed: number; unchanged: number }

/** What a restore would do, before it is confirmed. */
export function describeChanges(
  fileName: string,
  count: number,
  { added, changed, unchanged }: Changes
): string {
  return (
    `${fileName} holds ${records(count)}: ${formatCount(added)} added, ${formatCount(changed)} changed, ` +
    `${formatCount(unchanged)} unchanged. Records that are not in it stay. ` +
    'A safety copy of the database is kept first.'
  )
}

/** What is going on, for the eye and the screen reader; empty while nothing is. */
export function describeProgress(restore: Restore): string {
  switch (restore.step) {
    case 'reading':
      return `Reading ${restore.fileName}...`
    case 'checking':
      return `Checking ${records(restore.count)}, nothing is changed yet...`
    case 'restoring':
      return `Restoring ${records(restore.count)}...`
    default:
      return ''
  }
}

/** What became of a restore that did not come to its good end; null for any other. */
export function describeFailure(restore: Restore): string | null {
  switch (restore.step) {
    case 'failed':
      return `was not restored, nothing was changed. ${restore.message}`
    case 'unknown':
      return `may or may not have been restored: no answer came. ${restore.message} Choose it again to see what would still change.`
    default:
      return null
  }
}

/** While one is under way no other may begin. */
export function isUnderWay({ step }: Restore): boolean {
  return step === 'reading' || step === 'checking' || step === 'restoring'
}

function records(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'record' : 'records'}`
}
