import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { closeSync, openSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { isIP } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import express, { type Request } from 'express'
import { JSDOM } from 'jsdom'
import sharp from 'sharp'
import { checkBackup } from '../../admin-api/administration/history/backup/check-backup.ts'
import { sanitizeContent } from '../../admin-api/blog/content/sanitize-content.ts'
import { preparePicture } from '../../admin-api/blog/images/images.routes.ts'
import { blockTags, inlineTags } from '../../admin-api/contract/blog-markup.ts'
import { isDay } from '../../admin-api/contract/days.ts'
import { networkOf, shortenAddress, wideNetworkOf } from '../../admin-api/platform/http/client-address.ts'
import { ApiError } from '../../admin-api/platform/http/errors.ts'
import { readCookie, sessionCookie } from '../../admin-api/platform/http/session-guard.ts'
import { xssCorpus } from '../../admin-api/testing/xss-corpus.ts'
import { damagedBytes, damagedJson, damagedText } from './damage.ts'
import type { FuzzTarget } from './run-target.ts'

const record = {
  ticker: 'MSTY',
  payment_date: '2026-06-05',
  ex_date: '2026-06-04',
  actual_dividend: 0.5,
  estimated_dividend: 0.4,
  frequency: 'WEEKLY'
}
const history = {
  version: '1',
  exported_at: '2026-06-01T00:00:00.000Z',
  data: [record, { ...record, payment_date: '2026-06-12', ex_date: '2026-06-11' }]
}

/** A history is refused with a sentence, or all of its records can be stored; it never changes a prototype. */
async function checkHistory(text: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'doubloon-fuzz-'))
  const path = join(folder, 'history.json')
  writeFileSync(path, text)
  const file = openSync(path, 'r')
  try {
    const { records } = await checkBackup(file, new Map([['MSTY', 'MSTY']]))
    ok(records.length > 0)
    for (const { ticker, payment_date, ex_date, actual_dividend } of records) {
      equal(ticker, 'MSTY')
      ok(isDay(payment_date))
      ok(ex_date == null || isDay(ex_date))
      ok(actual_dividend == null || (Number.isFinite(actual_dividend) && actual_dividend >= 0))
    }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    match(error.message, /^\S.+\.$/s)
  } finally {
    closeSync(file)
    await rm(folder, { recursive: true, force: true })
  }
  deepEqual(Object.keys(Object.prototype), [])
}

const pixels = sharp({ create: { width: 40, height: 20, channels: 3, background: '#b8860b' } })
const pictures = [
  await pixels.clone().png().toBuffer(),
  await pixels
    .clone()
    .jpeg()
    .withExif({ IFD0: { Artist: 'Somebody' } })
    .toBuffer(),
  await pixels.clone().webp().toBuffer(),
  await pixels.clone().avif({ effort: 0 }).toBuffer()
]

/** A picture is refused with a sentence, or becomes a WebP that fits, without metadata. */
async function checkPicture(input: string): Promise<void> {
  try {
    const { bytes, width, height } = await preparePicture(Buffer.from(input, 'base64'))
    const result = await sharp(bytes).metadata()
    deepEqual([result.format, result.width, result.height], ['webp', width, height])
    ok(width <= 1600 && height <= 6400)
    deepEqual([result.exif, result.xmp, result.iptc], [undefined, undefined, undefined])
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
}

const parser = new new JSDOM().window.DOMParser()
const tags: readonly string[] = [...blockTags, ...inlineTags]
const addresses = { href: /^(?:https?:\/\/[^/\\]|mailto:[^/:]+@|\/(?![/\\])|#)/, src: /^\/[\w-]/ }

/** A browser finds only known tags and harmless attributes, and a second run changes nothing. */
function checkPost(html: string): void {
  const clean = sanitizeContent(html)
  equal(sanitizeContent(clean), clean)
  const { body } = parser.parseFromString(`<!doctype html><body>${clean}`, 'text/html')
  for (const element of body.querySelectorAll('*')) {
    ok(tags.includes(element.localName), `the tag ${element.localName}`)
    for (const { name, value } of element.attributes) {
      ok(/^(?:href|src|class|rel|alt|width|height|loading)$/.test(name), `the attribute ${name}`)
      if (name === 'href' || name === 'src') match(value, addresses[name])
    }
  }
}

const app = express()
app.set('trust proxy', 1)

/** A request as Express gives it to a handler behind one proxy. */
function requestWith(headers: Record<string, string>): Request {
  const socket = { remoteAddress: '127.0.0.1' }
  return Object.assign(Object.create(app.request), { app, headers, socket, connection: socket })
}

/** Addresses that a visitor sends ahead of the one that the proxy adds change nothing. */
function checkForwarded(header: string): void {
  for (const read of [networkOf, wideNetworkOf, shortenAddress]) {
    const network = read(header)
    ok(network === 'unknown' || isIP(network) !== 0, `the network ${network}`)
  }
  equal(networkOf(requestWith({ 'x-forwarded-for': `${header}, 203.0.113.7` }).ip ?? ''), '203.0.113.7')
}

/** The first cookie of a name counts, whatever follows it. */
function checkCookies(header: string): void {
  const token = readCookie(requestWith({ cookie: header }), sessionCookie)
  ok(token === null || typeof token === 'string')
  equal(readCookie(requestWith({ cookie: `${sessionCookie}=abc; ${header}` }), sessionCookie), 'abc')
}

export const serverReaders: readonly FuzzTarget[] = [
  { name: 'history files', input: damagedJson([history]), check: checkHistory, runs: 200 },
  { name: 'feature images', input: damagedBytes(pictures), check: checkPicture, runs: 40 },
  {
    name: 'HTML of posts',
    input: damagedText(xssCorpus.map(({ html }) => html)),
    check: checkPost,
    runs: 300
  },
  {
    name: 'X-Forwarded-For',
    input: damagedText([
      '203.0.113.7, 2001:db8::5',
      '[2001:db8::5]:443',
      '::ffff:192.0.2.1',
      '10.0.0.1:52011'
    ]),
    check: checkForwarded,
    runs: 500
  },
  {
    name: 'cookies',
    input: damagedText([`theme=dark; ${sessionCookie}=abc`, `__Host-${sessionCookie}="a%20b"; x=%E0%A4%A`]),
    check: checkCookies,
    runs: 500
  }
]
