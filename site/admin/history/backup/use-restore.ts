import { useState } from 'react'
import { importHistory } from '../../../../admin-api/contract/admin-history.ts'
import { formatCount } from '../../../lib/format.ts'
import { callAdmin, showFailure } from '../../../login/admin-session.ts'
import { showToast } from '../../../ui/toast.ts'
import type { Question } from '../../../ui/ConfirmDialog.tsx'
import { readBackupFile } from './backup-file.ts'
import { describeChanges, type Restore } from './restore-words.ts'

/** Sending and checking 100,000 records takes its time on a slow line. */
const timeoutMs = 180_000

/** Reads a file, has it checked without changing anything, asks, and only then writes. */
export function useRestore(confirm: (question: Question) => Promise<boolean>) {
  const [restore, setRestore] = useState<Restore>({ step: 'idle' })

  async function start(file: File) {
    const fileName = file.name
    const refuse = (message: string) => setRestore({ step: 'failed', fileName, message })

    setRestore({ step: 'reading', fileName })
    const read = await readBackupFile(file)
    if (!read.ok) {
      showToast({ kind: 'error', title: 'Invalid Backup File', message: read.message })
      return refuse(read.message)
    }

    const { backup } = read
    const count = backup.data.length
    setRestore({ step: 'checking', fileName, count })
    const checked = await callAdmin(importHistory, { ...backup, dry_run: 1 }, { timeoutMs })
    if (!checked.ok) {
      showFailure('Restore Failed', checked, 'Failed to restore backup')
      return refuse(checked.message)
    }

    const isConfirmed =
      'added' in checked.value &&
      (await confirm({
        title: 'Restore this backup?',
        message: describeChanges(fileName, count, checked.value),
        confirmText: 'Restore Backup'
      }))
    if (!isConfirmed) return setRestore({ step: 'idle' })

    setRestore({ step: 'restoring', fileName, count })
    const restored = await callAdmin(importHistory, backup, { timeoutMs })
    if (!restored.ok) {
      showFailure('Restore Failed', restored, 'Failed to restore backup')
      const step = restored.from === 'server' ? 'failed' : 'unknown'
      return setRestore({ step, fileName, message: restored.message })
    }
    const written = 'recordCount' in restored.value ? restored.value.recordCount : count
    showToast({
      kind: 'success',
      title: 'Backup Restored',
      message: `Successfully restored ${formatCount(written)} records from backup`
    })
    setRestore({ step: 'idle' })
  }

  return { restore, start }
}
