import { useState } from 'react'
import { importHistory } from '../../../../admin-api/contract/admin-history.ts'
import { countOf } from '../../../../admin-api/numbers/format-numbers.ts'
import type { CallFailure } from '../../../lib/call-endpoint.ts'
import { formatCount } from '../../../lib/format.ts'
import { callAdmin, showFailure, showOutcome } from '../../../login/admin-session.ts'
import { showToast } from '../../../ui/toast.ts'
import type { Confirm } from '../../call-with-confirm.ts'
import { readBackupFile } from './backup-files.ts'

/** Allows 100,000 records to be sent and checked over a slow connection. */
const timeoutMs = 180_000

const texts = { done: 'Backup Restored', failed: 'Restore Failed', sentence: 'Failed to restore backup' }

/** Result of an import for the operator; a failure stays on screen longer than a toast. */
type RestoreState = { progress: string; failure: { fileName: string; message: string } | null }

const idle: RestoreState = { progress: '', failure: null }

/** Reads a file, has the server check it without changes, asks the operator, and only then writes. */
export function useRestore(confirm: Confirm) {
  const [state, setState] = useState(idle)
  const report = (progress: string) => setState({ progress, failure: null })

  async function start(file: File) {
    const fileName = file.name
    const fail = (message: string) => setState({ progress: '', failure: { fileName, message } })
    report(`Reading ${fileName}...`)
    const read = await readBackupFile(file)
    if (!read.ok) {
      showToast({ kind: 'error', title: 'Invalid Backup File', message: read.message })
      return fail(`${unchanged} ${read.message}`)
    }

    const { backup } = read
    const count = backup.data.length
    report(`Checking ${countOf(count, 'record')}, nothing is changed yet...`)
    const checked = await callAdmin(importHistory, { ...backup, dry_run: 1 }, { timeoutMs })
    if (!checked.ok) {
      showFailure(texts.failed, checked, texts.sentence)
      return fail(`${unchanged} ${checked.message}`)
    }

    const isConfirmed =
      'added' in checked.value &&
      (await confirm({
        title: 'Import this file?',
        message: describeChanges(fileName, count, checked.value),
        confirmText: 'Import'
      }))
    if (!isConfirmed) return setState(idle)

    report(`Restoring ${countOf(count, 'record')}...`)
    const restored = await callAdmin(importHistory, backup, { timeoutMs })
    showOutcome(restored, {
      ...texts,
      message: (value) =>
        `Successfully restored ${formatCount('recordCount' in value ? value.recordCount : count)} records from backup`
    })
    if (restored.ok) setState(idle)
    else fail(describeFailure(restored))
  }

  return { ...state, start }
}

const unchanged = 'wasn’t restored; nothing was changed.'

/** Only a rejected restore is certain to have changed nothing; one without a response may have been applied. */
function describeFailure({ from, message }: Pick<CallFailure, 'from' | 'message'>): string {
  if (from === 'server') return `${unchanged} ${message}`
  return `may or may not have been restored: the server didn’t answer. ${message} Choose the file again to see what would still change.`
}

type Changes = { added: number; changed: number; unchanged: number; converted?: number | undefined }

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
