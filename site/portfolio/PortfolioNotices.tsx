import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { countOf } from '../../admin-api/numbers/format-numbers.ts'
import { formatCount } from '../lib/format.ts'
import { saveFile } from '../lib/save-file.ts'
import { Button } from '../ui/Button.tsx'
import { useConfirm } from '../ui/use-confirm.tsx'
import { $keptFile, resumeKeptFile } from './files/kept-file.ts'
import { $fileDays, changeFileDays, needsNotice, saveBackup } from './files/safekeeping.ts'
import { textOfRow } from './ledger/check-transaction.ts'
import { type PortfolioState, shownPortfolio } from './portfolio-state.ts'
import { changePortfolio, discardUnreadable, dispatchPortfolio } from './portfolio-store.ts'
import { faultOfStored } from './stored-portfolio.ts'

/** Rows that a notice lists. */
const listedRows = 20

/** Storage problems, and whether this is an example. */
export function PortfolioNotices({ state, today }: { state: PortfolioState; today: string }) {
  const [confirm, confirmDialog] = useConfirm()
  const isAtRisk =
    (state.storage === 'full' || state.storage === 'closed') && state.own.transactions.length > 0

  useEffect(() => {
    if (!isAtRisk) return
    const confirmLeaving = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', confirmLeaving)
    return () => window.removeEventListener('beforeunload', confirmLeaving)
  }, [isAtRisk])

  async function startOver() {
    const isSure = await confirm({
      title: 'Start with an empty fleet?',
      message: 'What is stored now is deleted from this browser. Save it as a file first.',
      confirmText: 'Remove it'
    })
    if (isSure) discardUnreadable()
  }

  const { setAside = [] } = shownPortfolio(state)
  const fileDays = useStore($fileDays)
  const keptFile = useStore($keptFile)
  const isDeletedSoon =
    state.example === null && state.own.transactions.length > 0 && needsNotice(fileDays, today)

  async function deleteSetAside() {
    const isSure = await confirm({
      title: `Delete ${countOf(setAside.length, 'transaction')}?`,
      message: 'Only the transactions in this notice are deleted. This can’t be undone.',
      confirmText: 'Delete'
    })
    if (isSure) changePortfolio({ type: 'delete-set-aside' })
  }

  return (
    <>
      {state.example !== null && (
        <aside className="portfolio-notice portfolio-notice--example" aria-label="Example">
          <p>
            <strong>This is an example.</strong> Change anything you like. Nothing is saved, and your own
            holdings stay as they are.
          </p>
          <Button variant="gold" onClick={() => dispatchPortfolio({ type: 'example-left' })}>
            Close the example
          </Button>
        </aside>
      )}
      {isDeletedSoon && (
        <aside className="portfolio-notice portfolio-notice--warning" aria-label="Save your fleet">
          <p>
            <strong>This browser may delete your holdings.</strong> Safari and all browsers of iPhones delete
            what a site stored after seven days of use without a visit to it. Save a file, or add this page to
            your Home Screen: there it stays. The page on the Home Screen starts empty, so restore the file
            there.
          </p>
          <div className="portfolio__actions row gap-2">
            <Button variant="gold" onClick={() => saveBackup(state.own, today)}>
              Save a file
            </Button>
            <Button variant="quiet" onClick={() => changeFileDays({ dismissedOn: today })}>
              Don’t show this again
            </Button>
          </div>
        </aside>
      )}
      {keptFile !== null && keptFile.state !== 'current' && (
        <div className="portfolio-notice portfolio-notice--warning" role="alert">
          <p>
            <strong>{keptFile.name} isn’t kept up to date.</strong>{' '}
            {keptFile.state === 'asks'
              ? 'Your browser wants your permission again.'
              : 'The file couldn’t be written: it may have been moved, or the disk is full.'}{' '}
            Your changes are stored in this browser.
          </p>
          <div className="portfolio__actions row gap-2">
            <Button variant="gold" onClick={() => void resumeKeptFile(state.own)}>
              Write it again
            </Button>
          </div>
        </div>
      )}
      {state.storage === 'closed' && (
        <div className="portfolio-notice portfolio-notice--warning" role="alert">
          <p>
            <strong>This browser doesn’t store data for this site.</strong> Your holdings are lost when you
            leave the page, perhaps because of a private window or a setting. Save a backup below to restore
            them later.
          </p>
        </div>
      )}
      {state.storage === 'full' && (
        <div className="portfolio-notice portfolio-notice--warning" role="alert">
          <p>
            <strong>Your last change isn’t saved.</strong> This browser’s storage is full. The change is lost
            when you leave the page: save a backup below, or free up space and change something once more.
          </p>
        </div>
      )}
      {state.storage === 'unreadable' && (
        <div className="portfolio-notice portfolio-notice--warning" role="alert">
          <p>
            <strong>This page can’t read what your browser has stored.</strong> A newer version of the page in
            another tab may have saved it: reload this page. Nothing changes until you decide.
          </p>
          <div className="portfolio__actions row gap-2">
            <Button
              variant="quiet"
              onClick={() => saveFile(new Blob([state.unreadable ?? '']), 'doubloon-fleet-unread.json')}
            >
              Save it as a file
            </Button>
            <Button variant="quiet" onClick={startOver}>
              Start over
            </Button>
          </div>
        </div>
      )}
      {setAside.length > 0 && (
        <aside className="portfolio-notice portfolio-notice--warning" aria-label="Not counted">
          <div className="stack gap-2">
            <p>
              <strong>{countOf(setAside.length, 'saved transaction')} can’t be used.</strong> My Fleet keeps
              what it can’t use but doesn’t count it. Add each again as on your statement, then delete these.
            </p>
            <ul className="stack gap-1">
              {setAside.slice(0, listedRows).map((row) => (
                <li key={JSON.stringify(row)}>
                  {textOfRow(row)}: {faultOfStored(row)}
                </li>
              ))}
              {setAside.length > listedRows && <li>and {formatCount(setAside.length - listedRows)} more</li>}
            </ul>
          </div>
          <div className="portfolio__actions row gap-2">
            <Button
              variant="quiet"
              onClick={() =>
                saveFile(new Blob([JSON.stringify(setAside, null, 2)]), 'doubloon-fleet-not-counted.json')
              }
            >
              Save as a file
            </Button>
            <Button variant="quiet" onClick={() => void deleteSetAside()}>
              Delete
            </Button>
          </div>
        </aside>
      )}
      {confirmDialog}
    </>
  )
}
