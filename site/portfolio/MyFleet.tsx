import { type ComponentType, type ReactNode, useCallback, useEffect, useState } from 'react'
import { logFailure } from '../lib/log.ts'
import { storageKeys } from '../lib/storage.ts'
import { CrashGuard, CrashSentence } from '../ui/CrashGuard.tsx'
import type { PortfolioViewProps } from './PortfolioView.tsx'
import type { Opening } from './portfolio-state.ts'
import { Welcome } from './Welcome.tsx'
import './portfolio.css'

type MyFleetProps = {
  /** Day the page was rendered for, in New York. */
  renderedOn: string
  /** As of PortfolioView. */
  offersCloses: boolean
  /** Example content for visitors without lots. */
  children?: ReactNode
}

/** Loads the portfolio view on demand: when there are lots, or on first interaction. */
export function MyFleet({ renderedOn, offersCloses, children }: MyFleetProps) {
  const [isRead, setRead] = useState(false)
  const [opening, setOpening] = useState<Opening | null>(null)
  const [file, setFile] = useState<File | null>(null)
  const [View, setView] = useState<ComponentType<PortfolioViewProps> | 'failed' | null>(null)

  const open = useCallback(async (requested: Opening, chosenFile: File | null = null) => {
    setOpening(requested)
    setFile(chosenFile)
    try {
      const { PortfolioView } = await import('./PortfolioView.tsx')
      setView(() => PortfolioView)
    } catch (error) {
      logFailure('My Fleet did not load', error)
      setView('failed')
    }
  }, [])

  useEffect(() => {
    if (location.hash === '#import') void open('import')
    else if (isPortfolioStored() || new URLSearchParams(location.search).has('add')) void open('portfolio')
    else setRead(true)
  }, [open])

  return (
    <CrashGuard>
      <div
        className={View === null ? 'portfolio' : 'portfolio portfolio--deck'}
        data-unread={isRead || View !== null ? undefined : ''}
      >
        {View === 'failed' ? (
          <CrashSentence />
        ) : View !== null && opening !== null ? (
          <View renderedOn={renderedOn} offersCloses={offersCloses} opening={opening} chosenFile={file}>
            {children}
          </View>
        ) : (
          <Welcome isLoading={opening !== null} onOpen={open}>
            {children}
          </Welcome>
        )}
      </div>
    </CrashGuard>
  )
}

/** Also true if storage is blocked: the portfolio view explains that. */
function isPortfolioStored(): boolean {
  try {
    return window.localStorage.getItem(storageKeys.portfolio) !== null
  } catch {
    return true
  }
}
