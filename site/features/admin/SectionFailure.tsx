/** Above data that could not be read anew: what stands below may be old. */
export function SectionFailure({ failure, onRetry }: { failure: string | null; onRetry: () => void }) {
  if (failure === null) return null
  return (
    <div className="section-failure" role="alert">
      <p>{failure}</p>
      <button type="button" className="chip" onClick={onRetry}>
        Try again
      </button>
    </div>
  )
}
