import { json, type RequestHandler } from 'express'
import { ApiError } from './errors.ts'

const parseJson = json({ limit: '16kb', strict: false })

/** Parses a JSON body. A body of another type is refused here; silently ignored it would look empty. */
export const readJson: RequestHandler = (request, response, next) => {
  // null: there is no body at all. false: it is not JSON.
  if (request.is('application/json') === false) {
    throw new ApiError('unsupported-media-type', 'The request body must be JSON (Content-Type: application/json).')
  }
  parseJson(request, response, next)
}
