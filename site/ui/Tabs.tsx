import { type KeyboardEvent, useRef } from 'react'

type TabsProps = {
  /** Tabs get `CLASS__tab`. */
  className: string
  label: string
  /** The id of the element with role="tabpanel", labeled by `tab-ID` of the chosen tab. */
  panelId: string
  tabs: readonly { id: string; label: string }[]
  chosen: string
  onChoose: (id: string) => void
}

/** One stop for the Tab key; arrow keys, Home and End move to another tab and choose it at once. */
export function Tabs({ className, label, panelId, tabs, chosen, onChoose }: TabsProps) {
  const list = useRef<HTMLDivElement>(null)

  function step(event: KeyboardEvent) {
    const current = tabs.findIndex(({ id }) => id === chosen)
    const next = tabs[placeAfter(event.key, current, tabs.length) ?? -1]
    if (next === undefined) return
    event.preventDefault()
    onChoose(next.id)
    list.current?.querySelector<HTMLElement>(`#tab-${next.id}`)?.focus()
  }

  return (
    <div ref={list} className={`${className} row gap-x-4`} role="tablist" aria-label={label} onKeyDown={step}>
      {tabs.map((tab) => (
        <button
          key={tab.id}
          type="button"
          role="tab"
          id={`tab-${tab.id}`}
          className={`${className}__tab`}
          aria-selected={tab.id === chosen}
          aria-controls={panelId}
          tabIndex={tab.id === chosen ? 0 : -1}
          onClick={() => onChoose(tab.id)}
        >
          {tab.label}
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
