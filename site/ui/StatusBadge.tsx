import type { ReactNode } from 'react'
import './status-badge.css'

/** A word in a frame. The colour adds nothing that the word does not say. */
export function StatusBadge({
  tone,
  children
}: {
  tone: 'neutral' | 'good' | 'warning' | 'bad'
  children: ReactNode
}) {
  return <span className={`status-badge status-badge--${tone}`}>{children}</span>
}
