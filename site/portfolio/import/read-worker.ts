import type { FileAnswers } from './file-reading.ts'
import { type FileResult, readFile } from './read-file.ts'

export type WorkerTask = { bytes: Uint8Array; answers: FileAnswers }
/** The share of the work that is done, the result, or why reading failed. */
export type WorkerMessage = { share: number } | { result: FileResult } | { error: unknown }

const send = (message: WorkerMessage) => self.postMessage(message)

/** Reads a large file in a worker, so that the page responds meanwhile. */
self.onmessage = async ({ data: { bytes, answers } }: MessageEvent<WorkerTask>) => {
  try {
    send({ result: await readFile(bytes, answers, (share) => send({ share })) })
  } catch (error) {
    send({ error })
  }
}
