import type { ReactNode } from 'react'
import { Button } from '../ui/Button.tsx'
import { FileButton } from '../ui/FileButton.tsx'
import { ShipsWheel } from '../ui/ShipsWheel.tsx'
import type { Opening } from './portfolio-state.ts'

type WelcomeProps = {
  isLoading: boolean
  onOpen: (opening: Opening, file?: File) => void
  children?: ReactNode
}

/** First steps for visitors without transactions. */
export function Welcome({ isLoading, onOpen, children }: WelcomeProps) {
  return (
    <section
      className="portfolio-welcome grid items-start gap-y-5 gap-x-6"
      aria-labelledby="portfolio-welcome-title"
    >
      <div className="stack gap-4">
        <h2 id="portfolio-welcome-title">No ship in the harbor yet</h2>
        <p>
          Import your broker’s file or enter what you bought. My Fleet adds up what your funds paid and what
          they are expected to pay. All of it stays in this browser.
        </p>
        <div className="portfolio__actions row gap-2">
          <Button onClick={() => onOpen('add')}>Add a transaction</Button>
          <span id="import">
            <ImportButton onFile={(file) => onOpen('import', file)} />
          </span>
          <Button variant="quiet" onClick={() => onOpen('example')}>
            Try an example
          </Button>
        </div>
        {isLoading && <ShipsWheel size="sm" message="Hoisting the sails..." />}
      </div>
      {children}
    </section>
  )
}

export function ImportButton({ onFile }: { onFile: (file: File) => void }) {
  return (
    <FileButton
      text="Import from your broker"
      accept=".csv,.txt,.tsv,.xml,.ofx,.qfx,.json,text/csv"
      onFile={onFile}
    />
  )
}
