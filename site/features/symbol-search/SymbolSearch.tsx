import { useStore } from '@nanostores/react'
import { type KeyboardEvent, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { clearSearchEvent } from '../../lib/storage-keys.ts'
import { symbolFrom, symbolInput } from '../../lib/symbol-from.ts'
import { takeNewSearchWish } from '../../stores/search/new-search-address.ts'
import { $stockSearch, clearSearch, searchStock, warmUpSearch } from '../../stores/search/search.ts'
import { shownStock } from '../../stores/search/search-state.ts'
import { CrashGuard } from '../../ui/CrashGuard.tsx'
import { Field } from '../../ui/Field.tsx'
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
    if (takeNewSearchWish()) input.current?.focus()
  }, [])
  useEffect(() => {
    const empty = () => {
      setSymbol('')
      setInvalid(false)
      input.current?.focus()
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

  function clearOnEscape(event: KeyboardEvent) {
    if (event.key === 'Escape') clearSearch()
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
      <Field id="symbol" label="ETF symbol" hint="One to five letters." hasError={isInvalid}>
        <div className="symbol-search__row">
          <div className="field__box symbol-search__box">
            <input
              {...symbolInput}
              ref={input}
              id="symbol"
              name="symbol"
              className="field__control symbol-search__input"
              placeholder="e.g. MSTY"
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
              className="button button--icon symbol-search__clear"
              aria-label="Clear the search"
              hidden={symbol === '' && (search.status === 'idle' || search.status === 'restoring')}
              onClick={clearSearch}
            >
              <Icon name="close" />
            </button>
          </div>
          <button type="submit" className="button symbol-search__submit">
            <Icon name="search" />
            Search
          </button>
        </div>
      </Field>
      <SearchStatus search={search} topTickers={topTickers} onPick={run} />
    </form>
  )
}
