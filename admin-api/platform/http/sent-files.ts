import { readFileSync, type Stats, statSync } from 'node:fs'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Request, Response } from 'express'
import { createSharedValues } from '../files/shared-values.ts'
import { callerNetwork } from './client-address.ts'
import { ApiError } from './errors.ts'

/** Limits of what is being sent, in bytes. */
export type SendLimits = {
  /** Files in memory, each counted once. The whole site has about 50 MB. */
  inMemory: number
  /** Responses to one network, each counted in full until it is read. */
  perNetwork: number
}

const sendLimits: SendLimits = { inMemory: 192_000_000, perNetwork: 64_000_000 }

const retryAfterSeconds = 5

/** A version of a file in memory, which all responses that send it share. */
export type SentFile = {
  bytes: Buffer
  /** Computed by Express from the content, so that it is the same on every instance. */
  etag: string
  gzipped: () => Promise<Buffer>
}

export type SentFiles = {
  /**
   * Returns the present version of a file for a response; null if there is none. It stays in memory until the response is
   * sent or its connection closed.
   * @param change applied to the content; `variant` names it
   * @throws ApiError if too much is being sent to the caller or to all callers
   */
  take: (file: string, response: Response, change?: ContentChange) => SentFile | null
}

export type ContentChange = { variant: string; apply: (bytes: Buffer) => Buffer }

const toGzip = promisify(gzip)

/**
 * Keeps one copy of each file version that is being sent. Without it, every reader who takes its time would hold a copy,
 * and a few hundred would fill the memory.
 */
export function createSentFiles({ inMemory, perNetwork }: SendLimits = sendLimits): SentFiles {
  const shared = createSharedValues<SentFile>()
  const sentTo = new Map<string, number>()
  let bytesInMemory = 0

  function load(file: string, { app }: Request, change: ContentChange | undefined): SentFile {
    const content = readFileSync(file)
    const bytes = change === undefined ? content : change.apply(content)
    if (bytesInMemory + bytes.length > inMemory) throw tooMuch('unavailable')
    let gzipped: Promise<Buffer> | null = null
    bytesInMemory += bytes.length
    return {
      bytes,
      etag: app.get('etag fn')(bytes),
      // In an I/O thread, for the few programs that don't accept Brotli.
      gzipped: () => {
        gzipped ??= toGzip(bytes)
        return gzipped
      }
    }
  }

  return {
    take: (file, response, change) => {
      const version = findVersion(file)
      if (version === null) return null
      const network = callerNetwork(response.req)
      const before = network === null ? 0 : (sentTo.get(network) ?? 0)
      // The first one is always sent, however large it is.
      if (before > 0 && before + version.size > perNetwork) throw tooMuch('too-many-requests')
      const key = `${file} ${version.ino} ${version.mtimeMs} ${version.size} ${change?.variant ?? ''}`
      const { value, release } = shared.take(key, () => load(file, response.req, change))
      if (network !== null) sentTo.set(network, before + version.size)
      response.once('close', () => {
        if (release()) bytesInMemory -= value.bytes.length
        if (network !== null) subtract(network, version.size)
      })
      return value
    }
  }

  function subtract(network: string, bytes: number): void {
    const left = (sentTo.get(network) ?? 0) - bytes
    if (left > 0) sentTo.set(network, left)
    else sentTo.delete(network)
  }
}

function tooMuch(code: 'unavailable' | 'too-many-requests'): ApiError {
  const message =
    code === 'unavailable'
      ? 'The server is sending as much as it can at the moment. Please try again in a few seconds.'
      : 'Too much is being sent to your address at the same time. Read what you requested, then try again.'
  return new ApiError(code, message, retryAfterSeconds)
}

/**
 * Synchronously: these files come from the system's cache in 15 microseconds. Asynchronously they would take ten times the
 * processor time and wait for the I/O threads of the process, which flush rendered pages.
 */
function findVersion(file: string): Stats | null {
  try {
    return statSync(file, { throwIfNoEntry: false }) ?? null
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOTDIR' || code === 'ENAMETOOLONG') return null
    throw error
  }
}
