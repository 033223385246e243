import type { ReactNode } from 'react'
import { Button } from '../ui/Button.tsx'
import { ShipsWheel } from '../ui/ShipsWheel.tsx'
import type { Opening } from './portfolio-state.ts'

type WelcomeProps = { isLoading: boolean; onOpen: (opening: Opening) => void; children?: ReactNode }

/** First steps for visitors without lots. */
export function Welcome({ isLoading, onOpen, children }: WelcomeProps) {
  return (
    <section className="fleet-welcome" aria-labelledby="fleet-welcome-title">
      <div className="fleet-welcome__words">
        <h2 id="fleet-welcome-title">No ship in the harbour yet</h2>
        <p>
          Enter what you hold: fund, shares and the day you bought them. The page then adds up what came in
          and what should come. All of it stays in this browser.
        </p>
        <div className="fleet__acts">
          <Button onClick={() => onOpen('add')}>Add a fund</Button>
          <Button variant="quiet" onClick={() => onOpen('import')}>
            Bring in a file
          </Button>
          <Button variant="quiet" onClick={() => onOpen('example')}>
            Play with an example
          </Button>
        </div>
        {isLoading && <ShipsWheel size="sm" message="Hoisting the sails..." />}
      </div>
      {children}
    </section>
  )
}
