import { createReadStream } from 'node:fs'
import { join } from 'node:path'

/* Published files of a site that may be hostile: they have limits of size and time, and what they say is printed without control characters. */

/** For one file. */
const timeoutMs = 30_000
/** The first day of 196 funds has 3.3 MB, a list of 30,000 signatures 15, a table of ten years about 40. */
const largestFile = 64 * 1024 * 1024
const longestLine = 1000

/** Escapes characters that would move the cursor, change colors or the direction of writing. */
export function toPrintable(said: string): string {
  const shown = said.length > longestLine ? `${said.slice(0, longestLine)} [shortened]` : said
  return shown.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (letter) => {
    return `\\u{${letter.codePointAt(0)?.toString(16)}}`
  })
}

/** Returns the text of a published file by its path. @throws Error */
export type Read = (path: string) => Promise<string>

/** @param from address of a site, or a folder with its files */
export function createReader(from: string): Read {
  if (!/^https?:/.test(from)) return (path) => readText(createReadStream(join(from, path)), path)
  return async (path) => {
    const address = new URL(path, from)
    const response = await fetch(address, { signal: AbortSignal.timeout(timeoutMs) })
    if (!response.ok) throw new Error(`${address} answered ${response.status}.`)
    return response.body === null ? '' : readText(response.body, address.href)
  }
}

/** @throws Error if the text is too long */
async function readText(source: AsyncIterable<Uint8Array>, name: string): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of source) {
    bytes += chunk.length
    if (bytes > largestFile) throw new Error(`${name} has more than ${largestFile / 1024 / 1024} MB.`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}
