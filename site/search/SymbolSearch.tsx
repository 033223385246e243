import { useStore } from '@nanostores/react'
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type SubmitEvent,
  useEffect,
  useRef,
  useState
} from 'react'
import { findFundPath } from '../../admin-api/contract/pages.ts'
import { isSymbol, searchTextFrom } from '../lib/symbol-from.ts'
import { Button } from '../ui/Button.tsx'
import { Combobox } from '../ui/Combobox.tsx'
import { CrashGuard } from '../ui/CrashGuard.tsx'
import { Field } from '../ui/Field.tsx'
import { Icon } from '../ui/Icon.tsx'
import { SearchStatus } from './SearchStatus.tsx'
import { $stockSearch, runSearch } from './search.ts'
import { shownStock } from './search-state.ts'
import { clearSearch, clearSearchEvent } from './stored-result.ts'
import './symbol-search.css'

type SymbolSearchProps = {
  /** Popular searches: buttons with tickers, which a script changes. */
  children?: ReactNode
}

/** The search box of the home page. Without script its form leads to the fund's page. */
export function SymbolSearch(props: SymbolSearchProps) {
  return (
    <CrashGuard>
      <SearchForm {...props} />
    </CrashGuard>
  )
}

function SearchForm({ children }: SymbolSearchProps) {
  const search = useStore($stockSearch, { ssr: 'initial' })
  const [text, setText] = useState('')
  const [isInvalid, setInvalid] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const shownSymbol = shownStock(search)?.symbol ?? ''

  // The field follows the result on screen.
  useEffect(() => {
    if (shownSymbol !== '') setText(shownSymbol)
  }, [shownSymbol])
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
    void runSearch(wanted)
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    run(text.trim())
  }

  function pickTicker({ target }: MouseEvent) {
    const picked = target instanceof Element && target.closest('[data-ticker]')
    // The HTML of the page has line breaks around the ticker.
    if (picked) run(picked.textContent.trim())
  }

  function clearOnEscape(event: KeyboardEvent) {
    if (event.key === 'Escape') clearSearch()
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> would need a second element around the form
    <form
      className="symbol-search stack gap-3"
      role="search"
      action={findFundPath}
      method="get"
      onSubmit={submit}
      onClick={pickTicker}
      onKeyDown={clearOnEscape}
    >
      <Field
        id="symbol"
        label="ETF symbol"
        hint="Enter a ticker (1 to 5 letters) or choose by name: Tesla, gold, Bitcoin."
        hasError={isInvalid}
      >
        <div className="line gap-2">
          <Combobox
            input={input}
            listLabel="Funds"
            loadSource={() => import('./find-funds.ts')}
            onPick={run}
            boxClassName="symbol-search__box"
            className="symbol-search__input"
            name="symbol"
            placeholder="e.g. MSTY"
            enterKeyHint="search"
            aria-invalid={isInvalid}
            value={text}
            onChange={(event) => {
              setText(searchTextFrom(event.target.value))
              setInvalid(false)
            }}
          >
            <Button
              variant="icon"
              className="symbol-search__clear"
              aria-label="Clear search"
              hidden={text === '' && (search.status === 'idle' || search.status === 'restoring')}
              onClick={clearSearch}
            >
              <Icon name="close" />
            </Button>
          </Combobox>
          <Button type="submit" className="symbol-search__submit">
            <Icon name="search" />
            Search
          </Button>
        </div>
      </Field>
      <SearchStatus search={search} popular={children} />
    </form>
  )
}
