import { useState } from 'react'
import { resetSearchMetrics } from '../../../admin-api/contract/search-metrics.ts'
import { callAdmin, showFailure } from '../../login/admin-session.ts'
import { showToast } from '../../ui/toast.ts'
import { useConfirm } from '../../ui/use-confirm.tsx'

export function ResetSearches() {
  const [confirm, confirmDialog] = useConfirm()
  const [isBusy, setBusy] = useState(false)

  async function reset() {
    if (isBusy) return
    const isSure = await confirm({
      title: 'Clear all searches?',
      message:
        'Every search kept so far is deleted, and the counts start again from zero. This cannot be undone.',
      confirmText: 'Clear All Searches'
    })
    if (!isSure) return
    setBusy(true)
    const result = await callAdmin(resetSearchMetrics, {})
    setBusy(false)
    if (!result.ok) return showFailure('Reset Failed', result, 'Failed to reset search metrics')
    showToast({
      kind: 'success',
      title: 'Search Metrics Reset',
      message: 'All search metrics have been cleared successfully'
    })
  }

  return (
    <>
      <button type="button" className="chip chip--danger" aria-disabled={isBusy} onClick={reset}>
        Clear All Searches
      </button>
      {confirmDialog}
    </>
  )
}
