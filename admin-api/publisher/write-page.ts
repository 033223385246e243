import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const compressGzip = promisify(gzip)
const compressBrotli = promisify(brotliCompress)

// Quality 5 costs about 2 ms a page and comes within a few percent of the slow ones.
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

/** Every form a page is served in; the plain file last, so that it never runs ahead of the others. */
const forms = [
  { suffix: '.br', encode: (html: Buffer) => compressBrotli(html, brotliOptions) },
  { suffix: '.gz', encode: (html: Buffer) => compressGzip(html) },
  { suffix: '', encode: async (html: Buffer) => html }
]

/** Writes the page and its compressed siblings; a reader sees the old file or the new one, never a part. */
export async function writePage(file: string, html: string): Promise<void> {
  const bytes = Buffer.from(html)
  await mkdir(dirname(file), { recursive: true })
  for (const { suffix, encode } of forms) await replaceFile(file + suffix, await encode(bytes))
}

/** What a killed process left half-written goes too: the page may be one that nobody shall read any more. */
export async function removePage(file: string): Promise<void> {
  for (const { suffix } of forms.toReversed()) {
    await rm(file + suffix, { force: true })
    await rm(temporaryOf(file + suffix), { force: true })
  }
}

function temporaryOf(file: string): string {
  return `${file}.writing`
}

/** Flushed to the disk before the rename: the queue row goes next, so the page must be safe by then. */
async function replaceFile(file: string, bytes: Buffer): Promise<void> {
  const temporary = temporaryOf(file)
  const handle = await open(temporary, 'w')
  try {
    await handle.writeFile(bytes)
    await handle.datasync()
  } finally {
    await handle.close()
  }
  await rename(temporary, file)
}
