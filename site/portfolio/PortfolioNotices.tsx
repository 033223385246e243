import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { countOf } from '../../admin-api/numbers/format-numbers.ts'
import { formatCount } from '../lib/format.ts'
import { saveFile } from '../lib/save-file.ts'
import { useConfirm } from '../ui/use-confirm.tsx'
import { $keptFile, resumeKeptFile } from './files/kept-file.ts'
import { $fileDays, changeFileDays, needsNotice, saveBackup } from './files/safekeeping.ts'
import { textOfRow } from './ledger/check-transaction.ts'
import { Notice } from './Notice.tsx'
import { type PortfolioState, shownPortfolio } from './portfolio-state.ts'
import { changePortfolio, discardUnreadable, dispatchPortfolio } from './portfolio-store.ts'
import { faultOfStored } from './stored-portfolio.ts'

/** Rows that a notice lists. */
const listedRows = 20

/** Storage problems, and whether this is an example. */
export function PortfolioNotices({ state, today }: { state: PortfolioState; today: string }) {
  const [confirm, confirmDialog] = useConfirm()
  const { own, example, storage } = state
  const hasOwn = own.transactions.length > 0
  const isAtRisk = (storage === 'full' || storage === 'closed') && hasOwn
  const { setAside = [] } = shownPortfolio(state)
  const isDeletedSoon = needsNotice(useStore($fileDays), today) && example === null && hasOwn
  const keptFile = useStore($keptFile)

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
      {example !== null && (
        <Notice
          label="Example"
          tone="example"
          title="This is an example."
          text="Change anything you like. Nothing is saved, and your own holdings stay as they are."
          actions={[
            {
              text: 'Close the example',
              variant: 'gold',
              run: () => dispatchPortfolio({ type: 'example-left' })
            }
          ]}
        />
      )}
      {isDeletedSoon && (
        <Notice
          label="Save your fleet"
          title="This browser may delete your holdings."
          text="Safari and all browsers of iPhones delete what a site stored after seven days of use without a visit to it. Save a file, or add this page to your Home Screen: there it stays. The page on the Home Screen starts empty, so restore the file there."
          actions={[
            { text: 'Save a file', variant: 'gold', run: () => saveBackup(own, today) },
            { text: 'Don’t show this again', run: () => changeFileDays({ dismissedOn: today }) }
          ]}
        />
      )}
      {keptFile !== null && keptFile.state !== 'current' && (
        <Notice
          title={`${keptFile.name} isn’t kept up to date.`}
          text={`${keptFile.state === 'asks' ? 'Your browser wants your permission again.' : 'The file couldn’t be written: it may have been moved, or the disk is full.'} Your changes are stored in this browser.`}
          actions={[{ text: 'Write it again', variant: 'gold', run: () => void resumeKeptFile(own) }]}
        />
      )}
      {storage === 'closed' && (
        <Notice
          title="This browser doesn’t store data for this site."
          text="Your holdings are lost when you leave the page, perhaps because of a private window or a setting. Save a backup below to restore them later."
        />
      )}
      {storage === 'full' && (
        <Notice
          title="Your last change isn’t saved."
          text="This browser’s storage is full. The change is lost when you leave the page: save a backup below, or free up space and change something once more."
        />
      )}
      {storage === 'unreadable' && (
        <Notice
          title="This page can’t read what your browser has stored."
          text="A newer version of the page in another tab may have saved it: reload this page. Nothing changes until you decide."
          actions={[
            {
              text: 'Save it as a file',
              run: () => saveFile(new Blob([state.unreadable ?? '']), 'doubloon-fleet-unread.json')
            },
            { text: 'Start over', run: startOver }
          ]}
        />
      )}
      {setAside.length > 0 && (
        <Notice
          label="Not counted"
          title={`${countOf(setAside.length, 'saved transaction')} can’t be used.`}
          text="My Fleet keeps what it can’t use but doesn’t count it. Add each again as on your statement, then delete these."
          actions={[
            {
              text: 'Save as a file',
              run: () =>
                saveFile(new Blob([JSON.stringify(setAside, null, 2)]), 'doubloon-fleet-not-counted.json')
            },
            { text: 'Delete', run: deleteSetAside }
          ]}
        >
          <ul className="stack gap-1">
            {setAside.slice(0, listedRows).map((row) => (
              <li key={JSON.stringify(row)}>
                {textOfRow(row)}: {faultOfStored(row)}
              </li>
            ))}
            {setAside.length > listedRows && <li>and {formatCount(setAside.length - listedRows)} more</li>}
          </ul>
        </Notice>
      )}
      {confirmDialog}
    </>
  )
}
