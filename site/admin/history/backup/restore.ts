import { useState } from 'react'
import { importHistory } from '../../../../admin-api/contract/admin-history.ts'
import { countOf } from '../../../../admin-api/numbers/format-numbers.ts'
import { formatCount } from '../../../lib/format.ts'
import { callAdmin, showFailure, showOutcome } from '../../../login/admin-session.ts'
import { showToast } from '../../../ui/toast.ts'
import type { Confirm } from '../../call-with-confirm.ts'
import { readBackupFile } from './backup-files.ts'

/** Progress of a restore. `unknown`: it was sent without a response, so it may have been applied. */
export type Restore =
  | { step: 'idle' }
  | { step: 'reading'; fileName: string }
  | { step: 'checking' | 'restoring'; fileName: string; count: number }
  | { step: 'failed' | 'unknown'; fileName: string; message: string }

/** Allows 100,000 records to be sent and checked over a slow connection. */
const timeoutMs = 180_000

const texts = { done: 'History Imported', failed: 'Import Failed' }

/** Reads a file, has the server check it without changes, asks the operator, and only then writes. */
export function useRestore(confirm: Confirm) {
  const [restore, setRestore] = useState<Restore>({ step: 'idle' })

  async function start(file: File) {
    const fileName = file.name
    setRestore({ step: 'reading', fileName })
    const read = await readBackupFile(file)
    if (!read.ok) {
      showToast({ kind: 'error', title: 'Invalid Backup File', message: read.message })
      return setRestore({ step: 'failed', fileName, message: read.message })
    }

    const { backup } = read
    const count = backup.data.length
    setRestore({ step: 'checking', fileName, count })
    const checked = await callAdmin(importHistory, { ...backup, dry_run: 1 }, { timeoutMs })
    if (!checked.ok) {
      showFailure(texts.failed, checked)
      return setRestore({ step: 'failed', fileName, message: checked.message })
    }

    const isConfirmed =
      'added' in checked.value &&
      (await confirm({
        title: 'Import this file?',
        message: describeChanges(fileName, count, checked.value),
        confirmText: 'Import'
      }))
    if (!isConfirmed) return setRestore({ step: 'idle' })

    setRestore({ step: 'restoring', fileName, count })
    const restored = await callAdmin(importHistory, backup, { timeoutMs })
    showOutcome(restored, {
      ...texts,
      message: (value) =>
        `Successfully restored ${formatCount('recordCount' in value ? value.recordCount : count)} records from backup`
    })
    if (restored.ok) return setRestore({ step: 'idle' })
    const step = restored.from === 'server' ? 'failed' : 'unknown'
    setRestore({ step, fileName, message: restored.message })
  }

  return { restore, start }
}

type Changes = { added: number; changed: number; unchanged: number; converted?: number | undefined }

/** Describes what a restore would change. */
export function describeChanges(
  fileName: string,
  count: number,
  { added, changed, unchanged, converted = 0 }: Changes
): string {
  return (
    `${fileName} holds ${countOf(count, 'record')}: ${formatCount(added)} added, ${formatCount(changed)} changed, ` +
    `${formatCount(unchanged)} unchanged. Records that are not in it stay. ` +
    (converted > 0
      ? `${countOf(converted, 'record')} from before a split: amounts are converted to today’s shares. `
      : '') +
    'The database is backed up first.'
  )
}

/** Describes the current step; empty if there is none. */
export function describeProgress(restore: Restore): string {
  switch (restore.step) {
    case 'reading':
      return `Reading ${restore.fileName}...`
    case 'checking':
      return `Checking ${countOf(restore.count, 'record')}, nothing is changed yet...`
    case 'restoring':
      return `Restoring ${countOf(restore.count, 'record')}...`
    default:
      return ''
  }
}

/** Describes how a restore failed; null if it did not. Stays on screen longer than a toast. */
export function describeFailure(restore: Restore): string | null {
  switch (restore.step) {
    case 'failed':
      return `wasn’t restored; nothing was changed. ${restore.message}`
    case 'unknown':
      return `may or may not have been restored: the server didn’t answer. ${restore.message} Choose the file again to see what would still change.`
    default:
      return null
  }
}
