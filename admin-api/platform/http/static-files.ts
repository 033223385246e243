import { existsSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import express, { type NextFunction, type Request, type Response, Router } from 'express'
import { dataLicenseUrl, openApiPath } from '../../contract/open-data.ts'
import { errorPage, notFoundPath } from '../../contract/pages.ts'
import { isTiledLogFile, tiledCheckpointPath } from '../../contract/record-tiles.ts'
import type { SendErrorPage } from './errors.ts'
import { currentRequestId, markSent } from './request-log.ts'
import { type ContentChange, createSentFiles, type SendLimits, type SentFile } from './sent-files.ts'
import { readSessionToken } from './session-guard.ts'
import { addressChangeOf } from './visited-address.ts'

export type SiteFiles = {
  siteDir: string
  /** Address of the site; it is never a preview. */
  siteUrl: string
  previewHosts: readonly string[]
  /** Replaces the limits of what is being sent, for tests. */
  sendLimits?: SendLimits
  /** Resolves when the file of the page is up to date, or as new as it can be for now. */
  bringUpToDate?: (path: string, needs: { newest: boolean }) => Promise<void>
  /** Whether the page exists but has no file yet. */
  isWaiting?: (path: string) => boolean
}

/**
 * Serves the site. Pages are replaced while the server runs, so each is read in one step, so that its length and content
 * match, and is shared only by responses that send the same version at the same time. Middleware for compressed files (express-static-gzip, sirv) lists
 * the files once at the start, or checks a file and reads it later.
 */
export function serveSite({
  siteDir,
  siteUrl,
  previewHosts,
  sendLimits,
  bringUpToDate,
  isWaiting
}: SiteFiles): Router {
  const router = Router()
  const files = createSentFiles(sendLimits)
  const siteHost = new URL(siteUrl).host
  router.use((request, response, next) => {
    // A proxy may pass on this header as a visitor sent it, so a cache must not give the response to others.
    if (request.headers['x-forwarded-host'] !== undefined && request.headers.host !== siteHost)
      response.vary('X-Forwarded-Host')
    if (isPreview(request)) response.set('X-Robots-Tag', 'noindex, nofollow')
    if (operatorPath.test(request.path)) response.set('X-Robots-Tag', 'noindex, nofollow')
    if (request.method === 'GET' || request.method === 'HEAD') return next()
    response.status(405).set('Allow', 'GET, HEAD').type('text').send('Only GET and HEAD are allowed here')
  })
  router.use((request, response, next) => {
    if (isOpenData(request.path)) response.set(openDataHeaders)
    next()
  })
  if (bringUpToDate !== undefined) {
    router.use(async (request, _response, next) => {
      // The operator expects the change that was just saved.
      const newest = readSessionToken(request) !== null
      await bringUpToDate(toCanonicalPath(request.path), { newest })
      next()
    })
  }
  router.use(redirectToCanonical)
  router.use(sendPage)
  router.use(sendWholeFile)
  router.use(
    express.static(siteDir, {
      index: false,
      redirect: false,
      dotfiles: 'ignore',
      setHeaders: (response) => {
        markSent(response, 'file')
        const { path } = response.req
        response.set('Cache-Control', cacheControlOf(path))
        if (path === tiledCheckpointPath) response.type('text')
      }
    })
  )
  router.use(sendNotFound)
  return router

  /** Whether the request is for a copy of the site that must not compete with the real one in search engines. */
  function isPreview({ headers, hostname = '' }: Request): boolean {
    return headers.host !== siteHost && isPreviewHost(hostname.toLowerCase(), previewHosts)
  }

  function redirectToCanonical(request: Request, response: Response, next: NextFunction) {
    const canonical = toCanonicalPath(request.path)
    if (canonical === request.path || !hasPage(siteDir, canonical)) return next()
    redirect(request, response, canonical)
  }

  async function sendPage(request: Request, response: Response, next: NextFunction) {
    if (request.path === notFoundPath || request.path === errorPage.path) return next()
    const page = takePage(request.path, response)
    if (page === null) return next()
    markSent(response, 'page')
    await sendHtml(response, page)
  }

  /** Data files, feeds, pictures and scripts are sent from memory like pages. Videos and ranges are streamed. */
  async function sendWholeFile(request: Request, response: Response, next: NextFunction) {
    const { path } = request
    const isOfLog = isTiledLogFile(path)
    if (!(isOfLog || wholeFilePath.test(path)) || request.headers.range !== undefined) return next()
    const isText = isOfLog ? !hashTilePath.test(path) : compressedPath.test(path)
    const change = namesAddresses.test(path) ? addressChangeOf(response) : undefined
    const found = takeFile(join(siteDir, path), response, {
      isCompressed: isText && change === undefined,
      change
    })
    if (found === null) return next()
    markSent(response, 'file')
    response.set('Cache-Control', cacheControlOf(path)).vary('Accept-Encoding')
    response.type(isOfLog ? (path === tiledCheckpointPath ? 'text' : 'bin') : extname(path))
    // JSON has no charset (RFC 8259, section 11), and Ghostfolio treats a file with one as HTML. Express would add it.
    if (path.endsWith('.json')) response.setHeader('Content-Type', 'application/json')
    if (isText) await sendText(response, found)
    else response.set('ETag', found.file.etag).send(found.file.bytes)
  }

  async function sendNotFound(request: Request, response: Response): Promise<void> {
    const canonical = toCanonicalPath(request.path)
    const isWaitingThere = isWaiting?.(canonical) === true
    const isOtherSpelling = canonical !== request.path && wholeFilePath.test(canonical)
    if (isOtherSpelling && (isWaitingThere || existsSync(join(siteDir, canonical))))
      return redirect(request, response, canonical)
    if (isWaitingThere) throw new Error('this page could not be rendered; an earlier log line says why')
    response.status(404)
    const page = takePage(notFoundPath, response)
    if (page === null) return void response.type('text').send('Not found')
    await sendHtml(response, page)
  }

  /** The page, or its compressed copy if the caller accepts that; null if there is none. */
  function takePage(path: string, response: Response): FoundFile | null {
    const file = fileOfPage(siteDir, path)
    if (file === null) return null
    // No compressed copy of a page that is changed.
    const change = combine(isPreview(response.req) ? forbidIndexing : undefined, addressChangeOf(response))
    return takeFile(file, response, { isCompressed: change === undefined, change })
  }

  function takeFile(
    file: string,
    response: Response,
    { isCompressed, change }: { isCompressed: boolean; change?: ContentChange | undefined }
  ): FoundFile | null {
    const copy = isCompressed && accepts(response.req, 'br') ? files.take(`${file}.br`, response) : null
    if (copy !== null) return { encoding: 'br', file: copy }
    const plain = files.take(file, response, change)
    return plain && { encoding: null, file: plain }
  }
}

type FoundFile = { encoding: 'br' | null; file: SentFile }

function redirect(request: Request, response: Response, path: string): void {
  response.redirect(301, path + request.originalUrl.slice(request.originalUrl.split('?')[0]?.length))
}

/** Sends the error page of the site, with the request id, to requests for a page. */
export function createErrorPage(siteDir: string): SendErrorPage {
  const file = fileOfPage(siteDir, errorPage.path) ?? ''
  return (request, response) => {
    const isPage = !request.path.startsWith('/api/') && request.accepts(['json', 'html']) === 'html'
    const page = isPage ? readIfReadable(file) : null
    if (page === null) return false
    const html = page.replaceAll(errorPage.reference, currentRequestId() ?? '')
    response.status(500).set('Cache-Control', 'no-store').type('html').send(html)
    return true
  }
}

function readIfReadable(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

async function sendHtml(response: Response, page: FoundFile): Promise<void> {
  response.set('Cache-Control', 'no-cache').vary('Accept-Encoding').type('html')
  await sendText(response, page)
}

async function sendText(response: Response, { encoding, file }: FoundFile): Promise<void> {
  if (encoding !== null || !accepts(response.req, 'gzip')) {
    if (encoding !== null) response.set('Content-Encoding', encoding)
    response.set('ETag', file.etag).send(file.bytes)
    return
  }
  response.set('Content-Encoding', 'gzip').send(await file.gzipped())
}

/** Pages hidden from search engines. */
const operatorPath = /^\/(?:admin|admin-blog|login)(?:[/.]|$)/i

/** '/MSTY', '/msty/' and '/msty.html' become '/msty'. */
function toCanonicalPath(path: string): string {
  const plain = path
    .replaceAll(/\/+/g, '/')
    .replace(/(.)\/$/, '$1')
    .replace(/\.html$/, '')
    .toLowerCase()
  return plain === '/index' ? '/' : plain
}

/** Files that pages of any site may read. */
function isOpenData(path: string): boolean {
  return path.startsWith('/data/') || path.startsWith('/.well-known/') || path === openApiPath
}

const openDataHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  Link: `<${dataLicenseUrl}>; rel="license"`
}

function cacheControlOf(path: string): string {
  // The names of built files contain a hash of their content. A tile of the log never changes.
  const isImmutable = path.startsWith('/_astro/') || (isTiledLogFile(path) && path !== tiledCheckpointPath)
  return isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache'
}

/** No part of the path may start with a dot, except the folder of well-known addresses (RFC 8615). */
const wholeFilePath =
  /^(?:\/\.well-known)?(?:\/[\w-][\w.-]*)+\.(?:css|js|json|yml|csv|svg|xml|ics|txt|webmanifest|png|webp|ico)$/
/** Text, which is sent compressed. */
const compressedPath = /\.(?:css|js|json|yml|csv|svg|xml|ics|txt|webmanifest)$/

/** Hashes, which can't be compressed. */
const hashTilePath = /^\/data\/record\/tile\/\d/

/** Files with addresses of the site. */
const namesAddresses = /\.(?:json|csv|xml|ics|txt|webmanifest)$/

/** No dots, so no path leads out of the site or to a hidden file. */
const pagePath = /^\/(?:[a-z0-9_-]+(?:\/[a-z0-9_-]+)*)?$/

function fileOfPage(siteDir: string, path: string): string | null {
  return pagePath.test(path) ? join(siteDir, path === '/' ? 'index.html' : `${path}.html`) : null
}

function hasPage(siteDir: string, path: string): boolean {
  const file = fileOfPage(siteDir, path)
  return file !== null && existsSync(file)
}

/** False for a range request, because a range counts uncompressed bytes. */
function accepts(request: Request, encoding: 'br' | 'gzip'): boolean {
  return request.headers.range === undefined && request.acceptsEncodings(encoding) !== false
}

const previewSuffixes = ['.replit.app', '.replit.dev', '.repl.co']

function isPreviewHost(host: string, previewHosts: readonly string[]): boolean {
  return previewHosts.includes(host) || previewSuffixes.some((suffix) => host.endsWith(suffix))
}

const indexed = '<meta name="robots" content="index, follow">'
const notIndexed = '<meta name="robots" content="noindex, nofollow">'

function combine(
  first: ContentChange | undefined,
  second: ContentChange | undefined
): ContentChange | undefined {
  if (first === undefined || second === undefined) return first ?? second
  return { variant: `${first.variant} ${second.variant}`, apply: (bytes) => second.apply(first.apply(bytes)) }
}

const forbidIndexing: ContentChange = {
  variant: 'noindex',
  apply: (bytes) => Buffer.from(bytes.toString('utf8').replace(indexed, notIndexed))
}
