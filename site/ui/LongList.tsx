import type { ReactNode } from 'react'
import './long-list.css'

/** Rows on phones and tablets, and of a short list on a phone. */
const shownOnPhones = { usual: 12, short: 3 }

type LongListProps = {
  /** Number of rows. */
  count: number
  /** 'funds' */
  what: string
  isShort?: boolean
  /** Not only on phones. */
  isEverywhere?: boolean
  /** A table or list. */
  children: ReactNode
}

/** A table or list of which phones and tablets show twelve rows, or phones three, until the visitor wants all; works without scripts. */
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
