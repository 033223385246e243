import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { writeLog } from '../../admin-log/admin-log.db.ts'
import { imageUpload, type UploadedImage } from '../../contract/blog.ts'
import { uploadedImagePath } from '../../contract/blog-markup.ts'
import { writeTransaction } from '../../platform/database/write-transaction.ts'
import { createSharedValues } from '../../platform/files/shared-values.ts'
import { shortenAddress } from '../../platform/http/client-address.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { type RouteParts, type Routes, readRawBody } from '../../platform/http/route.ts'
import { requireOperator } from '../../platform/http/session-guard.ts'
import { findPicture, storePicture } from './pictures.db.ts'

const yearInSeconds = 31_536_000

/** Receives and serves pictures of posts. A picture's name is made from its bytes, so it never changes. */
export function addImageRoutes({ router }: Routes, { db, clock, findSession }: RouteParts): void {
  /** Pictures being sent: visitors who read one slowly share its bytes in memory. */
  const sending = createSharedValues<ReturnType<typeof findPicture>>()

  router.post(imageUpload.path, async (request, response) => {
    const { userId } = await requireOperator(request, response, findSession)
    const limit = { maxBytes: imageUpload.largestBytes, type: [...imageUpload.types] }
    const upload = await readRawBody(request, response, limit)
    if (upload === undefined) throw wrongKind()
    const { bytes, width, height } = await preparePicture(upload)
    const name = `${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}.webp`
    const now = clock()
    const line = {
      category: 'SYSTEM',
      action: 'CREATE',
      message: `Uploaded a picture of ${width} by ${height} pixels`,
      actor: { userId, ipShort: shortenAddress(request.ip ?? '') },
      entityId: name,
      metadata: { bytes: bytes.length }
    } as const
    await writeTransaction(db, async (trx) => {
      await storePicture(trx, { name, uploaded_at: now.toISOString(), bytes })
      await writeLog(trx, line, now)
    })
    const image: UploadedImage = { url: `/blog-images/${name}`, width, height }
    response.status(201).json(image)
  })

  router.get(uploadedImagePath, async (request, response, next) => {
    const name = basename(request.path)
    const { value: reading, release } = sending.take(name, () => findPicture(db, name))
    response.once('close', release)
    const picture = await reading
    if (picture === undefined) return next()
    response.set({
      'Cache-Control': `public, max-age=${yearInSeconds}, immutable`,
      // Feed readers show posts with their pictures on other sites.
      'Cross-Origin-Resource-Policy': 'cross-origin',
      ETag: `"${name}"`
    })
    response.type('webp').send(picture.bytes)
  })
}

/** Phone photos have 12 to 50 million; a small file may claim far more. */
const maxPixels = 60_000_000
/** Wide enough for the text column on a dense screen; WebP's own limit is 16,383. */
const box = { width: 1600, height: 6400 }
const quality = 82

/** Signatures of accepted formats; nothing else reaches libvips. */
const signatures: readonly RegExp[] = [
  /^\x89PNG\r\n/,
  /^\xff\xd8\xff/,
  /^RIFF[\s\S]{4}WEBP/,
  /^[\s\S]{4}ftyp(?:avif|avis|mif1|miaf)/
]

const acceptedFormats = new Set(['png', 'jpeg', 'webp', 'heif'])

/**
 * Converts an upload to WebP: upright, at most 1600 pixels wide, without metadata (location, camera, owner), first
 * frame only.
 * @throws ApiError unsupported-media-type or invalid-input, with the reason
 */
export async function preparePicture(upload: Buffer) {
  const beginning = upload.subarray(0, 16).toString('latin1')
  if (!signatures.some((signature) => signature.test(beginning))) throw wrongKind()
  const { default: sharp } = await import('sharp')
  const picture = sharp(upload, { limitInputPixels: maxPixels, failOn: 'error' })
  const { format, compression, width, height } = await picture.metadata().catch(refuseBroken)
  if (!acceptedFormats.has(format ?? '') || (format === 'heif' && compression !== 'av1')) throw wrongKind()
  if ((width ?? 0) * (height ?? 0) > maxPixels) throw tooManyPixels()
  const { data, info } = await picture
    .autoOrient()
    .resize({ ...box, fit: 'inside', withoutEnlargement: true })
    .webp({ quality })
    .toBuffer({ resolveWithObject: true })
    .catch(refuseBroken)
  return { bytes: data, width: info.width, height: info.height }
}

function wrongKind(): ApiError {
  return new ApiError('unsupported-media-type', 'The file must be a PNG, JPEG, WebP or AVIF picture.')
}

function tooManyPixels(): ApiError {
  return new ApiError('invalid-input', `The picture has more than ${maxPixels / 1_000_000} million pixels.`)
}

function refuseBroken(error: unknown): never {
  if (error instanceof Error && /pixel limit/.test(error.message)) throw tooManyPixels()
  throw new ApiError('invalid-input', 'The picture is damaged and cannot be read.')
}
