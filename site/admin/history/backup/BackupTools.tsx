import { useRef, useState } from 'react'
import { saveFile } from '../../../lib/save-file.ts'
import { checkAdminSession } from '../../../login/admin-session.ts'
import { showToast } from '../../../ui/toast.ts'
import type { Question } from '../../../ui/ConfirmDialog.tsx'
import { ShipsWheel } from '../../../ui/ShipsWheel.tsx'
import { fetchBackup } from './download-backup.ts'
import { describeFailure, describeProgress, isUnderWay } from './restore-words.ts'
import { useRestore } from './use-restore.ts'

type BackupToolsProps = { confirm: (question: Question) => Promise<boolean> }

export function BackupTools({ confirm }: BackupToolsProps) {
  const [isDownloading, setIsDownloading] = useState(false)
  const { restore, start } = useRestore(confirm)
  const chooser = useRef<HTMLInputElement>(null)
  const isRestoring = isUnderWay(restore)
  const failure = describeFailure(restore)
  const progress = isDownloading ? 'Downloading the backup...' : describeProgress(restore)

  async function download() {
    if (isDownloading) return
    setIsDownloading(true)
    const backup = await fetchBackup()
    setIsDownloading(false)
    if (backup.ok) return saveFile(backup.file, backup.name)
    showToast({ kind: 'error', title: 'Backup Failed', message: backup.message })
    await checkAdminSession()
  }

  return (
    <div className="backup-tools">
      <div className="backup-tools__acts">
        <button
          type="button"
          className="button button--quiet"
          aria-disabled={isDownloading || undefined}
          onClick={download}
        >
          {isDownloading ? 'Downloading...' : 'Download Backup'}
        </button>
        <button
          type="button"
          className="button button--quiet"
          aria-disabled={isRestoring || undefined}
          onClick={() => {
            if (!isRestoring) chooser.current?.click()
          }}
        >
          {isRestoring ? 'Restoring...' : 'Restore Backup'}
        </button>
        <input
          ref={chooser}
          type="file"
          accept=".json,application/json"
          aria-label="Backup file to restore"
          hidden
          onChange={(event) => {
            const [file] = event.target.files ?? []
            // So that the same file can be chosen again.
            event.target.value = ''
            if (file !== undefined) void start(file)
          }}
        />
      </div>
      <div className="backup-tools__news" role="status">
        {progress !== '' && <ShipsWheel size="sm" message={progress} />}
      </div>
      {failure !== null && 'fileName' in restore && (
        <p className="backup-tools__failure">
          <strong>{restore.fileName}</strong> {failure}
        </p>
      )}
    </div>
  )
}
