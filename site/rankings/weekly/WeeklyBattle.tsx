import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import type { WeeklyBattle as Battle } from '../../../admin-api/contract/rankings.ts'
import { logFailure } from '../../lib/log.ts'
import { CrashGuard } from '../../ui/CrashGuard.tsx'
import { ShipsWheel } from '../../ui/ShipsWheel.tsx'
import './battle-table.css'
import '../../ui/loading-note.css'
import './weekly-battle.css'

type WeeklyBattleProps = {
  battle: Battle
  /** The ranking as the page brings it: readable until, and whether or not, the rest arrives. */
  children?: ReactNode
}

/** Fetches the choices over the ranking; until they are there the wheel turns in their place. */
export function WeeklyBattle({ battle, children }: WeeklyBattleProps) {
  const [isLoading, setLoading] = useState(false)
  const [Live, setLive] = useState<ComponentType<{ first: Battle }> | null>(null)

  useEffect(() => {
    setLoading(true)
    import('./LiveBattle.tsx').then(
      ({ LiveBattle }) => setLive(() => LiveBattle),
      (error: unknown) => logFailure('Weekly Battle failed to load', error)
    )
  }, [])

  return (
    <CrashGuard>
      <div className="weekly-battle">
        {Live === null ? (
          <>
            <div className="weekly-battle__choices weekly-battle__choices--waiting" role="status">
              {isLoading && <ShipsWheel size="sm" message="Searching for dividend treasure..." />}
            </div>
            {children}
          </>
        ) : (
          <Live first={battle} />
        )}
      </div>
    </CrashGuard>
  )
}
