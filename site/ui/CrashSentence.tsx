import './crash-sentence.css'

/** The fallback when the crash screen itself cannot be loaded. */
export function CrashSentence() {
  return (
    <p className="crash-sentence" role="alert">
      Part of this page did not load. Please check your connection.
      <button type="button" className="button button--quiet" onClick={() => window.location.reload()}>
        Reload the page
      </button>
    </p>
  )
}
