import { useEffect } from 'react'
import { saveFile } from '../lib/save-file.ts'
import { Button } from '../ui/Button.tsx'
import { useConfirm } from '../ui/use-confirm.tsx'
import type { PortfolioState } from './portfolio-state.ts'
import { beginAnew, dispatchPortfolio } from './portfolio-store.ts'

/** Storage problems, and whether this is an example. */
export function PortfolioNotices({ state }: { state: PortfolioState }) {
  const [confirm, confirmDialog] = useConfirm()
  const isAtRisk =
    (state.keeping === 'full' || state.keeping === 'closed') && state.own.transactions.length > 0

  useEffect(() => {
    if (!isAtRisk) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isAtRisk])

  async function startAnew() {
    const isSure = await confirm({
      title: 'Begin with an empty fleet?',
      message: 'What is stored now is removed from this browser. Save it as a file first.',
      confirmText: 'Remove it'
    })
    if (isSure) beginAnew()
  }

  return (
    <>
      {state.example !== null && (
        <aside className="fleet-notice fleet-notice--example" aria-label="Example">
          <p>
            <strong>This is an example.</strong> Change what you like; nothing of it is kept, and your own
            fleet is untouched.
          </p>
          <Button variant="gold" onClick={() => dispatchPortfolio({ type: 'example-left' })}>
            Leave the example
          </Button>
        </aside>
      )}
      {state.keeping === 'closed' && (
        <div className="fleet-notice fleet-notice--warning" role="alert">
          <p>
            <strong>This browser keeps nothing for this site.</strong> Your fleet is gone when you leave the
            page; a private window or a setting may be the reason. Save a backup below to have it again.
          </p>
        </div>
      )}
      {state.keeping === 'full' && (
        <div className="fleet-notice fleet-notice--warning" role="alert">
          <p>
            <strong>The last change is not stored.</strong> The storage of this browser is full. It is on
            screen, but gone when you leave the page: save a backup below, or make room and change something
            once more.
          </p>
        </div>
      )}
      {state.keeping === 'unreadable' && (
        <div className="fleet-notice fleet-notice--warning" role="alert">
          <p>
            <strong>What this browser has stored is no fleet that this page can read.</strong> A newer version
            of the page in another tab may have written it: reload this page. Nothing is changed until you
            decide.
          </p>
          <div className="fleet__acts">
            <Button
              variant="quiet"
              onClick={() => saveFile(new Blob([state.unreadable ?? '']), 'doubloon-fleet-unread.json')}
            >
              Save it as a file
            </Button>
            <Button variant="quiet" onClick={startAnew}>
              Begin anew
            </Button>
          </div>
        </div>
      )}
      {confirmDialog}
    </>
  )
}
