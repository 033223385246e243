import { useEffect, useRef } from 'react'
import { formatDay, isCalendarDay } from '../lib/format.ts'
import { Button } from '../ui/Button.tsx'
import { Field, Input } from '../ui/Field.tsx'

type FirstDayProps = {
  /** First and last day shown. */
  since: string
  until: string
  isChosen: boolean
  isSettled: boolean
  /** null for the earliest possible day. */
  onBegin: (from: string | null) => void
  onRefuse: (sentence: string) => void
}

/** No such fund is older; half-typed years are ignored. */
const earliest = '2019-01-01'

/** First day of the comparison. */
export function FirstDay({ since, until, isChosen, isSettled, onBegin, onRefuse }: FirstDayProps) {
  const input = useRef<HTMLInputElement>(null)
  // A refused day is replaced by the one shown.
  useEffect(() => {
    if (isSettled && input.current !== null) input.current.value = since
  }, [isSettled, since])
  const isPossible = (day: string) => isCalendarDay(day) && day >= earliest && day < until
  return (
    <div className="row items-end gap-2">
      <Field id="first-day" label="Since">
        <Input
          ref={input}
          type="date"
          defaultValue={since}
          min={earliest}
          max={until}
          onChange={({ target: { value } }) => {
            if (isPossible(value)) onBegin(value)
          }}
          onBlur={({ target }) => {
            if (isPossible(target.value)) return
            target.value = since
            onRefuse(`Choose a date between ${formatDay(earliest)} and ${formatDay(until)}.`)
          }}
        />
      </Field>
      {isChosen && (
        <Button variant="quiet" onClick={() => onBegin(null)}>
          From the latest first price
        </Button>
      )}
    </div>
  )
}
