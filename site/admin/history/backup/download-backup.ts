import { historyExportPath } from '../../../../admin-api/contract/admin-history.ts'
import { adminMarker } from '../../../../admin-api/contract/admin-marker.ts'
import { ErrorBody } from '../../../../admin-api/contract/errors.ts'

export type Download = { ok: true; file: Blob; name: string } | { ok: false; message: string }

const defaultName = 'dividend-history-backup.json'
const failed = 'Failed to download the backup'

/** Fetches the backup whole, so that a failure is shown instead of being saved as a file. Never throws. */
export async function fetchBackup(): Promise<Download> {
  try {
    const response = await fetch(historyExportPath, { headers: { [adminMarker.name]: adminMarker.value } })
    if (!response.ok) {
      const refusal = ErrorBody.safeParse(await response.json().catch(() => null))
      return { ok: false, message: refusal.success ? refusal.data.message : failed }
    }
    return { ok: true, file: await response.blob(), name: fileNameOf(response.headers) }
  } catch {
    return { ok: false, message: failed }
  }
}

/** The server's name for it, without a path. */
function fileNameOf(headers: Headers): string {
  const name = /filename="?([^";]+)"?/i.exec(headers.get('content-disposition') ?? '')?.[1]
  return name?.split(/[\\/]/).at(-1) || defaultName
}
