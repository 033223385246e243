import { type ComponentType, type ReactNode, useCallback, useEffect, useState } from 'react'
import { logFailure } from '../lib/log.ts'
import { storageKeys } from '../lib/storage-keys.ts'
import { CrashGuard } from '../ui/CrashGuard.tsx'
import { CrashSentence } from '../ui/CrashSentence.tsx'
import type { FleetDeckProps } from './FleetDeck.tsx'
import type { Opening } from './opening.ts'
import { Welcome } from './Welcome.tsx'
import './fleet.css'

type FleetProps = {
  /** The day the page was drawn for, in New York. */
  drawnOn: string
  /** What a fleet looks like, as the page brings it: for who has none yet. */
  children?: ReactNode
}

/** A visitor without lots gets along without what shows them; it comes when there are some, or at the first touch. */
export function Fleet({ drawnOn, children }: FleetProps) {
  const [isRead, setRead] = useState(false)
  const [opening, setOpening] = useState<Opening | null>(null)
  const [Deck, setDeck] = useState<ComponentType<FleetDeckProps> | 'failed' | null>(null)

  const open = useCallback(async (wish: Opening) => {
    setOpening(wish)
    try {
      const { FleetDeck } = await import('./FleetDeck.tsx')
      setDeck(() => FleetDeck)
    } catch (error) {
      logFailure('The fleet did not load', error)
      setDeck('failed')
    }
  }, [])

  useEffect(() => {
    if (isFleetStored() || new URLSearchParams(location.search).has('add')) void open('fleet')
    else setRead(true)
  }, [open])

  return (
    <CrashGuard>
      <div
        className={Deck === null ? 'fleet' : 'fleet fleet--deck'}
        data-unread={isRead || Deck !== null ? undefined : ''}
      >
        {Deck === 'failed' ? (
          <CrashSentence />
        ) : Deck !== null && opening !== null ? (
          <Deck drawnOn={drawnOn} opening={opening}>
            {children}
          </Deck>
        ) : (
          <Welcome isLoading={opening !== null} onOpen={open}>
            {children}
          </Welcome>
        )}
      </div>
    </CrashGuard>
  )
}

/** True where storage is closed, too: the page that shows fleets says so. */
function isFleetStored(): boolean {
  try {
    return window.localStorage.getItem(storageKeys.fleet) !== null
  } catch {
    return true
  }
}
