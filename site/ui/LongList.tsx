import type { ReactNode } from 'react'
import './long-list.css'

/** Rows shown on phones and tablets, and on phones for a short list. */
const shownOnPhones = { usual: 8, short: 3 }

type LongListProps = {
  /** Number of rows. */
  count: number
  /** Plural noun for the rows, such as 'funds'. */
  what: string
  isShort?: boolean
  /** Collapsed at any width, not only on phones and tablets. */
  isEverywhere?: boolean
  /** A table or list. */
  children: ReactNode
}

/** A list that shows eight rows on phones and tablets, or three on phones, until expanded; works without scripts. */
export function LongList({ count, what, isShort = false, isEverywhere = false, children }: LongListProps) {
  if (count <= shownOnPhones[isShort ? 'short' : 'usual']) return children
  const classes = [
    'long-list',
    isShort && 'long-list--short',
    count <= shownOnPhones.usual && 'long-list--few',
    isEverywhere && 'long-list--everywhere'
  ]
  return (
    <div className={classes.filter(Boolean).join(' ')}>
      {children}
      <label className="long-list__switch">
        <input className="long-list__input" type="checkbox" />
        <span className="chip">
          <span className="long-list__more">
            Show all {count} {what}
          </span>{' '}
          <span className="long-list__less">Show fewer {what}</span>
        </span>
      </label>
    </div>
  )
}
