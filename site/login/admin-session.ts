import { atom } from 'nanostores'
import * as z from 'zod/mini'
import { logOut as logOutCall } from '../../admin-api/contract/auth.ts'
import { readConnections } from '../../admin-api/contract/connections.ts'
import type { Endpoint } from '../../admin-api/contract/endpoint.ts'
import { type CallFailure, type CallOptions, type CallResult, call } from '../lib/call.ts'
import { withSlashedDays } from '../lib/slash-days.ts'
import { readStored, removeStored, writeStored } from '../lib/storage.ts'
import { storageKeys } from '../lib/storage-keys.ts'
import { carryNotice } from './carried-notice.ts'
import { showToast } from '../ui/toast.ts'

/** `unverified`: nobody could say; the gate stays shut and asks again when the connection is back. */
export type AdminSession = { status: 'checking' | 'authenticated' | 'rejected' | 'unverified' }

export const $adminSession = atom<AdminSession>({ status: 'checking' })

/** Grows with every call that changed something, so that whatever shows stored data reads it anew. */
export const $adminWrites = atom(0)

const title = 'Authentication Error'
const expired = 'Your session has expired. Please log in again.'
const unverified = 'Could not verify your authentication status. Please try again.'

/** This browser may draw the admin area; what the server lets through is the server's matter. */
export function raiseAdminFlag(): void {
  writeStored('localStorage', storageKeys.adminAuthenticated, true)
}

export function hasAdminFlag(): boolean {
  return readStored('localStorage', storageKeys.adminAuthenticated, z.literal(true)) === true
}

/** Finds out whether the session still holds; sends whoever has none to the login. */
export async function checkAdminSession(): Promise<void> {
  if (!hasAdminFlag()) return reject()
  const result = await call(readConnections, {})
  if (result.ok) $adminSession.set({ status: 'authenticated' })
  else if (result.status === 401 || result.status === 403) endSession()
  else {
    $adminSession.set({ status: 'unverified' })
    showToast({ kind: 'error', title, message: unverified })
  }
}

/**
 * A call of the operator. A session that has ended leads to the login; the refusal comes back all the same. Sentences
 * of the server have their days in the form of the tables.
 */
export async function callAdmin<Input extends z.ZodMiniType, Output extends z.ZodMiniType>(
  endpoint: Endpoint<Input, Output>,
  input: z.input<Input>,
  options: CallOptions = {}
): Promise<CallResult<z.output<Output>>> {
  const result = await call(endpoint, input, options)
  if (!result.ok && result.status === 401) endSession()
  if (result.ok && endpoint.method !== 'GET') noteAdminWrite()
  return withSlashedDays(result)
}

function noteAdminWrite(): void {
  $adminWrites.set($adminWrites.get() + 1)
}

/**
 * Shows why an admin call failed: the server's own sentence, or what we say when there is none. A session that
 * ended is explained after the redirect, not here.
 */
export function showFailure(title: string, failure: CallFailure, fallback: string): void {
  if (failure.status === 401) return
  showToast({ kind: 'error', title, message: failure.from === 'server' ? failure.message : fallback })
}

/** Home in any case: a session that the server did not hear about runs out by itself. */
export async function logOutAdmin(): Promise<void> {
  await call(logOutCall, {})
  removeStored('localStorage', storageKeys.adminAuthenticated)
  window.location.assign('/')
}

/** Several calls may be refused at once; only the first one ends the session. */
function endSession(): void {
  if ($adminSession.get().status === 'rejected') return
  removeStored('localStorage', storageKeys.adminAuthenticated)
  carryNotice({ kind: 'error', title, message: expired })
  reject()
}

function reject(): void {
  $adminSession.set({ status: 'rejected' })
  window.location.replace('/login')
}
