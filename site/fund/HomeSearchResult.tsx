import { useStore } from '@nanostores/react'
import { lazy, Suspense, useEffect, useLayoutEffect, useRef } from 'react'
import { logFailure } from '../lib/log.ts'
import { $stockSearch } from '../search/search.ts'
import { shownStock } from '../search/search-state.ts'
import { CrashGuard } from '../ui/CrashGuard.tsx'
import { ShipsWheel } from '../ui/ShipsWheel.tsx'
import './home-search-result.css'

const loadView = () => import('./SearchResult.tsx')

const SearchResult = lazy(async () => {
  try {
    return { default: (await loadView()).SearchResult }
  } catch (error) {
    logFailure('The result view did not load', error)
    return { default: ViewUnavailable }
  }
})

/** What the search found; nothing before. The view comes with the first search, the page without it is lighter. */
export function HomeSearchResult(props: { topTickers: string[] }) {
  return (
    <CrashGuard>
      <Searched {...props} />
    </CrashGuard>
  )
}

function Searched({ topTickers }: { topTickers: string[] }) {
  const search = useStore($stockSearch, { ssr: 'initial' })
  const stock = shownStock(search)
  const askedFor = search.status === 'success' && search.how === 'aloud' ? search.stock : null
  const root = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    // The store, not the render: while hydrating, the render does not know yet what was restored.
    const now = $stockSearch.get()
    if (shownStock(now) !== null) document.documentElement.dataset['result'] = 'shown'
    else if (now.status !== 'restoring') delete document.documentElement.dataset['result']
  })

  useEffect(() => {
    // Beside the search itself; a failure comes up again, and is shown, when the view is needed.
    if (search.status === 'loading' || search.status === 'restoring') loadView().catch(() => undefined)
    if (search.status === 'success' && search.how !== null) showFromTop(root.current)
  }, [search])

  return (
    <div ref={root} className="home-search-result wrap">
      {stock !== null && (
        <Suspense fallback={<ShipsWheel size="lg" message="Charting your dividend course..." />}>
          <SearchResult stock={stock} topTickers={topTickers} askedFor={askedFor} />
        </Suspense>
      )}
    </div>
  )
}

function ViewUnavailable() {
  return <p role="alert">The result could not be drawn. Please check your connection and reload the page.</p>
}

/** A result that came in below the fold is brought into view. */
function showFromTop(element: HTMLElement | null): void {
  if (element === null || element.getBoundingClientRect().top < window.innerHeight * 0.6) return
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  element.scrollIntoView({ block: 'start', behavior: isStill ? 'instant' : 'smooth' })
}
