import { FailureNotice } from '../ui/FailureNotice.tsx'

/** Above data that could not be read anew: what stands below may be old. */
export function SectionFailure({ failure, onRetry }: { failure: string | null; onRetry: () => void }) {
  if (failure === null) return null
  return <FailureNotice onRetry={onRetry}>{failure}</FailureNotice>
}
