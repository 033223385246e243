import { access } from 'node:fs/promises'
import { extname, join } from 'node:path'
import express, { type NextFunction, type Request, type RequestHandler, type Response, Router } from 'express'
import { errorPage } from '../../contract/error-page.ts'
import { openApiPath } from '../../contract/open-data.ts'
import { acceptedForms } from './compressed-forms.ts'
import type { SendErrorPage } from './errors.ts'
import { forbidIndexing, isPreviewHost } from './preview-host.ts'
import { readPage } from './read-page.ts'
import { currentRequestId } from './request-id.ts'
import { readSessionToken } from './session-cookie.ts'
import { markSent } from './watch-requests.ts'

export type SiteFiles = {
  siteDir: string
  previewHosts: readonly string[]
  /** Resolves when the file of a page is as new as it can be at once, or as it can be at all. */
  bringUpToDate?: (path: string, needs: { newest: boolean }) => Promise<void>
  /** Whether a page is still to be drawn, so that what has no file may exist all the same. */
  isWaiting?: (path: string) => boolean
}

/**
 * Serves the built site. Pages are replaced while the server runs, so nothing is cached between requests, and a page
 * is read whole, so that its length and its bytes are of one version. Middleware for packed files (express-static-gzip,
 * sirv) lists them once at the start, or checks a file and reads it later.
 */
export function serveSite({ siteDir, previewHosts, bringUpToDate, isWaiting }: SiteFiles): Router {
  const router = Router()
  router.use((request, response, next) => {
    if (isPreviewHost(request.hostname, previewHosts)) response.set('X-Robots-Tag', 'noindex, nofollow')
    if (operatorPath.test(request.path)) response.set('X-Robots-Tag', 'noindex, nofollow')
    const isReading = request.method === 'GET' || request.method === 'HEAD'
    return isReading ? next() : sendNotFound(request, response)
  })
  router.use((request, response, next) => {
    if (isOpenData(request.path)) response.set(openToAll)
    next()
  })
  if (bringUpToDate !== undefined) {
    router.use(async (request, _response, next) => {
      // The operator comes from what he has just saved.
      const newest = readSessionToken(request) !== null
      await bringUpToDate(toCanonicalPath(request.path), { newest })
      next()
    })
  }
  router.use(redirectToCanonical)
  router.use(sendPage)
  router.use(preferCompressed(siteDir))
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

  async function redirectToCanonical(
    request: Request,
    response: Response,
    next: NextFunction
  ): Promise<void> {
    const canonical = toCanonicalPath(request.path)
    if (canonical === request.path || (await readPage(siteDir, canonical)) === null) return next()
    response.redirect(301, canonical + request.originalUrl.slice(request.originalUrl.split('?')[0]?.length))
  }

  async function sendPage(request: Request, response: Response, next: NextFunction): Promise<void> {
    const isPreview = isPreviewHost(request.hostname, previewHosts)
    const page = await readPage(siteDir, request.path, isPreview ? undefined : request)
    if (page === null || request.path === '/404' || request.path === errorPage.path) return next()
    markSent(response, 'page')
    sendHtml(response, page.encoding, isPreview ? forbidIndexing(page.bytes) : page.bytes)
  }

  async function sendNotFound(request: Request, response: Response): Promise<void> {
    if (isWaiting?.(toCanonicalPath(request.path)))
      throw new Error('this page could not be drawn; an earlier line says why')
    const page = await readPage(siteDir, '/404')
    response.status(404)
    if (page === null) return void response.type('text').send('Not found')
    const isPreview = isPreviewHost(request.hostname, previewHosts)
    sendHtml(response, null, isPreview ? forbidIndexing(page.bytes) : page.bytes)
  }
}

/**
 * Shows who looked for a page, and not for data, that it could not be sent, with the reference of the call.
 * @returns answers false where nothing was sent
 */
export function createErrorPage(siteDir: string): SendErrorPage {
  return async (request, response) => {
    const isPage = !request.path.startsWith('/api/') && request.accepts(['json', 'html']) === 'html'
    const page = isPage ? await readPage(siteDir, errorPage.path).catch(() => null) : null
    if (page === null) return false
    const html = page.bytes.toString().replaceAll(errorPage.reference, currentRequestId() ?? '')
    response.status(500).set('Cache-Control', 'no-store').type('html').send(html)
    return true
  }
}

function sendHtml(response: Response, encoding: string | null, bytes: Buffer): void {
  if (encoding !== null) response.set('Content-Encoding', encoding)
  response.set('Cache-Control', 'no-cache').vary('Accept-Encoding').type('html').send(bytes)
}

/** Pages of the operator. */
const operatorPath = /^\/(?:admin|admin-blog|login)(?:[/.]|$)/i

/** '/MSTY', '/msty/' and '/msty.html' are all '/msty'. */
function toCanonicalPath(path: string): string {
  const plain = path
    .replaceAll(/\/+/g, '/')
    .replace(/(.)\/$/, '$1')
    .replace(/\.html$/, '')
    .toLowerCase()
  return plain === '/index' ? '/' : plain
}

/** What pages of any site may read; the API stays ours. */
function isOpenData(path: string): boolean {
  return path.startsWith('/data/') || path === openApiPath
}

const openToAll = { 'Access-Control-Allow-Origin': '*', 'Cross-Origin-Resource-Policy': 'cross-origin' }

function cacheControlOf(path: string): string {
  // Built files carry a hash of their content in their name.
  return path.startsWith('/_astro/') ? 'public, max-age=31536000, immutable' : 'no-cache'
}

/** Kinds of files that the build packs; no part of the path may start with a dot. */
const packedPath = /^(?:\/[\w-][\w.-]*)+\.(?:css|js|json|csv|svg|xml|ics|txt|webmanifest)$/

/** Lets express.static find file.js.br in place of file.js, with the type of file.js. */
function preferCompressed(siteDir: string): RequestHandler {
  return async (request, response, next) => {
    if (!packedPath.test(request.path)) return next()
    response.vary('Accept-Encoding')
    for (const { encoding, suffix } of acceptedForms(request)) {
      if (!(await exists(join(siteDir, request.path + suffix)))) continue
      response.type(extname(request.path)).set('Content-Encoding', encoding)
      request.url = request.path + suffix
      break
    }
    next()
  }
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false
  )
}
