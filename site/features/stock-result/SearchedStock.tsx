import { useStore } from '@nanostores/react'
import { lazy, Suspense, useEffect, useLayoutEffect, useRef } from 'react'
import { logFailure } from '../../lib/log.ts'
import { $stockSearch } from '../../stores/stock-search.store.ts'
import { shownStock } from '../../stores/stock-search.ts'
import { CrashGuard } from '../../ui/CrashGuard.tsx'
import { ShipsWheel } from '../../ui/ShipsWheel.tsx'
import './searched-stock.css'

const loadView = () => import('./FoundStock.tsx')

const FoundStock = lazy(async () => {
  try {
    return { default: (await loadView()).FoundStock }
  } catch (error) {
    logFailure('The result view did not load', error)
    return { default: ViewUnavailable }
  }
})

/** What the search found; nothing before. The view comes with the first search, the page without it is lighter. */
export function SearchedStock(props: { topTickers: string[] }) {
  return (
    <CrashGuard>
      <Searched {...props} />
    </CrashGuard>
  )
}

function Searched({ topTickers }: { topTickers: string[] }) {
  const search = useStore($stockSearch, { ssr: 'initial' })
  const stock = shownStock(search)
  const root = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    // The store, not the render: while hydrating, the render does not know yet what was restored.
    const now = $stockSearch.get()
    if (shownStock(now) !== null) document.documentElement.dataset['result'] = 'shown'
    else if (now.status !== 'restoring') delete document.documentElement.dataset['result']
  })

  const hasSearched = useRef(false)
  useEffect(() => {
    if (search.status === 'loading') hasSearched.current = true
    // Beside the search itself; a failure is met again, and told, when the view is needed.
    if (search.status === 'loading' || search.status === 'restoring') loadView().catch(() => undefined)
    if (search.status === 'success' && hasSearched.current) showFromTop(root.current)
  }, [search.status])

  return (
    <div ref={root} className="searched-stock wrap">
      {stock !== null && (
        <Suspense fallback={<ShipsWheel size="lg" message="Charting your dividend course..." />}>
          <FoundStock stock={stock} topTickers={topTickers} />
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
