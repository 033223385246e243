import { type KeyboardEvent, useRef } from 'react'
import type { BattleTab } from './standings.ts'

export const panelId = 'battle-panel'

type BattleTabsProps = { tabs: readonly BattleTab[]; chosen: string; onChoose: (id: string) => void }

/** One stop for the tab key; arrows, Home and End go from tab to tab and choose at once. */
export function BattleTabs({ tabs, chosen, onChoose }: BattleTabsProps) {
  const list = useRef<HTMLDivElement>(null)

  function step(event: KeyboardEvent) {
    const place = placeAfter(
      event.key,
      tabs.findIndex(({ id }) => id === chosen),
      tabs.length
    )
    const next = place === null ? undefined : tabs[place]
    if (next === undefined) return
    event.preventDefault()
    onChoose(next.id)
    list.current?.querySelector<HTMLElement>(`#tab-${next.id}`)?.focus()
  }

  return (
    <div ref={list} className="battle-tabs" role="tablist" aria-label="Which funds" onKeyDown={step}>
      {tabs.map(({ id, label }) => (
        <button
          key={id}
          type="button"
          role="tab"
          id={`tab-${id}`}
          className="battle-tabs__tab"
          aria-selected={id === chosen}
          aria-controls={panelId}
          tabIndex={id === chosen ? 0 : -1}
          onClick={() => onChoose(id)}
        >
          {label}
        </button>
      ))}
    </div>
  )
}

function placeAfter(key: string, place: number, count: number): number | null {
  switch (key) {
    case 'ArrowRight':
      return (place + 1) % count
    case 'ArrowLeft':
      return (place - 1 + count) % count
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return null
  }
}
