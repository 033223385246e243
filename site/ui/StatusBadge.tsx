import type { ReactNode } from 'react'
import './status-badge.css'

const colors = { neutral: 'muted', good: 'positive', warning: 'gold', bad: 'negative' }

type StatusBadgeProps = { tone: keyof typeof colors; children: ReactNode }

/** A framed word; its color repeats the meaning of the word. */
export function StatusBadge({ tone, children }: StatusBadgeProps) {
  return (
    <span className={`status-badge items-center nowrap text-2xs strong ${colors[tone]}`}>{children}</span>
  )
}
