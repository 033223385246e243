import { Button } from './Button.tsx'
import './crash.css'

/** Shown when the crash screen fails to load. */
export function CrashSentence() {
  return (
    <p className="crash-sentence sheet pad-3 row items-center gap-y-2 gap-x-4" role="alert">
      Part of this page didn’t load. Check your connection, then reload.
      <Button variant="quiet" onClick={() => window.location.reload()}>
        Reload the page
      </Button>
    </p>
  )
}
