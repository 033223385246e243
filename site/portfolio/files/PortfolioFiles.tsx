import { useStore } from '@nanostores/react'
import { type DragEvent, useState } from 'react'
import { countOf } from '../../../admin-api/numbers/format-numbers.ts'
import { formatCount, formatDay } from '../../lib/format.ts'
import { Button } from '../../ui/Button.tsx'
import { FoldedCard } from '../../ui/Card.tsx'
import { FileButton } from '../../ui/FileButton.tsx'
import { showToast } from '../../ui/toast.ts'
import { useConfirm } from '../../ui/use-confirm.tsx'
import type { PortfolioFigures } from '../calculate-portfolio.ts'
import { loadSymbols } from '../funds/held-funds.ts'
import { importedKinds } from '../import/file-reading.ts'
import { countUnchanged, describeUndo, undoImport } from '../import/stored-import.ts'
import { mergeBackup } from '../merge-backup.ts'
import { $portfolio, changePortfolio, usePortfolio } from '../portfolio-store.ts'
import { $fileDays, changeFileDays, lastSavedSentence } from '../safekeeping.ts'
import { type ImportedFile, parsePortfolio } from '../stored-portfolio.ts'
import { ImportButton } from '../Welcome.tsx'
import { CurrencyForm } from './DisplayCurrency.tsx'
import { FileExport } from './FileExport.tsx'

type PortfolioFilesProps = {
  /** Figures of all accounts. */
  figures: PortfolioFigures
  /** Opens a broker's file. */
  onFile: (file: File) => void
  onExample: () => void
}

/** Import, export and deletion of all transactions. */
export function PortfolioFiles({ figures, onFile, onExample }: PortfolioFilesProps) {
  const portfolio = usePortfolio()
  const isExample = useStore($portfolio).example !== null
  const { today } = figures
  const [confirm, confirmDialog] = useConfirm()
  const [fault, setFault] = useState('')
  const { transactions } = portfolio
  const isEmpty = transactions.length === 0
  const lastSaved = lastSavedSentence(useStore($fileDays), today)
  const imports = (portfolio.imports ?? []).filter((file) => countUnchanged(portfolio, file) > 0)

  async function restore(file: File) {
    setFault('')
    if (file.size > largestBackupBytes) return setFault('The file is larger than 20 MB. Nothing was changed.')
    const text = await file.text().catch(() => null)
    if (text === null) return setFault('The file could not be read. Nothing was changed.')
    const backup = parsePortfolio(text)
    if (backup.status === 'unreadable')
      return setFault('This file isn’t a backup of My Fleet. Nothing was changed.')
    const symbols = (await loadSymbols(false)) ?? new Map<string, string>()
    const { added, changed, equal } = mergeBackup(portfolio, backup.portfolio, symbols)
    const isSure = await confirm({
      title: 'Restore this backup?',
      message: [
        `${countOf(added, 'transaction')} will be added and ${formatCount(changed)} replaced; all others stay.`,
        ...(equal > 0
          ? [`${countOf(equal, 'transaction')} of the backup ${equal === 1 ? 'is' : 'are'} here already.`]
          : []),
        'Settings are restored if the backup has them.'
      ].join(' '),
      confirmText: 'Restore it'
    })
    if (!isSure) return
    changePortfolio({ type: 'restore', portfolio: backup.portfolio, symbols })
    const already = equal > 0 ? ` ${formatCount(equal)} were here already.` : ''
    showToast({
      kind: 'success',
      title: 'Backup Restored',
      message: `${countOf(added, 'transaction')} added.${already}`
    })
  }

  async function undo(file: ImportedFile) {
    const message = describeUndo(portfolio, file)
    if (await confirm({ title: 'Undo this import?', message, confirmText: 'Undo the import' }))
      undoImport(file.id)
  }

  async function clear() {
    const isSure = await confirm({
      title: isExample ? 'Delete all transactions of the example?' : 'Delete all transactions?',
      message: isExample
        ? 'Your own holdings stay as they are.'
        : `${countOf(transactions.length, 'transaction')}, your tax rate and goals will be deleted from this browser. Only a backup can restore them. ${lastSaved}`,
      confirmText: 'Delete all'
    })
    if (!isSure) return
    changePortfolio({ type: 'clear' })
    if (!isExample) changeFileDays({ savedOn: '' })
  }

  function drop(event: DragEvent) {
    event.preventDefault()
    const [file] = event.dataTransfer.files
    if (file !== undefined) onFile(file)
  }

  return (
    <FoldedCard
      className="portfolio-files"
      titleId="portfolio-files-title"
      title="Files"
      bodyClassName="fill-20 grid items-start gap-5"
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
      footer={
        <>
          <div role="status">{fault !== '' && <p className="field__error">{fault}</p>}</div>
          {confirmDialog}
        </>
      }
    >
      <div className="stack gap-2">
        <h3 className="label" id="import">
          Import
        </h3>
        <div className="portfolio__actions row gap-2">
          {isEmpty && <ImportButton onFile={onFile} />}
          <FileButton
            text="Restore a backup (JSON)"
            accept=".json,.txt,application/json,text/plain"
            onFile={(file) => void restore(file)}
          />
        </div>
        <p className="above-2 muted text-s">
          Choose a file or drop it here: transactions of {importedKinds}, or a CSV with symbol, shares, date
          and price. It is read in your browser and never uploaded.
        </p>
      </div>
      <FileExport figures={figures} />
      {imports.length > 0 && (
        <div className="stack gap-2">
          <h3 className="label">Imported files</h3>
          <ul className="stack gap-2 text-s">
            {imports.map((file) => (
              <li key={file.id} className="row items-center between gap-x-3">
                <span>
                  {file.name}, {formatDay(file.day)}: {countOf(file.count, 'transaction')}
                </span>
                <Button variant="chip" onClick={() => void undo(file)}>
                  Undo <span className="visually-hidden">the import of {file.name}</span>
                </Button>
              </li>
            ))}
          </ul>
        </div>
      )}
      <CurrencyForm today={today} />
      <div className="stack gap-2">
        <h3 className="label">Other</h3>
        <div className="portfolio__actions row gap-2">
          {!isExample && (
            <Button variant="quiet" onClick={onExample}>
              Try an example
            </Button>
          )}
          <Button variant="quiet" disabled={isEmpty} onClick={clear}>
            Delete all
          </Button>
        </div>
      </div>
    </FoldedCard>
  )
}

/** A backup of 50,000 transactions has about 8 MB. */
const largestBackupBytes = 20_000_000
