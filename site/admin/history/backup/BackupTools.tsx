import { useRef, useState } from 'react'
import { saveFile } from '../../../lib/save-file.ts'
import { checkAdminSession } from '../../../login/admin-session.ts'
import { Button } from '../../../ui/Button.tsx'
import { ShipsWheel } from '../../../ui/ShipsWheel.tsx'
import { showToast } from '../../../ui/toast.ts'
import type { Confirm } from '../../call-with-confirm.ts'
import { fetchBackup } from './backup-files.ts'
import { describeFailure, describeProgress, useRestore } from './restore.ts'

export function BackupTools({ confirm }: { confirm: Confirm }) {
  const [isDownloading, setIsDownloading] = useState(false)
  const { restore, start } = useRestore(confirm)
  const chooser = useRef<HTMLInputElement>(null)
  const isRestoring = describeProgress(restore) !== ''
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
    <div className="backup-tools row items-center gap-y-2 gap-x-4">
      <div className="row gap-2">
        <Button variant="quiet" aria-disabled={isDownloading || undefined} onClick={download}>
          {isDownloading ? 'Downloading...' : 'Download Backup'}
        </Button>
        <Button
          variant="quiet"
          aria-disabled={isRestoring || undefined}
          onClick={() => {
            if (!isRestoring) chooser.current?.click()
          }}
        >
          {isRestoring ? 'Restoring...' : 'Restore Backup'}
        </Button>
        <input
          ref={chooser}
          type="file"
          accept=".json,application/json"
          aria-label="Backup file to restore"
          hidden
          onChange={({ target }) => {
            const [file] = target.files ?? []
            // Allows the same file to be chosen again.
            target.value = ''
            if (file !== undefined) void start(file)
          }}
        />
      </div>
      <div role="status">{progress !== '' && <ShipsWheel size="sm" message={progress} />}</div>
      {failure !== null && 'fileName' in restore && (
        <p className="backup-tools__failure">
          <strong>{restore.fileName}</strong> {failure}
        </p>
      )}
    </div>
  )
}
