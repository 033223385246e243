import { ApiError } from '../../platform/http/errors.ts'

/** Phone photos have 12 to 50 million; a small file may claim far more. */
const maxPixels = 60_000_000
/** Wide enough for the text column on a dense screen; WebP's own limit is 16,383. */
const box = { width: 1600, height: 6400 }
const quality = 82

export type PreparedPicture = { bytes: Buffer; width: number; height: number }

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
export async function preparePicture(upload: Buffer): Promise<PreparedPicture> {
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
