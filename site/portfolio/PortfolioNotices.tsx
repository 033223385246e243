import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { staleAge } from '../../admin-api/market-days/market-calendar.ts'
import type { IsoDay } from '../../admin-api/market-days/types.ts'
import { countOf } from '../../admin-api/numbers/format-numbers.ts'
import { formatCount, formatDay } from '../lib/format.ts'
import { saveFile } from '../lib/save-file.ts'
import { FailureNotice } from '../ui/FailureNotice.tsx'
import { ShipsWheel } from '../ui/ShipsWheel.tsx'
import { useConfirm } from '../ui/use-confirm.tsx'
import type { HeldFund } from './funds/held-fund.ts'
import type { ReadFunds } from './funds/held-funds.ts'
import { $keptFile, resumeKeptFile } from './kept-file.ts'
import { textOfRow } from './ledger/check-transaction.ts'
import { Notice } from './Notice.tsx'
import { type PortfolioState, shownPortfolio } from './portfolio-state.ts'
import { changePortfolio, discardUnreadable, dispatchPortfolio } from './portfolio-store.ts'
import { $fileDays, changeFileDays, needsNotice, saveBackup } from './safekeeping.ts'
import { faultOfStored } from './stored-portfolio.ts'

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

/** Caveats of the owned funds: missing, old, closed, or on an unclear share basis. */
export function FundNotes({ read, today }: { read: ReadFunds; today: string }) {
  const { funds, failed, isLoading, retry } = read
  const held = [...funds.values()]
  const old = staleDay(held, today)
  const notes = [
    old !== null &&
      `Payments after ${formatDay(old)} aren’t counted as received yet; upcoming payments repeat the last estimates.`,
    ...held.flatMap(({ symbol, noEstimate, splits }) => [
      noEstimate,
      splits.some(({ date }) => date === null) &&
        `The date of a ${symbol} split is unknown: enter shares and price as adjusted for it.`
    ])
  ].filter((note) => typeof note === 'string')
  return (
    <>
      <div role="status">{isLoading && <ShipsWheel size="sm" message="Loading your funds..." />}</div>
      {failed.length > 0 && (
        <FailureNotice onRetry={retry}>
          The data of {failed.join(', ')} couldn’t be loaded. These funds aren’t counted on this page until
          they load.
        </FailureNotice>
      )}
      {notes.length > 0 && (
        <Notice label="About these figures" tone="plain">
          <ul className="stack gap-1">
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  )
}

/** Newest known day of the open funds, if it is old; otherwise null. */
function staleDay(funds: readonly Pick<HeldFund, 'state' | 'asOf'>[], today: IsoDay): IsoDay | null {
  const asOf = funds
    .flatMap((fund) => (fund.state === 'open' ? [fund.asOf] : []))
    .sort()
    .at(-1)
  return asOf === undefined || staleAge(asOf, today) === null ? null : asOf
}
