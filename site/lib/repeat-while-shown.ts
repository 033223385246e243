/**
 * Repeats a task every `everyMs` milliseconds (undefined: never) while the page is visible and online, and does it at
 * once when a hidden page is shown again or the connection is back. Answers how to stop.
 */
export function repeatWhileShown(task: () => void, everyMs: number | undefined): () => void {
  const run = () => {
    if (!document.hidden && navigator.onLine) task()
  }
  const timer = everyMs === undefined ? undefined : setInterval(run, everyMs)
  document.addEventListener('visibilitychange', run)
  window.addEventListener('online', run)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', run)
    window.removeEventListener('online', run)
  }
}
