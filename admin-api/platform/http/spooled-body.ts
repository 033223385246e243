import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable, type Transform } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import type { Request } from 'express'
import { ApiError } from './errors.ts'

type SpoolOptions = {
  maxBytes: number
  /** Message for a body of more bytes. */
  tooLarge: string
  /** Folder with room for the body. */
  folder: string
}

/** A write for each chunk of a connection, 16 to 64 kB, would take a busy machine ten times as long. */
const bytesPerWrite = 1024 * 1024

const decompressors: Partial<Record<string, () => Transform>> = {
  gzip: createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress
}

/**
 * Receives and decompresses a body into a file, because in memory each thread that handles it would have its own copy. The
 * file has no name, so it is gone when the caller closes it, or the process ends.
 * @throws ApiError once the client has sent everything, since it would not read an earlier answer
 */
export async function spoolBody(
  request: Request,
  { maxBytes, tooLarge, folder }: SpoolOptions
): Promise<FileHandle> {
  const file = await openUnnamed(folder)
  // Destroying the request would close its connection before the answer.
  const received = Readable.from(request.iterator({ destroyOnReturn: false }))
  const save = async (chunks: AsyncIterable<Uint8Array>) => {
    let bytes = 0
    let unsaved: Uint8Array[] = []
    let unsavedBytes = 0
    for await (const chunk of chunks) {
      bytes += chunk.length
      if (bytes > maxBytes) throw new ApiError('too-large', tooLarge)
      unsaved.push(chunk)
      unsavedBytes += chunk.length
      if (unsavedBytes < bytesPerWrite) continue
      await file.writeFile(Buffer.concat(unsaved))
      unsaved = []
      unsavedBytes = 0
    }
    await file.writeFile(Buffer.concat(unsaved))
  }
  try {
    const decompressor = findDecompressor(request)
    await (decompressor === null ? pipeline(received, save) : pipeline(received, decompressor, save))
    return file
  } catch (error) {
    await file.close()
    await finished(request.resume()).catch(() => undefined)
    throw isUnreadable(error) ? new ApiError('invalid-input', 'The request could not be read.') : error
  }
}

function findDecompressor({ headers }: Request): Transform | null {
  const encoding = headers['content-encoding']?.toLowerCase() ?? 'identity'
  if (encoding === 'identity') return null
  const create = decompressors[encoding]
  if (create !== undefined) return create()
  throw new ApiError('unsupported-media-type', 'The request body has an encoding that is not supported.')
}

/** Whether the body ended early, or is not compressed as its header says. */
function isUnreadable(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false
  return error.code === 'ECONNRESET' || /^(?:Z_|ERR_)/.test(String(error.code))
}

async function openUnnamed(folder: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true })
  const path = join(folder, `${randomUUID()}.upload`)
  const file = await open(path, constants.O_RDWR | constants.O_CREAT | constants.O_EXCL, 0o600)
  await rm(path)
  return file
}
