import type { FileResult } from '../import/read-file.ts'
import type { WorkerMessage, WorkerTask } from '../import/read-worker.ts'

/** 50,000 transactions are about 8 MB. */
const largestFileBytes = 20_000_000
/** Larger files are read in a worker: two megabytes take about half a second. */
const largestBytesOnPage = 2_000_000

export async function readBytes(
  file: File,
  onBytes: (bytes: Uint8Array, name: string) => void,
  onFault: (fault: string) => void
): Promise<void> {
  if (file.size > largestFileBytes) return onFault('The file is larger than 20 MB. Nothing was changed.')
  try {
    onBytes(new Uint8Array(await file.arrayBuffer()), file.name)
  } catch {
    onFault('The file could not be read. Nothing was changed.')
  }
}

/** Transactions of a file; a worker reads large ones, so that the page responds meanwhile. */
export async function readTransactions(
  task: WorkerTask,
  onProgress: (share: number) => void
): Promise<FileResult> {
  if (task.bytes.length <= largestBytesOnPage) {
    const { readFile } = await import('../import/read-file.ts')
    return readFile(task.bytes, task.answers)
  }
  onProgress(0)
  const worker = new Worker(new URL('../import/read-worker.ts', import.meta.url), { type: 'module' })
  try {
    return await new Promise((resolve, reject) => {
      worker.onerror = () => reject(new Error('the importer didn’t load'))
      worker.onmessage = ({ data }: MessageEvent<WorkerMessage>) => {
        if ('share' in data) onProgress(data.share)
        else if ('result' in data) resolve(data.result)
        else reject(data.error)
      }
      worker.postMessage(task)
    })
  } finally {
    worker.terminate()
  }
}
