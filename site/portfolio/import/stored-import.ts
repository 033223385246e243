import { countOf } from '../../../admin-api/numbers/format-numbers.ts'
import { showToast } from '../../ui/toast.ts'
import { shownPortfolio } from '../portfolio-state.ts'
import { $portfolio, changePortfolio } from '../portfolio-store.ts'
import type { ImportedFile, Portfolio } from '../stored-portfolio.ts'

/** Removes what an import added, and says what it leaves. */
export function undoImport(id: string): void {
  const portfolio = shownPortfolio($portfolio.get())
  const file = portfolio.imports?.find((imported) => imported.id === id)
  if (file === undefined) return
  changePortfolio({ type: 'undo-import', id })
  showToast({ kind: 'success', title: 'Import Undone', message: describeUndo(portfolio, file) })
}

export function describeUndo(portfolio: Portfolio, file: ImportedFile): string {
  const unchanged = countUnchanged(portfolio, file)
  const others = file.count - unchanged
  return [
    `${countOf(unchanged, 'transaction')} of ${file.name} removed.`,
    ...(file.replaced.length === 0 ? [] : ['Purchases that you entered by hand are as before.']),
    ...(others === 0
      ? []
      : [`${countOf(others, 'transaction')} that you edited or deleted since stay as they are.`])
  ].join(' ')
}

/** Transactions of an import that were neither edited nor deleted since. */
export function countUnchanged({ transactions }: Portfolio, { id }: ImportedFile): number {
  return transactions.filter(({ importId }) => importId === id).length
}
