import { useStore } from '@nanostores/react'
import { saveFile } from '../../lib/save-file.ts'
import { Button } from '../../ui/Button.tsx'
import { copyText } from '../../ui/toast.ts'
import type { PortfolioFigures } from '../calculate-portfolio.ts'
import { figuresAsText } from '../format-portfolio.ts'
import { formatTransactions } from '../import/formats/doubloon.ts'
import { $keptFile, canKeepFile, chooseKeptFile, forgetKeptFile } from '../kept-file.ts'
import { $portfolio, usePortfolio } from '../portfolio-store.ts'
import {
  $fileDays,
  $isKept,
  canShareFile,
  isDeletedAfterAWeek,
  lastSavedSentence,
  saveBackup,
  shareBackup
} from '../safekeeping.ts'

/** Export as files and text, and how the portfolio is kept and moves to another device. */
export function FileExport({ figures }: { figures: PortfolioFigures }) {
  const { today } = figures
  const portfolio = usePortfolio()
  const isExample = useStore($portfolio).example !== null
  const lastSaved = lastSavedSentence(useStore($fileDays), today)
  const isKept = useStore($isKept)
  const keptFile = useStore($keptFile)
  const { transactions, setAside } = portfolio
  const isEmpty = transactions.length === 0

  function exportTransactions() {
    const csv = new Blob([formatTransactions(transactions)], { type: 'text/csv' })
    saveFile(csv, `doubloon-fleet-${today}.csv`)
  }

  return (
    <>
      <div className="stack gap-2">
        <h3 className="label">Export</h3>
        <div className="portfolio__actions row gap-2">
          <Button variant="quiet" disabled={isEmpty} onClick={exportTransactions}>
            Transactions as CSV
          </Button>
          <Button
            variant="quiet"
            disabled={isEmpty && setAside === undefined}
            onClick={() => saveBackup(portfolio, today, isExample)}
          >
            A backup (JSON)
          </Button>
          <Button
            variant="quiet"
            disabled={figures.funds.length === 0}
            onClick={() => void copyText(figuresAsText(figures, location.origin), 'Figures copied')}
          >
            Copy my figures as text
          </Button>
        </div>
        {!isExample && (
          <div className="above-2 stack gap-1 muted text-s">
            <p>{lastSaved}</p>
            {!isEmpty && <p>{keepingSentence(isKept)}</p>}
          </div>
        )}
        {!isExample && !isEmpty && canKeepFile() && (
          <div className="row items-center gap-x-3 text-s">
            {keptFile?.state === 'current' && `${keptFile.name} is kept up to date.`}
            {keptFile === null ? (
              <Button variant="quiet" onClick={() => void chooseKeptFile(portfolio)}>
                Keep a file up to date
              </Button>
            ) : (
              <Button variant="chip" onClick={() => void forgetKeptFile()}>
                Stop writing {keptFile.name}
              </Button>
            )}
          </div>
        )}
      </div>
      {!isExample && (
        <div className="stack gap-2">
          <h3 className="label">Move to another device</h3>
          <div className="text-s">
            <strong>On this device:</strong>{' '}
            {canShareFile() ? (
              <Button variant="chip" disabled={isEmpty} onClick={() => void shareBackup(portfolio, today)}>
                Send my holdings
              </Button>
            ) : (
              'save a backup and send yourself the file.'
            )}
          </div>
          <p className="text-s">
            <strong>On the other device:</strong> open My Fleet and restore it as a backup. The same file adds
            nothing twice, and no server ever has it.
          </p>
        </div>
      )}
    </>
  )
}

function keepingSentence(isKept: boolean | null): string {
  if (isDeletedAfterAWeek())
    return 'This browser deletes your holdings after seven days of use without a visit to this site. Save a backup, or add this page to your Home Screen and restore the backup there.'
  if (isKept === true) return 'This browser keeps your holdings until you delete them or its data.'
  return 'This browser may delete your holdings when space runs low. Save a backup after changes.'
}
