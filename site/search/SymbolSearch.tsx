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
import { findFundPath, pathOfFund } from '../../admin-api/contract/pages.ts'
import { isSymbol, searchTextFrom } from '../lib/symbol-from.ts'
import { Button } from '../ui/Button.tsx'
import { Combobox } from '../ui/Combobox.tsx'
import { CrashGuard } from '../ui/CrashGuard.tsx'
import { Field } from '../ui/Field.tsx'
import { Icon } from '../ui/Icon.tsx'
import { ShipsWheel } from '../ui/ShipsWheel.tsx'
import { $stockSearch, runSearch } from './search.ts'
import { type StockSearch, shownStock } from './search-state.ts'
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

const hint = 'Enter a ticker (1 to 5 letters) or choose by name: Tesla, gold, Bitcoin.'

/** Without the code that finds funds the text counts as a symbol. */
async function resolve(text: string): Promise<{ symbol: string } | { matches: number }> {
  const nothing = { matches: 0 }
  if (text === '') return nothing
  const finding = await import('./find-funds.ts').catch(() => null)
  return finding === null ? nothing : finding.resolveText(text)
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

  /** Runs the search for the fund that the text means; several matches stay in the list, to choose from. */
  async function submit(event: SubmitEvent) {
    event.preventDefault()
    const typed = text.trim()
    const meant = await resolve(typed)
    if ('symbol' in meant) run(meant.symbol)
    else if (meant.matches === 0) run(typed)
    else {
      // The list closed if the button was clicked.
      input.current?.focus()
      input.current?.dispatchEvent(new Event('input', { bubbles: true }))
    }
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
      className="symbol-search full stack gap-3"
      role="search"
      action={findFundPath}
      method="get"
      onSubmit={(event) => void submit(event)}
      onClick={pickTicker}
      onKeyDown={clearOnEscape}
    >
      <Field id="symbol" label="ETF symbol" hint={hint} error={isInvalid ? hint : undefined}>
        <div className="line gap-2">
          <Combobox
            input={input}
            listLabel="Funds"
            loadSource={() => import('./find-funds.ts')}
            onPick={run}
            boxClassName="grow"
            className="symbol-search__input"
            name="symbol"
            placeholder="e.g. MSTY"
            enterKeyHint="search"
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

type SearchStatusProps = {
  search: StockSearch
  /** Popular searches, shown if there is no other status. */
  popular: ReactNode
}

const messages = [
  'Searching for treasure...',
  'Charting your dividend course...',
  'Sailing the high seas...'
] as const
const messageMs = 2000

/**
 * The status below the search field, always of the same height: popular searches, the loader, the result's name, or
 * the reason why a fund has no estimate.
 */
function SearchStatus({ search, popular }: SearchStatusProps) {
  const isLoading = search.status === 'loading'
  const message = useRotatingMessage(isLoading)
  const stock = shownStock(search)
  const isRefused = search.status === 'error' && search.hasPage
  return (
    <div className="search-status stack">
      <div role="status">
        {isLoading && <ShipsWheel size="sm" isFast message={message} />}
        {isRefused && (
          <p className="search-status__refusal text-s">
            {search.message} <a href={pathOfFund(search.symbol)}>See what {search.symbol} has paid</a>
          </p>
        )}
        {!isLoading && !isRefused && stock !== null && (
          <p className="visually-hidden">
            Showing <strong>{stock.symbol}</strong>, {stock.etf_name}
          </p>
        )}
      </div>
      <div hidden={isLoading || isRefused || stock !== null}>{popular}</div>
    </div>
  )
}

function useRotatingMessage(isRunning: boolean): string {
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    if (!isRunning) return
    setTurn(0)
    const timer = setInterval(() => setTurn((last) => last + 1), messageMs)
    return () => clearInterval(timer)
  }, [isRunning])
  return messages[turn % messages.length] ?? messages[0]
}
