import { useState } from 'react'
import { fixPltwEstimate } from '../../../admin-api/contract/collection.ts'
import { formatDividend } from '../../lib/format.ts'
import { callAdmin, showFailure } from '../../login/admin-session.ts'
import { showToast } from '../../ui/toast.ts'

/** Estimates PLTW anew from what is stored. */
export function FixPltw() {
  const [isBusy, setBusy] = useState(false)

  async function fix() {
    if (isBusy) return
    setBusy(true)
    const result = await callAdmin(fixPltwEstimate, {}, { timeoutMs: 60_000 })
    setBusy(false)
    if (!result.ok) return showFailure('PLTW Fix Failed', result, 'Failed to fix the PLTW estimate')
    showToast({
      kind: 'success',
      title: 'PLTW Estimate Fixed',
      message: `New estimate: ${formatDividend(result.value.new_estimate)} a share.`
    })
  }

  return (
    <button type="button" className="chip" aria-disabled={isBusy} onClick={fix}>
      {isBusy ? 'Processing...' : 'Fix PLTW Estimate'}
    </button>
  )
}
