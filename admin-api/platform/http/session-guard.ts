import type { Request, Response } from 'express'
import { adminMarker } from '../../contract/admin-marker.ts'
import { ApiError } from './errors.ts'
import { readSessionToken } from './session-cookie.ts'
import { allowLongUpload } from './slow-clients.ts'

export type Session = { userId: string }

/** Null where the token is unknown or has expired. */
export type SessionReader = (token: string) => Promise<Session | null>

/** The session of the caller, or null. */
export async function findCaller(request: Request, findSession: SessionReader): Promise<Session | null> {
  const token = readSessionToken(request)
  return token === null ? null : findSession(token)
}

/**
 * Lets only the operator through: 401 without a session, and 403 where something would change but the call does
 * not carry the header that no foreign page can send. Who is let through may take longer for an upload.
 */
export async function requireOperator(
  request: Request,
  response: Response,
  findSession: SessionReader
): Promise<Session> {
  response.set('Cache-Control', 'no-store')
  const session = await findCaller(request, findSession)
  if (session === null) throw new ApiError('unauthorized', 'Please log in.')
  const isReading = request.method === 'GET' || request.method === 'HEAD'
  if (!isReading && request.get(adminMarker.name) !== adminMarker.value) {
    throw new ApiError('forbidden', 'This call did not come from the admin area.')
  }
  allowLongUpload(request)
  return session
}
