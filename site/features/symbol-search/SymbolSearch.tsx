import { useStore } from '@nanostores/react'
import { type KeyboardEvent, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { symbolRule } from '../../../admin-api/contract/symbol-rule.ts'
import { clearSearchEvent } from '../../lib/storage-keys.ts'
import { symbolFrom } from '../../lib/symbol-from.ts'
import { $stockSearch, searchStock, warmUpSearch } from '../../stores/stock-search.store.ts'
import { shownStock } from '../../stores/stock-search.ts'
import { CrashGuard } from '../../ui/CrashGuard.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { SearchStatus } from './SearchStatus.tsx'
import './symbol-search.css'

/** The search box of the home page; before hydration its form opens the page with ?symbol=, which searches. */
export function SymbolSearch(props: { topTickers: string[] }) {
  return (
    <CrashGuard>
      <SearchForm {...props} />
    </CrashGuard>
  )
}

function SearchForm({ topTickers }: { topTickers: string[] }) {
  const search = useStore($stockSearch, { ssr: 'initial' })
  const [symbol, setSymbol] = useState('')
  const [isInvalid, setInvalid] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const shownSymbol = shownStock(search)?.symbol ?? ''

  // What was typed before hydration stays; after that the field follows the result on screen.
  useEffect(() => setSymbol(symbolFrom(input.current?.value ?? '')), [])
  useEffect(() => {
    if (shownSymbol !== '') setSymbol(shownSymbol)
  }, [shownSymbol])
  useEffect(() => {
    const empty = () => {
      setSymbol('')
      setInvalid(false)
    }
    window.addEventListener(clearSearchEvent, empty)
    return () => window.removeEventListener(clearSearchEvent, empty)
  }, [])

  function run(wanted: string) {
    setSymbol(wanted)
    setInvalid(wanted === '')
    if (wanted === '') input.current?.focus()
    else input.current?.blur()
    void searchStock(wanted)
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    run(symbol)
  }

  function clear() {
    window.dispatchEvent(new Event(clearSearchEvent))
    input.current?.focus()
  }

  function clearOnEscape(event: KeyboardEvent) {
    if (event.key === 'Escape') clear()
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> would need a second element around the form
    <form
      className="symbol-search"
      role="search"
      action="/"
      method="get"
      onFocus={warmUpSearch}
      onSubmit={submit}
      onKeyDown={clearOnEscape}
    >
      <div className="field">
        <label className="field__label" htmlFor="symbol">
          ETF symbol
        </label>
        <div className="symbol-search__row">
          <div className="field__box symbol-search__box">
            <input
              ref={input}
              id="symbol"
              name="symbol"
              className="field__control symbol-search__input"
              type="text"
              placeholder="e.g. MSTY"
              maxLength={symbolRule.maxLength}
              autoComplete="off"
              autoCapitalize="characters"
              autoCorrect="off"
              spellCheck={false}
              enterKeyHint="search"
              aria-invalid={isInvalid}
              aria-describedby="symbol-hint"
              value={symbol}
              onChange={(event) => {
                setSymbol(symbolFrom(event.target.value))
                setInvalid(false)
              }}
            />
            <button
              type="button"
              id="symbol-clear"
              className="button button--icon symbol-search__clear"
              aria-label="Clear the search"
              hidden={symbol === '' && (search.status === 'idle' || search.status === 'restoring')}
              onClick={clear}
            >
              <Icon name="close" />
            </button>
          </div>
          <button type="submit" className="button symbol-search__submit">
            <Icon name="search" />
            Search
          </button>
        </div>
        <p className={isInvalid ? 'field__error' : 'field__hint'} id="symbol-hint">
          One to five letters.
        </p>
      </div>
      <SearchStatus search={search} topTickers={topTickers} onPick={run} />
    </form>
  )
}
