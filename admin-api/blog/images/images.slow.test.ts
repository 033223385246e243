// Shows the same on any database.
import { createHash, randomFillSync } from 'node:crypto'
import { basename } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { parse } from 'zod/mini'
import { imageUpload, UploadedImage } from '../../contract/blog.ts'
import { adminMarker } from '../../contract/headers.ts'
import { startApi } from '../../testing/api.ts'
import { seededAt } from '../../testing/database.ts'
import { forAllTests } from '../../testing/fixtures.ts'

let operator: Record<string, string>

const api = forAllTests(() => startApi({ content: 'tables' }))
beforeAll(async () => {
  operator = await api.signIn()
})

async function upload(bytes: Buffer, type = 'image/png', headers = operator) {
  const init = { method: 'POST', body: new Uint8Array(bytes), headers: { ...headers, 'content-type': type } }
  const response = await fetch(api.url + imageUpload.path, init)
  return { status: response.status, body: await response.json() }
}

async function uploadAccepted(bytes: Buffer, type?: string): Promise<UploadedImage> {
  const { status, body } = await upload(bytes, type)
  expect(status).toBe(201)
  return parse(UploadedImage, body)
}

async function fetchPicture(url: string): Promise<Buffer> {
  return Buffer.from(await (await fetch(api.url + url)).arrayBuffer())
}

const paint = (width: number, height: number, background = '#b8860b') =>
  sharp({ create: { width, height, channels: 3, background } })

test.each(['png', 'jpeg', 'webp', 'avif'] as const)('a picture of type %s becomes a WebP', async (format) => {
  const { url, width, height } = await uploadAccepted(
    await paint(40, 30).toFormat(format).toBuffer(),
    `image/${format}`
  )
  expect(url).toMatch(/^\/blog-images\/[0-9a-f]{32}\.webp$/)
  expect([width, height]).toEqual([40, 30])
  expect(await sharp(await fetchPicture(url)).metadata()).toMatchObject({
    format: 'webp',
    width: 40,
    height: 30
  })
})

test('a picture is cacheable forever and embeddable by feed readers', async () => {
  const { url } = await uploadAccepted(await paint(4, 4).png().toBuffer())
  const { status, headers } = await fetch(api.url + url)
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('image/webp')
  expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin')
})

test('the same picture is stored once, and every upload is logged', async () => {
  const bytes = await paint(7, 7).png().toBuffer()
  const first = await uploadAccepted(bytes)
  expect(await uploadAccepted(bytes)).toEqual(first)
  const name = basename(first.url)
  const rows = await api.db.selectFrom('blog_image').selectAll().where('name', '=', name).execute()
  expect(rows).toEqual([{ name, uploaded_at: seededAt.toISOString(), bytes: await fetchPicture(first.url) }])
  const lines = await api.db.selectFrom('admin_log').select('message').execute()
  expect(lines.filter(({ message }) => message === 'Uploaded a picture of 7 by 7 pixels')).toHaveLength(2)
})

test('every instance serves the picture, with the same headers', async () => {
  const { url } = await uploadAccepted(await paint(60, 60, '#126').png().toBuffer())
  const other = await startApi({ content: 'tables', services: { db: api.db } })
  const answers = await Promise.all(
    [other, other, api, api].map(async (instance) => {
      const response = await fetch(instance.url + url)
      const cacheHeaders = ['content-type', 'cache-control', 'etag'].map((name) => response.headers.get(name))
      return { status: response.status, cacheHeaders, bytes: Buffer.from(await response.arrayBuffer()) }
    })
  )
  expect(answers[0]?.status).toBe(200)
  expect(`${sha256(answers[0]?.bytes)}.webp`).toBe(basename(url))
  for (const answer of answers) expect(answer).toEqual(answers[0])
  await other.close()
})

test('a browser that has the picture is not sent it again', async () => {
  const { url } = await uploadAccepted(await paint(5, 5).png().toBuffer())
  const { headers } = await fetch(api.url + url)
  const known = { 'if-none-match': headers.get('etag') ?? '', 'cache-control': 'max-age=0' }
  const again = await fetch(api.url + url, { headers: known })
  expect(again.status).toBe(304)
})

test('a picture of the maximum size is stored completely', async () => {
  // Uncompressed, this fills the upload limit. Its first rows are noise, which stays large as a WebP.
  const raw = { width: 1600, height: 2080, channels: 3 } as const
  const pixels = Buffer.alloc(raw.width * raw.height * raw.channels)
  randomFillSync(pixels, 0, raw.width * 400 * raw.channels)
  const bytes = await sharp(pixels, { raw }).png({ compressionLevel: 0 }).toBuffer()
  expect(bytes.length).toBeGreaterThan(imageUpload.largestBytes * 0.94)
  const { url } = await uploadAccepted(bytes)
  const served = await fetchPicture(url)
  expect(served.length).toBeGreaterThan(400_000)
  expect(`${sha256(served)}.webp`).toBe(basename(url))
})

test('a wide picture is made 1600 pixels wide', async () => {
  const bytes = await paint(3200, 1000).png().toBuffer()
  expect(await uploadAccepted(bytes)).toMatchObject({ width: 1600, height: 500 })
})

test('a photo is turned upright and loses its location and camera data', async () => {
  const bytes = await paint(60, 40)
    .withExif({ IFD0: { Copyright: 'Somebody' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  expect((await sharp(bytes).metadata()).orientation).toBe(6)
  const { url, width, height } = await uploadAccepted(bytes, 'image/jpeg')
  expect([width, height]).toEqual([40, 60])
  const { exif, orientation } = await sharp(await fetchPicture(url)).metadata()
  expect([exif, orientation]).toEqual([undefined, undefined])
})

const notAPicture = 'The file must be a PNG, JPEG, WebP or AVIF picture.'

test('the content decides the type, not the file name', async () => {
  const refused = { status: 415, body: { message: notAPicture } }
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
  expect(await upload(svg)).toEqual(refused)
  expect(await upload(svg, 'image/svg+xml')).toEqual(refused)
  expect(await upload(await paint(9, 9).gif().toBuffer())).toEqual(refused)
  expect(await upload(await paint(9, 9).tiff().toBuffer())).toEqual(refused)
  expect(await upload(Buffer.from('<html><script>alert(1)</script>'))).toEqual(refused)
  expect(await upload(Buffer.alloc(0))).toEqual(refused)
  expect(await upload(await paint(9, 9).png().toBuffer(), 'application/json')).toEqual(refused)
})

test('a truncated or inconsistent picture is refused', async () => {
  const broken = { status: 400, body: { message: 'The picture is damaged and cannot be read.' } }
  const whole = await paint(300, 300).png({ compressionLevel: 0 }).toBuffer()
  expect(await upload(whole.subarray(0, whole.length / 2))).toEqual(broken)
  expect(await upload(whole.subarray(0, 16))).toEqual(broken)
  const mixed = Buffer.concat([whole.subarray(0, 8), Buffer.from('<svg onload="alert(1)"/>')])
  expect(await upload(mixed)).toEqual(broken)
})

test('a decompression bomb is refused before it is decoded', async () => {
  expect(await upload(makeBomb(40_000))).toEqual({
    status: 400,
    body: { message: 'The picture has more than 60 million pixels.' }
  })
})

test('more than ten megabytes are refused', async () => {
  expect(await upload(Buffer.alloc(imageUpload.largestBytes + 1))).toEqual({
    status: 413,
    body: { message: 'The request body is too large. At most 10 MB are accepted.' }
  })
})

test('only the operator may upload, and other bodies are not read', async () => {
  const large = Buffer.alloc(imageUpload.largestBytes + 1)
  expect(await upload(large, 'image/png', {})).toMatchObject({ status: 401 })
  const { [adminMarker.name]: _, ...unmarked } = operator
  expect(await upload(large, 'image/png', unmarked)).toMatchObject({ status: 403 })
})

test.each([
  `/blog-images/${'0'.repeat(32)}.webp`,
  '/blog-images/',
  '/blog-images/..%2fdoubloon.sqlite',
  '/blog-images/%2e%2e/doubloon.sqlite',
  '/blog-images/../doubloon.sqlite',
  '/blog-images/x.webp'
])('%s is not found', async (path) => {
  const { status, headers } = await api.get(path)
  expect(status).toBe(404)
  expect(headers.get('cache-control') ?? '').not.toContain('immutable')
})

/** The part of the hash that is in picture names. */
function sha256(bytes: Buffer = Buffer.alloc(0)): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 32)
}

/** A PNG that claims to be `side` by `side` pixels. */
function makeBomb(side: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const chunks = [chunk('IHDR', header), chunk('IDAT', deflateSync(Buffer.alloc(1000))), chunk('IEND')]
  return Buffer.concat([signature, ...chunks])
}

function chunk(type: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
