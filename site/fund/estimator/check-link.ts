import type { StockResult } from '../../../admin-api/contract/stock.ts'
import { showCheck } from '../../accuracy/signed-record/show-check.ts'
import '../../accuracy/signed-record/check-estimate.css'

const resultSelector = '.check-estimate__result'

/**
 * Checks a signed estimate below the link to its check on /record, which the link leads to without script.
 * @param stock the estimate that the page shows
 * @returns stops that
 */
export function startCheckLinks(
  stock: Pick<StockResult, 'symbol' | 'next_ex_date' | 'dividend'>
): () => void {
  const check = (event: MouseEvent) => {
    const link =
      event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[href^="/record?"]')
    // Other clicks open a new tab or window.
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    if (!link || !isPlain || event.defaultPrevented) return
    event.preventDefault()
    const { searchParams } = new URL(link.href)
    const [day, symbol, exDate] = ['day', 'symbol', 'ex_date'].map(
      (name) => searchParams.get(name) ?? ''
    ) as [string, string, string]
    const isShown = symbol === stock.symbol && exDate === stock.next_ex_date
    void showCheck(findResult(link), {
      day,
      symbol,
      exDate,
      shownAmount: isShown ? stock.dividend : null
    })
  }
  document.addEventListener('click', check)
  return () => document.removeEventListener('click', check)
}

/** The place below the paragraph of a link. */
function findResult(link: HTMLElement): HTMLElement {
  const row = link.closest('p') ?? link
  const existing = row.nextElementSibling
  if (existing instanceof HTMLElement && existing.matches(resultSelector)) return existing
  const result = document.createElement('div')
  result.className = 'check-estimate__result stack gap-3 above-3'
  result.setAttribute('role', 'status')
  row.after(result)
  return result
}
