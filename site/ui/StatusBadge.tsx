import type { ReactNode } from 'react'
import './status-badge.css'

/** A word in a frame; the colour only underlines what the word says. */
export function StatusBadge({
  tone,
  children
}: {
  tone: 'neutral' | 'good' | 'warning' | 'bad'
  children: ReactNode
}) {
  return <span className={`status-badge status-badge--${tone}`}>{children}</span>
}
