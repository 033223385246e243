import { useStore } from '@nanostores/react'
import { lazy, Suspense, useEffect, useLayoutEffect, useRef } from 'react'
import { logFailure } from '../lib/log.ts'
import { $stockSearch } from '../search/search.ts'
import { shownStock } from '../search/search-state.ts'
import { CrashGuard } from '../ui/CrashGuard.tsx'
import { ShipsWheel } from '../ui/ShipsWheel.tsx'
import './result-view.css'

const loadView = () => import('./SearchResult.tsx')

const SearchResult = lazy(async () => {
  try {
    return { default: (await loadView()).SearchResult }
  } catch (error) {
    logFailure('The result view did not load', error)
    return { default: ViewUnavailable }
  }
})

/** Search result on the home page. Its view loads with the first search, which keeps the page light. */
export function HomeSearchResult() {
  return (
    <CrashGuard>
      <Searched />
    </CrashGuard>
  )
}

function Searched() {
  const search = useStore($stockSearch, { ssr: 'initial' })
  const stock = shownStock(search)
  const announced = search.status === 'success' && search.mode === 'announced' ? search.stock : null
  const root = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    // Reads the store: during hydration the render doesn't have the restored result yet.
    const now = $stockSearch.get()
    if (shownStock(now) !== null) document.documentElement.dataset['result'] = 'shown'
    else if (now.status !== 'restoring') delete document.documentElement.dataset['result']
  })

  useEffect(() => {
    // In parallel with the search; a failure is reported when the view is rendered.
    if (search.status === 'loading' || search.status === 'restoring') loadView().catch(() => undefined)
    if (search.status === 'success' && search.mode !== null) showFromTop(root.current)
  }, [search])

  return (
    <div ref={root} className="home-search-result wrap">
      {stock !== null && (
        <Suspense fallback={<ShipsWheel size="lg" message="Charting your dividend course..." />}>
          <SearchResult stock={stock} announced={announced} />
        </Suspense>
      )}
    </div>
  )
}

function ViewUnavailable() {
  return <p role="alert">The result couldn’t be shown. Check your connection and reload the page.</p>
}

/** Scrolls a result below the fold into view. */
function showFromTop(element: HTMLElement | null): void {
  if (element === null || element.getBoundingClientRect().top < window.innerHeight * 0.6) return
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  element.scrollIntoView({ block: 'start', behavior: isStill ? 'instant' : 'smooth' })
}
