import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import type { WeeklyBattle as Battle } from '../../../admin-api/contract/rankings.ts'
import { logFailure } from '../../lib/log.ts'
import { CrashGuard } from '../../ui/CrashGuard.tsx'
import { ShipsWheel } from '../../ui/ShipsWheel.tsx'
import './weekly-battle.css'
import '../../ui/notices.css'

type WeeklyBattleProps = {
  battle: Battle
  /** The static ranking, shown until the rest is loaded. */
  children?: ReactNode
}

/** Loads the controls; until then a spinner is in their place. */
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
            <div
              className="below-3 row items-center between gap-y-3 gap-x-6 weekly-battle__choices--waiting"
              role="status"
            >
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
