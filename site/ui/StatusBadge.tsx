import type { ReactNode } from 'react'
import './status-badge.css'

/** A framed word; its color repeats the meaning of the word. */
export function StatusBadge({
  tone,
  children
}: {
  tone: 'neutral' | 'good' | 'warning' | 'bad'
  children: ReactNode
}) {
  return <span className={`status-badge status-badge--${tone}`}>{children}</span>
}
