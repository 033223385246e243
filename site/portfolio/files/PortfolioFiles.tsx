import { useStore } from '@nanostores/react'
import { type DragEvent, useEffect, useEffectEvent, useState } from 'react'
import { countOf } from '../../../admin-api/numbers/format-numbers.ts'
import { formatCount, formatDay } from '../../lib/format.ts'
import { randomKey } from '../../lib/random-key.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { FileButton } from '../../ui/FileButton.tsx'
import { showToast } from '../../ui/toast.ts'
import { useConfirm } from '../../ui/use-confirm.tsx'
import type { PortfolioFigures } from '../calculate-portfolio.ts'
import { loadSymbols } from '../funds/held-funds.ts'
import {
  type FileAnswers,
  type FileQuestion,
  type FileReading,
  importedKinds,
  listIdentifiers,
  noteUnknown
} from '../import/file-reading.ts'
import { ImportPreview } from '../import/ImportPreview.tsx'
import type { FileResult } from '../import/read-file.ts'
import type { WorkerMessage, WorkerTask } from '../import/read-worker.ts'
import { countUnchanged, describeUndo, undoImport } from '../import/undo-import.ts'
import { mergeBackup } from '../merge-backup.ts'
import { $portfolio, changePortfolio, usePortfolio } from '../portfolio-store.ts'
import { $fileDays, changeFileDays, lastSavedSentence } from '../safekeeping.ts'
import { type ImportedFile, parsePortfolio } from '../stored-portfolio.ts'
import { useReturnedFocus } from '../use-returned-focus.ts'
import { ImportButton } from '../Welcome.tsx'
import { CurrencyForm } from './DisplayCurrency.tsx'
import { FileExport } from './FileExport.tsx'

/** Each transaction stores the id of its import, so it is short. */
const idLength = 8

type PortfolioFilesProps = {
  /** Figures of all accounts. */
  figures: PortfolioFigures
  /** A broker's file that was chosen elsewhere on the page. */
  chosenFile?: File | null
  /** Called after an import, which ends at the paycheck. */
  onImported?: () => void
  onExample: () => void
}

/** A question on a file, with what is needed to read it again. */
type OpenQuestion = FileQuestion & { bytes: Uint8Array; name: string; answers: FileAnswers }

type OpenFile = {
  file: Pick<ImportedFile, 'id' | 'name'>
  reading: FileReading
  symbols: ReadonlyMap<string, string>
}

/** Import, export and deletion of all transactions. */
export function PortfolioFiles({ figures, chosenFile, onImported, onExample }: PortfolioFilesProps) {
  const portfolio = usePortfolio()
  const isExample = useStore($portfolio).example !== null
  const { today } = figures
  const [confirm, confirmDialog] = useConfirm()
  const [read, setRead] = useState<OpenFile | null>(null)
  const result = useReturnedFocus<HTMLHeadingElement>(read !== null)
  const [fault, setFault] = useState('')
  const [question, setQuestion] = useState<OpenQuestion | null>(null)
  const [progress, setProgress] = useState<number | null>(null)
  const { transactions } = portfolio
  const isEmpty = transactions.length === 0
  const lastSaved = lastSavedSentence(useStore($fileDays), today)
  const imports = (portfolio.imports ?? []).filter((file) => countUnchanged(portfolio, file) > 0)

  const open = (file: File) => void readBytes(file, (bytes) => importFile(bytes, file.name))
  const openChosen = useEffectEvent(open)
  useEffect(() => {
    if (chosenFile) openChosen(chosenFile)
  }, [chosenFile])

  async function readBytes(file: File, use: (bytes: Uint8Array) => Promise<void>) {
    if (file.size > largestFileBytes) return setFault('The file is larger than 20 MB. Nothing was changed.')
    try {
      await use(new Uint8Array(await file.arrayBuffer()))
    } catch {
      setFault('The file could not be read. Nothing was changed.')
    }
  }

  async function importFile(bytes: Uint8Array, name: string, answers: FileAnswers = {}) {
    setFault('')
    setQuestion(null)
    setRead(null)
    try {
      const result = await readTransactions({ bytes, answers }, setProgress)
      const identifiers = result.ok ? listIdentifiers(result.reading) : []
      const symbols = await loadSymbols(identifiers.length > 0)
      if (symbols === null)
        return setFault('The list of funds couldn’t be loaded. Nothing was changed; try again.')
      const file = { id: randomKey().slice(0, idLength), name: name.slice(0, 100) }
      if (result.ok) setRead({ file, reading: noteUnknown(result.reading, identifiers, symbols), symbols })
      else if (result.question === undefined) setFault(result.fault)
      else setQuestion({ ...result.question, bytes, name, answers })
    } catch (error) {
      // Parsers throw on files such as XML with thousands of levels; a chunk may not load.
      const reason = error instanceof Error ? ` (${error.message.slice(0, 120)})` : ''
      setFault(
        `This file couldn’t be imported${reason}. Nothing was changed. Check your connection and try again, or export the file again.`
      )
    } finally {
      setProgress(null)
    }
  }

  async function restore(bytes: Uint8Array) {
    setFault('')
    const backup = parsePortfolio(new TextDecoder().decode(bytes))
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
    if (file !== undefined) open(file)
  }

  return (
    <Card
      className="portfolio-files"
      titleId="portfolio-files-title"
      title="Files"
      bodyClassName="fill-20 grid items-start gap-5"
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
      footer={
        <>
          <div role="status">
            {fault !== '' && <p className="field__error">{fault}</p>}
            {question !== null && <p>{question.text}</p>}
            {progress !== null && <p>Reading the file…</p>}
          </div>
          {progress !== null && <progress aria-label="Reading the file" value={progress} />}
          {question !== null && (
            <fieldset className="portfolio__actions row gap-2" aria-label={question.text}>
              {question.options.map(({ label, answers }) => (
                <Button
                  key={label}
                  variant="quiet"
                  onClick={() =>
                    void importFile(question.bytes, question.name, { ...question.answers, ...answers })
                  }
                >
                  {label}
                </Button>
              ))}
            </fieldset>
          )}
          {read !== null && (
            <ImportPreview
              key={read.file.id}
              {...read}
              figures={figures}
              onDone={(isAdded) => {
                setRead(null)
                if (isAdded) onImported?.()
              }}
            />
          )}
          {confirmDialog}
        </>
      }
    >
      <div className="stack gap-2">
        <h3 className="label" id="import" ref={imports.length === 0 ? result : null} tabIndex={-1}>
          Import
        </h3>
        <div className="portfolio__actions row gap-2">
          {isEmpty && <ImportButton onFile={open} />}
          <FileButton
            text="Restore a backup (JSON)"
            accept=".json,.txt,application/json,text/plain"
            onFile={(file) => void readBytes(file, restore)}
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
          <h3 className="label" ref={result} tabIndex={-1}>
            Imported files
          </h3>
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
    </Card>
  )
}

/** 50,000 transactions are about 8 MB. */
const largestFileBytes = 20_000_000
/** Larger files are read in a worker: two megabytes take about half a second. */
const largestBytesOnPage = 2_000_000

/** Transactions of a file; a worker reads large ones, so that the page responds meanwhile. */
async function readTransactions(task: WorkerTask, onProgress: (share: number) => void): Promise<FileResult> {
  if (task.bytes.length <= largestBytesOnPage) {
    const { readFile } = await import('../import/read-file.ts')
    return readFile(task.bytes, task.answers)
  }
  onProgress(0)
  const worker = new Worker(new URL('../import/read-worker.ts', import.meta.url), { type: 'module' })
  try {
    return await new Promise((resolve, reject) => {
      worker.onerror = () => reject(new Error('the importer didn’t load'))
      worker.onmessage = ({ data }: MessageEvent<WorkerMessage>) => {
        if ('share' in data) onProgress(data.share)
        else if ('result' in data) resolve(data.result)
        else reject(data.error)
      }
      worker.postMessage(task)
    })
  } finally {
    worker.terminate()
  }
}
