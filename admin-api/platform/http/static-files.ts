import { readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import express, { type NextFunction, type Request, type Response, Router } from 'express'
import { dataLicenseUrl, openApiPath } from '../../contract/open-data.ts'
import { errorPage, notFoundPath } from '../../contract/pages.ts'
import type { SendErrorPage } from './errors.ts'
import { currentRequestId, markSent } from './request-log.ts'
import { readSessionToken } from './session-guard.ts'

export type SiteFiles = {
  siteDir: string
  previewHosts: readonly string[]
  /** Resolves when the file of the page is up to date, or as new as it can be for now. */
  bringUpToDate?: (path: string, needs: { newest: boolean }) => Promise<void>
  /** Whether the page exists but has no file yet. */
  isWaiting?: (path: string) => boolean
}

/**
 * Serves the site. Pages are replaced while the server runs, so nothing is cached between requests, and each page is read
 * in one step, so that its length and content match. Middleware for compressed files (express-static-gzip, sirv) lists
 * the files once at the start, or checks a file and reads it later.
 */
export function serveSite({ siteDir, previewHosts, bringUpToDate, isWaiting }: SiteFiles): Router {
  const router = Router()
  router.use((request, response, next) => {
    if (isPreviewHost(request.hostname, previewHosts)) response.set('X-Robots-Tag', 'noindex, nofollow')
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
        response.set('Cache-Control', cacheControlOf(response.req.path))
      }
    })
  )
  router.use(sendNotFound)
  return router

  function redirectToCanonical(request: Request, response: Response, next: NextFunction) {
    const canonical = toCanonicalPath(request.path)
    if (canonical === request.path || readPage(siteDir, canonical) === null) return next()
    response.redirect(301, canonical + request.originalUrl.slice(request.originalUrl.split('?')[0]?.length))
  }

  async function sendPage(request: Request, response: Response, next: NextFunction) {
    const isPreview = isPreviewHost(request.hostname, previewHosts)
    // No compressed copy on a preview host, because the page is changed there.
    const page = readPage(siteDir, request.path, isPreview ? undefined : request)
    if (page === null || request.path === notFoundPath || request.path === errorPage.path) return next()
    markSent(response, 'page')
    await sendHtml(response, isPreview ? forbidIndexing(page) : page)
  }

  /**
   * Data files, feeds, pictures and scripts are read in one step, too, so that their ETag comes from their content and
   * is the same on every instance. Videos and ranges are streamed.
   */
  async function sendWholeFile(request: Request, response: Response, next: NextFunction) {
    const { path } = request
    if (!wholeFilePath.test(path) || request.headers.range !== undefined) return next()
    const isText = compressedPath.test(path)
    const found = readFileFor(join(siteDir, path), isText ? request : undefined)
    if (found === null) return next()
    const file = isText ? await compressFor(request, found) : found
    markSent(response, 'file')
    if (file.encoding !== null) response.set('Content-Encoding', file.encoding)
    response.set('Cache-Control', cacheControlOf(path)).vary('Accept-Encoding')
    response.type(extname(path))
    // JSON has no charset (RFC 8259, section 11), and Ghostfolio treats a file with one as HTML. Express would add it.
    if (path.endsWith('.json')) response.setHeader('Content-Type', 'application/json')
    response.send(file.bytes)
  }

  async function sendNotFound(request: Request, response: Response): Promise<void> {
    if (isWaiting?.(toCanonicalPath(request.path)))
      throw new Error('this page could not be rendered; an earlier log line says why')
    const isPreview = isPreviewHost(request.hostname, previewHosts)
    const page = readPage(siteDir, notFoundPath, isPreview ? undefined : request)
    response.status(404)
    if (page === null) return void response.type('text').send('Not found')
    await sendHtml(response, isPreview ? forbidIndexing(page) : page)
  }
}

/** Sends the error page of the site, with the request id, to requests for a page. */
export function createErrorPage(siteDir: string): SendErrorPage {
  return (request, response) => {
    const isPage = !request.path.startsWith('/api/') && request.accepts(['json', 'html']) === 'html'
    const page = isPage ? readPageIfReadable() : null
    if (page === null) return false
    const html = page.bytes.toString().replaceAll(errorPage.reference, currentRequestId() ?? '')
    response.status(500).set('Cache-Control', 'no-store').type('html').send(html)
    return true
  }

  function readPageIfReadable(): ServedFile | null {
    try {
      return readPage(siteDir, errorPage.path)
    } catch {
      return null
    }
  }
}

async function sendHtml(response: Response, page: ServedFile): Promise<void> {
  const { encoding, bytes } = await compressFor(response.req, page)
  if (encoding !== null) response.set('Content-Encoding', encoding)
  response.set('Cache-Control', 'no-cache').vary('Accept-Encoding').type('html').send(bytes)
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
  // The names of built files contain a hash of their content.
  return path.startsWith('/_astro/') ? 'public, max-age=31536000, immutable' : 'no-cache'
}

/** No part of the path may start with a dot, except the folder of well-known addresses (RFC 8615). */
const wholeFilePath =
  /^(?:\/\.well-known)?(?:\/[\w-][\w.-]*)+\.(?:css|js|json|csv|svg|xml|ics|txt|webmanifest|png|webp|ico)$/
/** Text, which is sent compressed. */
const compressedPath = /\.(?:css|js|json|csv|svg|xml|ics|txt|webmanifest)$/

/** No dots, so no path leads out of the site or to a hidden file. */
const pagePath = /^\/(?:[a-z0-9_-]+(?:\/[a-z0-9_-]+)*)?$/

type ServedFile = { encoding: 'br' | 'gzip' | null; bytes: Buffer }

/** Reads a page, or its compressed copy if the caller accepts that; null if there is none. */
function readPage(siteDir: string, path: string, caller?: Request): ServedFile | null {
  if (!pagePath.test(path)) return null
  return readFileFor(join(siteDir, path === '/' ? 'index.html' : `${path}.html`), caller)
}

function readFileFor(file: string, caller: Request | undefined): ServedFile | null {
  const copy = caller !== undefined && accepts(caller, 'br') ? readIfExists(`${file}.br`) : null
  if (copy !== null) return { encoding: 'br', bytes: copy }
  const bytes = readIfExists(file)
  return bytes === null ? null : { encoding: null, bytes }
}

const toGzip = promisify(gzip)

/** Compresses with gzip, in an I/O thread, for the few programs that don't accept Brotli. */
async function compressFor(caller: Request, file: ServedFile): Promise<ServedFile> {
  if (file.encoding !== null || !accepts(caller, 'gzip')) return file
  return { encoding: 'gzip', bytes: await toGzip(file.bytes) }
}

/**
 * Synchronously: these files come from the system's cache in 15 microseconds. Asynchronously they would take ten times the
 * processor time and wait for the I/O threads of the process, which flush rendered pages.
 */
function readIfExists(file: string): Buffer | null {
  try {
    return readFileSync(file)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ENAMETOOLONG') return null
    throw error
  }
}

/** False for a range request, because a range counts uncompressed bytes. */
function accepts(request: Request, encoding: 'br' | 'gzip'): boolean {
  return request.headers.range === undefined && request.acceptsEncodings(encoding) !== false
}

const previewSuffixes = ['.replit.app', '.replit.dev', '.repl.co']

/** Whether the host is a copy of the site that must not compete with the real one in search engines. */
function isPreviewHost(hostname: string | undefined, previewHosts: readonly string[]): boolean {
  const host = (hostname ?? '').toLowerCase()
  return previewHosts.includes(host) || previewSuffixes.some((suffix) => host.endsWith(suffix))
}

const indexed = '<meta name="robots" content="index, follow">'
const notIndexed = '<meta name="robots" content="noindex, nofollow">'

function forbidIndexing({ encoding, bytes }: ServedFile): ServedFile {
  return { encoding, bytes: Buffer.from(bytes.toString('utf8').replace(indexed, notIndexed)) }
}
