import { countOf } from '../../../admin-api/numbers/format-numbers.ts'
import { showToast } from '../../ui/toast.ts'
import { type AccountKind, kindOf, type Transaction } from '../ledger/transaction.ts'
import { shownPortfolio } from '../portfolio-state.ts'
import { $portfolio, changePortfolio } from '../portfolio-store.ts'
import { $fileDays, lastSavedSentence } from '../safekeeping.ts'
import type { ImportedFile, Portfolio } from '../stored-portfolio.ts'

/** How long a toast offers to undo the import; after that, the list of files does. */
const undoMs = 15_000

/** Stores what an import adds, and says so. @param kinds of all accounts in it */
export function storeImport(
  transactions: readonly Transaction[],
  file: Pick<ImportedFile, 'id' | 'name' | 'day'>,
  kinds: readonly AccountKind[]
): void {
  const { kinds: storedKinds } = shownPortfolio($portfolio.get())
  changePortfolio({ type: 'import', transactions, file })
  const changedKinds = kinds.filter(({ account, kind }) => kind !== kindOf(storedKinds, account))
  if (changedKinds.length > 0) changePortfolio({ type: 'put', kinds: changedKinds })
  showToast({
    kind: 'success',
    title: 'File Imported',
    message: `${countOf(transactions.length, 'transaction')} added. ${lastSavedSentence($fileDays.get(), file.day)}`,
    action: { text: 'Undo the import', run: () => undoImport(file.id) },
    durationMs: undoMs
  })
}

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
