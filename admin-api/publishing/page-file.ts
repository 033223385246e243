import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, constants, crc32 } from 'node:zlib'
import type { PngOptions } from 'sharp'
import { isTiledLogFile } from '../contract/record-tiles.ts'
import { removeDurably, writeDurably } from '../platform/files/durable-file.ts'

const extension = /\.(?:xml|txt|ics|json|yml|csv|png)$/
const pathRegex =
  /^\/(?:\.well-known\/)?(?:[a-z0-9-]+(?:\/[a-z0-9-]+)*)?(?:\.(?:xml|txt|ics|json|yml|csv|png))?$/

/**
 * Returns the file of a page: '/' is index.html, '/blog/first' is blog/first.html, '/og/msty.png' is og/msty.png. Files of
 * the tiled log have no extension.
 * @throws RangeError for any other form of path, so that no row of the log can write outside the site
 */
export function fileOfPage(siteDir: string, path: string): string {
  if (isTiledLogFile(path)) return join(siteDir, path)
  if (!pathRegex.test(path))
    throw new RangeError(`page path needs the form /a-b/c, got ${JSON.stringify(path)}`)
  if (path === '/') return join(siteDir, 'index.html')
  return join(siteDir, extension.test(path) ? path : `${path}.html`)
}

/** Quality 6 takes about 2 ms per page; 7 takes three times as long and saves half a percent more. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }

/**
 * Writes a page and its compressed copy, unless they have the same content. Readers get the old file or the new one,
 * never a part. All browsers read Brotli over HTTPS; the server compresses for other callers on request.
 */
export async function writePage(file: string, html: string): Promise<void> {
  const bytes = Buffer.from(html)
  if (await isWritten(file, bytes)) return
  // Synchronously in the render thread, because the few I/O threads of the process serve requests.
  const brotli = brotliCompressSync(bytes, brotliOptions)
  // The page is written last, so that it is never newer than its copy.
  await writeDurably([
    { file: `${file}.br`, bytes: brotli },
    { file, bytes }
  ])
}

/** Whether both files have this content already: most pages show the same rank after a change of figures. */
async function isWritten(file: string, bytes: Buffer): Promise<boolean> {
  if (!existsSync(file)) return false
  try {
    if (!bytes.equals(await readFile(file))) return false
    return bytes.equals(brotliDecompressSync(await readFile(`${file}.br`)))
  } catch {
    return false // Missing or damaged.
  }
}

/** Writes a file as it is, without a compressed copy, unless it has this content. @returns whether it was written */
export async function writeBytes(file: string, bytes: Uint8Array): Promise<boolean> {
  const existing = await readFile(file).catch(() => null)
  if (existing?.equals(bytes)) return false
  await writeDurably([{ file, bytes }])
  return true
}

/** Removes pages and their compressed copies, with those of earlier versions. Missing files are no error. */
export async function removePages(files: readonly string[]): Promise<void> {
  await removeDurably(files.flatMap((file) => [file, `${file}.gz`, `${file}.br`]))
}

/**
 * The pictures have few colors: a palette without dithering halves the file without a visible difference. More effort
 * takes twice as long and saves 33 of 44,000 bytes.
 */
const pngOptions = { palette: true, colours: 128, dither: 0, effort: 1 } as const satisfies PngOptions

/** Converts an SVG to PNG. @throws when it is not an SVG */
export async function toPng(svg: string): Promise<Uint8Array> {
  // Loaded with the first picture, because all pages are rendered before.
  const { default: sharp } = await import('sharp')
  // No picture is converted twice, and one thread per core would need 100 MB.
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp(Buffer.from(svg)).png(pngOptions).toBuffer()
}

/** Writes a picture, unless the file was already made from the same SVG. A conversion takes 100 ms. */
export async function writePicture(file: string, svg: string, convert = toPng): Promise<void> {
  const chunk = sourceChunk(JSON.stringify(pngOptions) + svg)
  const existing = await readFile(file).catch(() => null)
  if (existing !== null && chunk.equals(existing.subarray(headBytes, headBytes + chunk.length))) return
  const png = await convert(svg)
  const bytes = Buffer.concat([png.subarray(0, headBytes), chunk, png.subarray(headBytes)])
  await writeDurably([{ file, bytes }])
}

/** A PNG begins with its signature and the IHDR chunk. */
const headBytes = 33

/** Returns a PNG text chunk with a hash of the source of the picture. */
function sourceChunk(source: string): Buffer {
  const digest = createHash('sha256').update(source).digest('hex')
  const body = Buffer.from(`tEXtSource\0${digest}`, 'latin1')
  const chunk = Buffer.alloc(body.length + 8)
  chunk.writeUInt32BE(body.length - 4, 0)
  body.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(body), body.length + 4)
  return chunk
}
