import { type DragEvent, useEffect, useEffectEvent, useState } from 'react'
import { randomKey } from '../../lib/random-key.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import type { PortfolioFigures } from '../calculate-portfolio.ts'
import { loadSymbols } from '../funds/held-funds.ts'
import type { ImportedFile } from '../stored-portfolio.ts'
import { useReturnedFocus } from '../use-returned-focus.ts'
import { ImportButton } from '../Welcome.tsx'
import {
  type FileAnswers,
  type FileQuestion,
  type FileReading,
  importedKinds,
  listIdentifiers,
  noteUnknown
} from './file-reading.ts'
import { ImportPreview } from './ImportPreview.tsx'
import type { FileResult } from './read-file.ts'
import type { WorkerMessage, WorkerTask } from './read-worker.ts'

/** Each transaction stores the id of its import, so it is short. */
const idLength = 8

type ImportViewProps = {
  /** Figures of all accounts. */
  figures: PortfolioFigures
  /** A broker's file that was chosen elsewhere on the page. */
  chosenFile: File | null
  /** `isAdded` is false if the visitor left without an import. */
  onDone: (isAdded: boolean) => void
}

/** A question on a file, with what is needed to read it again. */
type OpenQuestion = FileQuestion & { bytes: Uint8Array; name: string; answers: FileAnswers }

type OpenFile = {
  file: Pick<ImportedFile, 'id' | 'name'>
  reading: FileReading
  symbols: ReadonlyMap<string, string>
}

/** Import in place of the rest of My Fleet: choose a file, confirm what it adds, and go on to the paycheck. */
export function ImportView({ figures, chosenFile, onDone }: ImportViewProps) {
  const [read, setRead] = useState<OpenFile | null>(null)
  const chooser = useReturnedFocus<HTMLDivElement>(read !== null)
  const [fault, setFault] = useState('')
  const [question, setQuestion] = useState<OpenQuestion | null>(null)
  const [progress, setProgress] = useState<number | null>(null)

  const open = (file: File) => void readBytes(file)
  const openChosen = useEffectEvent(open)
  useEffect(() => {
    if (chosenFile) openChosen(chosenFile)
  }, [chosenFile])

  async function readBytes(file: File) {
    if (file.size > largestFileBytes) return setFault('The file is larger than 20 MB. Nothing was changed.')
    try {
      await importFile(new Uint8Array(await file.arrayBuffer()), file.name)
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

  function drop(event: DragEvent) {
    event.preventDefault()
    const [file] = event.dataTransfer.files
    if (file !== undefined) open(file)
  }

  return (
    <Card
      className="portfolio-import"
      titleId="portfolio-import-title"
      title="Import"
      bodyClassName="stack gap-3"
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
    >
      <div className="portfolio__actions row gap-2" ref={chooser} tabIndex={-1}>
        <ImportButton onFile={open} />
        <Button variant="quiet" onClick={() => onDone(false)}>
          Back to My Fleet
        </Button>
      </div>
      <p className="measure muted text-s">
        Choose a file or drop it here: transactions of {importedKinds}, or a CSV with symbol, shares, date and
        price. It is read in your browser and never uploaded.
      </p>
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
            onDone(isAdded)
          }}
        />
      )}
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
    const { readFile } = await import('./read-file.ts')
    return readFile(task.bytes, task.answers)
  }
  onProgress(0)
  const worker = new Worker(new URL('./read-worker.ts', import.meta.url), { type: 'module' })
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
