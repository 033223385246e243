import { useEffect, useRef } from 'react'
import { formatDay } from '../lib/format.ts'
import { Field } from '../ui/Field.tsx'
import { isDay } from './choice.ts'

type FirstDayProps = {
  /** The first and the last day that are shown. */
  since: string
  until: string
  isChosen: boolean
  isSettled: boolean
  /** null for the first day there is. */
  onBegin: (from: string | null) => void
  onRefuse: (sentence: string) => void
}

/** No fund of this kind is older, so that a year that is half typed is taken for none. */
const earliest = '2019-01-01'

/** Since when the funds are compared. */
export function FirstDay({ since, until, isChosen, isSettled, onBegin, onRefuse }: FirstDayProps) {
  const input = useRef<HTMLInputElement>(null)
  // What could not be gives way to what is shown.
  useEffect(() => {
    if (isSettled && input.current !== null) input.current.value = since
  }, [isSettled, since])
  const isPossible = (day: string) => isDay(day) && day >= earliest && day < until
  return (
    <div className="first-day">
      <Field id="first-day" label="Since">
        <input
          ref={input}
          id="first-day"
          type="date"
          className="field__control"
          defaultValue={since}
          min={earliest}
          max={until}
          onChange={({ target: { value } }) => {
            if (isPossible(value)) onBegin(value)
          }}
          onBlur={({ target }) => {
            if (isPossible(target.value)) return
            target.value = since
            onRefuse(`The first day must lie between ${formatDay(earliest)} and ${formatDay(until)}.`)
          }}
        />
      </Field>
      {isChosen && (
        <button type="button" className="button button--quiet" onClick={() => onBegin(null)}>
          From the latest first price
        </button>
      )}
    </div>
  )
}
