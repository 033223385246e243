import { createReadStream } from 'node:fs'
import { JSONParser, TokenType } from '@streamparser/json'
import { ApiError } from '../../../platform/http/errors.ts'

/** What a backup says of itself, beside its records. */
export type BackupHead = { version: unknown; exportedAt: unknown }

/** A record holds none; a file may have some within fields that we pass over. */
const deepestNesting = 20
/** A record of our own has some 400 bytes. */
const largestRecordBytes = 1024 * 1024

const notJson = new ApiError('invalid-input', 'The request body is not valid JSON.')
const notAnObject = new ApiError('invalid-input', 'The request body must be a JSON object.')
const tooDeep = new ApiError(
  'invalid-input',
  'Invalid Backup File: it is nested more deeply than any backup.'
)
const recordTooLarge = new ApiError('invalid-input', 'Invalid Backup File: a record is larger than 1 MB.')

/**
 * Reads a file piece by piece and passes on each element of its `data` list, with its number from 1; what was passed
 * on is not kept. Where `data` is there twice, the last one counts, and its numbers begin at 1 again.
 * @throws ApiError where it is no JSON object, to the end.
 */
export async function readBackup(
  file: string,
  onRecord: (value: unknown, number: number) => void
): Promise<BackupHead> {
  const head: BackupHead = { version: undefined, exportedAt: undefined }
  let fault: ApiError | null = null
  let depth = 0
  let isBegun = false
  let recordStart = 0

  const parser = new JSONParser({ paths: ['$.data.*', '$.version', '$.exported_at'], keepStack: false })
  parser.onError = () => {
    fault ??= notJson
  }
  parser.onToken = ({ token, offset }) => {
    if (!isBegun && token !== TokenType.LEFT_BRACE) fault ??= notAnObject
    isBegun = true
    if (token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET) {
      depth += 1
      if (depth === 3) recordStart = offset
      if (depth > deepestNesting) fault ??= tooDeep
    } else if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) depth -= 1
    if (depth >= 3 && offset - recordStart > largestRecordBytes) fault ??= recordTooLarge
  }
  parser.onValue = ({ value, key, parent }) => {
    if (Array.isArray(parent) && typeof key === 'number') onRecord(value, key + 1)
    else if (key === 'version') head.version = value
    else if (key === 'exported_at') head.exportedAt = value
  }

  for await (const chunk of createReadStream(file)) {
    parser.write(chunk)
    if (fault !== null) throw fault
  }
  if (isBegun && !parser.isEnded) throw notJson
  return head
}
