import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { removeDurably, writeDurably } from '../platform/files/durable-file.ts'

// Quality 5 costs about 2 ms a page and comes within a few percent of the slow ones.
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

/** Writes the page and its compressed siblings; a reader sees the old file or the new one, never a part. */
export async function writePage(file: string, html: string): Promise<void> {
  const bytes = Buffer.from(html)
  // At once, in the thread that draws: the process has few threads for files, and visitors wait for theirs.
  const brotli = brotliCompressSync(bytes, brotliOptions)
  const gzipped = gzipSync(bytes)
  // The plain file last, so that it is never newer than the others.
  await writeDurably([
    { file: `${file}.br`, bytes: brotli },
    { file: `${file}.gz`, bytes: gzipped },
    { file, bytes }
  ])
}

/** Removes the pages and their siblings; one that is not there is no fault. */
export async function removePages(files: readonly string[]): Promise<void> {
  await removeDurably(files.flatMap((file) => [file, `${file}.gz`, `${file}.br`]))
}
