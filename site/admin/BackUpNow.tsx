import { useState } from 'react'
import { makeBackup } from '../../admin-api/contract/backups.ts'
import { callAdmin, showFailure } from '../login/admin-session.ts'
import { showToast } from '../ui/toast.ts'

/** Copies the whole database; what it came to stands beside the button a moment later. */
export function BackUpNow() {
  const [isBusy, setBusy] = useState(false)

  async function backUp() {
    if (isBusy) return
    setBusy(true)
    const result = await callAdmin(makeBackup, {})
    setBusy(false)
    if (!result.ok) return showFailure('Backup Failed', result, 'The database could not be backed up')
    showToast({ kind: 'success', title: 'Backup Made', message: result.value.message })
  }

  return (
    <button type="button" className="connections__act" aria-disabled={isBusy} onClick={backUp}>
      {isBusy ? 'Backing up...' : 'Back up now'}
    </button>
  )
}
