import { useStore } from '@nanostores/react'
import { type ReactNode, type SubmitEvent, useEffect, useRef } from 'react'
import { formatDay, isCalendarDay } from '../lib/format.ts'
import { logFailure } from '../lib/log.ts'
import { isSymbol } from '../lib/symbol-from.ts'
import { $myFunds } from '../portfolio/my-funds.ts'
import { Button } from '../ui/Button.tsx'
import { Combobox } from '../ui/Combobox.tsx'
import { CrashGuard } from '../ui/CrashGuard.tsx'
import { onFirstSign } from '../ui/chart/first-sign.ts'
import { LineMark } from '../ui/chart/LineMark.tsx'
import { FailureNotice } from '../ui/FailureNotice.tsx'
import { Field, Input } from '../ui/Field.tsx'
import { Icon } from '../ui/Icon.tsx'
import { ShipsWheel } from '../ui/ShipsWheel.tsx'
import type { Choice } from './choice.ts'
import { useComparison } from './use-comparison.ts'
import '../ui/notices.css'
import './compare.css'

type CompareProps = {
  /** The page's own funds and days. */
  usual: Choice
  from: string
  to: string
  /** The static comparison, shown until another one is chosen. */
  children?: ReactNode
  /** Button that shares the address. */
  share?: ReactNode
}

/** Controls of the comparison. Code for other comparisons loads with the first choice. */
export function Compare(props: CompareProps) {
  return (
    <CrashGuard>
      <ChosenComparison {...props} />
    </CrashGuard>
  )
}

function ChosenComparison({ usual, from, to, children, share }: CompareProps) {
  const { choice, shown, isLoading, announcement, remarks, failure, ...act } = useComparison(usual)
  const result = useRef<HTMLDivElement>(null)
  const repeat = useRef<((live: HTMLElement) => void) | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only until something is shown
  useEffect(() => {
    if (result.current === null || shown !== null) return undefined
    return onFirstSign(result.current, (repeatIn) => {
      repeat.current = repeatIn
      act.enliven()
    })
  }, [shown === null])
  useEffect(() => {
    if (shown !== null && result.current !== null) repeat.current?.(result.current)
    if (shown !== null) repeat.current = null
  }, [shown])
  const mine = [...useStore($myFunds, { ssr: 'initial' }).symbols]
  const since = shown?.comparison.from ?? from

  function downloadComparison(what: 'figures' | 'days' | 'picture') {
    import('./download-comparison.ts')
      .then(({ downloadComparison }) => downloadComparison(what, { choice, usual, drawing: result.current }))
      .catch((error: unknown) => {
        logFailure('The comparison could not be saved', error)
        act.refuse('That couldn’t be saved. Please try again.')
      })
  }

  return (
    <div className="compare">
      <div className="needs-script row items-end gap-y-3 gap-x-5 above-4">
        <FundChips symbols={choice.symbols} onRemove={act.remove} />
        {mine.length > 1 && (
          <Button variant="quiet" onClick={() => act.replace(mine)}>
            Compare my funds
          </Button>
        )}
        <AddFundField onAdd={act.add} onRefuse={act.refuse} />
        <FirstDay
          since={since}
          until={shown?.comparison.to ?? to}
          isChosen={choice.from !== null}
          isSettled={!isLoading}
          onBegin={act.begin}
          onRefuse={act.refuse}
        />
      </div>
      <div className="loading-note" role="status">
        {isLoading && <ShipsWheel size="sm" message="Drawing the lines..." />}
      </div>
      <div className="compare__said needs-script text-s tabular" role="status">
        {announcement !== '' && <p>{announcement}</p>}
        {remarks.map((remark) => (
          <p key={remark} className="compare__remark">
            {remark}
          </p>
        ))}
      </div>
      {failure !== null && (
        <FailureNotice onRetry={act.retry}>
          <strong>Failed to compare these funds.</strong> {failure} Below is the previous comparison.
        </FailureNotice>
      )}
      <div ref={result} className="compare__result" aria-busy={isLoading}>
        {shown === null ? children : <shown.View comparison={shown.comparison} />}
      </div>
      <div className="needs-script above-5 row items-center gap-y-2 gap-x-3">
        <Button variant="quiet" onClick={() => downloadComparison('picture')}>
          Save picture
        </Button>
        <Button variant="quiet" onClick={() => downloadComparison('figures')}>
          Table as CSV
        </Button>
        <Button variant="quiet" onClick={() => downloadComparison('days')}>
          Every day as CSV
        </Button>
        {share}
      </div>
    </div>
  )
}

type AddFundProps = { onAdd: (symbol: string) => void; onRefuse: (sentence: string) => void }

/** Field with suggestions; Enter adds the ticker. */
function AddFundField({ onAdd, onRefuse }: AddFundProps) {
  const input = useRef<HTMLInputElement>(null)

  function add(symbol: string) {
    if (input.current !== null) input.current.value = ''
    onAdd(symbol)
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const text = input.current?.value.trim().toUpperCase() ?? ''
    if (isSymbol(text)) add(text)
    else if (text !== '') onRefuse(`“${text}” isn’t a ticker. Choose a fund from the list below the field.`)
  }

  return (
    <form onSubmit={submit}>
      <Field id="add-fund" label="Add a fund">
        <div className="row items-end gap-2">
          <Combobox
            input={input}
            listLabel="Funds"
            loadSource={() => import('../search/find-funds.ts')}
            onPick={add}
            boxClassName="compare__fund"
            placeholder="Ticker or name"
            maxLength={40}
          />
          <Button type="submit" variant="gold">
            Add
          </Button>
        </div>
      </Field>
    </form>
  )
}

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
function FirstDay({ since, until, isChosen, isSettled, onBegin, onRefuse }: FirstDayProps) {
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

type FundChipsProps = { symbols: readonly string[]; onRemove: (symbol: string) => void }

/** Compared funds with the marks of their lines; the last one can't be removed. */
function FundChips({ symbols, onRemove }: FundChipsProps) {
  const { symbols: mine } = useStore($myFunds, { ssr: 'initial' })
  const list = useRef<HTMLUListElement>(null)
  return (
    <ul ref={list} className="full row gap-2" aria-label="Compared funds" tabIndex={-1}>
      {symbols.map((symbol, i) => (
        <li key={symbol} className="compared-fund sheet line items-center gap-2">
          <LineMark line={i} />
          <span className="ticker" translate="no" data-mine={mine.has(symbol) || undefined}>
            {symbol}
          </span>
          {symbols.length > 1 && (
            <Button
              variant="icon"
              aria-label={`Remove ${symbol}`}
              onClick={() => {
                // The pressed button disappears, so keep the focus in the list.
                list.current?.focus()
                onRemove(symbol)
              }}
            >
              <Icon name="close" />
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
