import { imageUpload, UploadedImage } from '../../../../admin-api/contract/blog.ts'
import { ErrorBody } from '../../../../admin-api/contract/errors.ts'
import { adminMarker } from '../../../../admin-api/contract/headers.ts'
import { tryParseJson } from '../../../lib/storage.ts'
import { checkAdminSession } from '../../../login/admin-session.ts'

type UploadResult = { ok: true; image: UploadedImage } | { ok: false; message: string }

const types: readonly string[] = imageUpload.types
const failed = 'The picture couldn’t be uploaded. Check your connection and try again.'

/** Returns why a file can't be uploaded; null if it can. */
export function refusalOf(file: { type: string; size: number }): string | null {
  if (!types.includes(file.type)) return 'Only PNG, JPEG, WebP and AVIF pictures can be used.'
  if (file.size > imageUpload.largestBytes) return 'This picture is larger than 10 MB.'
  return null
}

/** Uploads a picture and reports its progress (0 to 1). Never throws. */
export function uploadImage(file: File, onProgress: (share: number) => void): Promise<UploadResult> {
  const refusal = refusalOf(file)
  if (refusal !== null) return Promise.resolve({ ok: false, message: refusal })
  // fetch does not report upload progress.
  const request = new XMLHttpRequest()
  return new Promise((resolve) => {
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(total > 0 ? loaded / total : 0)
    )
    request.addEventListener('load', () => resolve(resultOf(request)))
    for (const failure of ['error', 'abort', 'timeout']) {
      request.addEventListener(failure, () => resolve({ ok: false, message: failed }))
    }
    request.open('POST', imageUpload.path)
    request.timeout = 120_000
    request.setRequestHeader(adminMarker.name, adminMarker.value)
    request.setRequestHeader('content-type', file.type)
    request.send(file)
  })
}

function resultOf({ status, responseText }: XMLHttpRequest): UploadResult {
  const body = tryParseJson(responseText)
  if (status >= 200 && status < 300) {
    const image = UploadedImage.safeParse(body)
    return image.success ? { ok: true, image: image.data } : { ok: false, message: failed }
  }
  if (status === 401) void checkAdminSession()
  const refusal = ErrorBody.safeParse(body)
  return { ok: false, message: refusal.success ? refusal.data.message : failed }
}
