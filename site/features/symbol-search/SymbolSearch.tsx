import { useStore } from '@nanostores/react'
import { type KeyboardEvent, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { clearSearchEvent } from '../../lib/storage-keys.ts'
import { isSymbol, searchTextFrom } from '../../lib/symbol-from.ts'
import { takeNewSearchWish } from '../../stores/search/new-search-address.ts'
import { $stockSearch, clearSearch, searchStock, warmUpSearch } from '../../stores/search/search.ts'
import { shownStock } from '../../stores/search/search-state.ts'
import { CrashGuard } from '../../ui/CrashGuard.tsx'
import { Field } from '../../ui/Field.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { SearchStatus } from './SearchStatus.tsx'
import './symbol-search.css'
import { useSuggestions } from './use-suggestions.ts'

type SymbolSearchProps = {
  topTickers: string[]
  /** Shown in their place before anybody searched. */
  suggestedTickers: string[]
}

/** The search box of the home page; before hydration its form opens the page with ?symbol=, which searches. */
export function SymbolSearch(props: SymbolSearchProps) {
  return (
    <CrashGuard>
      <SearchForm {...props} />
    </CrashGuard>
  )
}

function SearchForm({ topTickers, suggestedTickers }: SymbolSearchProps) {
  const search = useStore($stockSearch, { ssr: 'initial' })
  const [text, setText] = useState('')
  const [isInvalid, setInvalid] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const status = useRef<HTMLParagraphElement>(null)
  const loadSuggestions = useSuggestions({ input, list, status }, run)
  const shownSymbol = shownStock(search)?.symbol ?? ''

  // What was typed before hydration stays; after that the field follows the result on screen.
  useEffect(() => setText(searchTextFrom(input.current?.value ?? '')), [])
  useEffect(() => {
    if (shownSymbol !== '') setText(shownSymbol)
  }, [shownSymbol])
  useEffect(() => {
    if (takeNewSearchWish()) input.current?.focus()
  }, [])
  useEffect(() => {
    const empty = () => {
      setText('')
      setInvalid(false)
      input.current?.focus()
    }
    window.addEventListener(clearSearchEvent, empty)
    return () => window.removeEventListener(clearSearchEvent, empty)
  }, [])

  function run(wanted: string) {
    setText(wanted)
    setInvalid(!isSymbol(wanted))
    if (!isSymbol(wanted)) input.current?.focus()
    void searchStock(wanted)
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    run(text.trim())
  }

  function touch() {
    warmUpSearch()
    void loadSuggestions(text)
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
      onFocus={touch}
      onSubmit={submit}
      onKeyDown={clearOnEscape}
    >
      <Field
        id="symbol"
        label="ETF symbol"
        hint="A ticker of one to five letters, or a name to choose from: Tesla, gold, Bitcoin."
        hasError={isInvalid}
      >
        <div className="symbol-search__row">
          <div className="field__box combobox symbol-search__box">
            <input
              ref={input}
              id="symbol"
              type="text"
              autoComplete="off"
              autoCapitalize="characters"
              autoCorrect="off"
              spellCheck={false}
              role="combobox"
              aria-autocomplete="list"
              aria-expanded="false"
              aria-controls="symbol-list"
              name="symbol"
              className="field__control symbol-search__input"
              placeholder="e.g. MSTY"
              enterKeyHint="search"
              aria-invalid={isInvalid}
              aria-describedby="symbol-hint"
              value={text}
              onChange={(event) => {
                setText(searchTextFrom(event.target.value))
                setInvalid(false)
                // The field may have been touched before the page came alive.
                void loadSuggestions('')
              }}
            />
            <button
              type="button"
              className="button button--icon symbol-search__clear"
              aria-label="Clear the search"
              hidden={text === '' && (search.status === 'idle' || search.status === 'restoring')}
              onClick={clearSearch}
            >
              <Icon name="close" />
            </button>
            {/* Both are filled by the combobox, which comes when the field is touched. */}
            <div
              ref={list}
              id="symbol-list"
              className="combobox__list"
              role="listbox"
              aria-label="Funds"
              hidden
            />
            <p ref={status} className="combobox__status" role="status" />
          </div>
          <button type="submit" className="button symbol-search__submit">
            <Icon name="search" />
            Search
          </button>
        </div>
      </Field>
      <SearchStatus
        search={search}
        topTickers={topTickers}
        suggestedTickers={suggestedTickers}
        onPick={run}
      />
    </form>
  )
}
