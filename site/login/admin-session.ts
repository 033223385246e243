import { atom } from 'nanostores'
import * as z from 'zod/mini'
import { logOut } from '../../admin-api/contract/accounts.ts'
import type { Endpoint } from '../../admin-api/contract/endpoint.ts'
import { readConnections } from '../../admin-api/contract/system.ts'
import {
  type CallFailure,
  type CallResult,
  callEndpoint,
  type EndpointCallOptions
} from '../lib/call-endpoint.ts'
import { readStored, removeStored, storageKeys, writeStored } from '../lib/storage.ts'
import { failureTexts, showToast } from '../ui/toast.ts'

/** `unverified`: the check failed for a reason other than the session; it is retried once the browser is online. */
type AdminSession = { status: 'checking' | 'authenticated' | 'rejected' | 'unverified' }

export const $adminSession = atom<AdminSession>({ status: 'checking' })

/** Counts successful writes of this page, so that all components that show stored data refetch it. */
export const $adminWrites = atom(0)

const title = 'Authentication Error'
const expired = 'Your session has expired. Please log in again.'
const unverified = 'Could not verify your authentication status. Please try again.'

let isLoggingOut = false

/** Lets this browser render the admin pages; access to data is the server's decision. */
export function setAdminFlag(): void {
  writeStored('localStorage', storageKeys.adminAuthenticated, true)
}

export function hasAdminFlag(): boolean {
  return readStored('localStorage', storageKeys.adminAuthenticated, (value) => value === true) === true
}

/** Checks whether the session is still valid; if not, redirects to the login page. */
export async function checkAdminSession(): Promise<void> {
  isLoggingOut = false
  if (!hasAdminFlag()) return reject()
  const result = await callEndpoint(readConnections, {})
  if (result.ok) $adminSession.set({ status: 'authenticated' })
  else if (result.status === 401 || result.status === 403) endSession()
  else {
    $adminSession.set({ status: 'unverified' })
    showToast({ kind: 'error', title, message: unverified })
  }
}

/**
 * Calls an admin endpoint. An expired session redirects to the login page, and the failure is still returned.
 */
export async function callAdmin<Input extends z.ZodMiniType, Output extends z.ZodMiniType>(
  endpoint: Endpoint<Input, Output>,
  input: z.input<Input>,
  options: EndpointCallOptions = {}
): Promise<CallResult<z.output<Output>>> {
  const result = await callEndpoint(endpoint, input, options)
  if (!result.ok && result.status === 401) endSession()
  if (result.ok && endpoint.method !== 'GET') $adminWrites.set($adminWrites.get() + 1)
  return result
}

/**
 * Shows why an admin call failed. An expired session is explained on the login page instead.
 * @param sentence shown if the server's message can't be read
 */
export function showFailure(title: string, failure: CallFailure, sentence: string): void {
  if (failure.status !== 401) showToast({ kind: 'error', title, ...failureTexts(failure, sentence) })
}

type OutcomeTexts<Value> = {
  /** Titles of the toast. */
  done: string
  failed: string
  /** Message after a failure if the server's can't be read. */
  sentence: string
  /** Message after success; the server's if omitted. */
  message?: (value: Value) => string
}

/** Shows the outcome of an admin call in a toast; returns whether the call succeeded. */
export function showOutcome<Value extends Record<string, unknown>>(
  result: CallResult<Value>,
  { done, failed, sentence, message = (value) => String(value['message']) }: OutcomeTexts<Value>
): boolean {
  if (result.ok) showToast({ kind: 'success', title: done, message: message(result.value) })
  else showFailure(failed, result, sentence)
  return result.ok
}

/** Opens the home page even if the server can't be reached; the session then expires on its own. */
export async function logOutAdmin(): Promise<void> {
  isLoggingOut = true
  await callEndpoint(logOut, {})
  removeStored('localStorage', storageKeys.adminAuthenticated)
  window.location.assign('/')
}

/**
 * Ends the session on the first of several simultaneous 401 responses. Ignores a 401 that follows a logout, because the
 * browser is already loading the home page.
 */
function endSession(): void {
  if (isLoggingOut || $adminSession.get().status === 'rejected') return
  removeStored('localStorage', storageKeys.adminAuthenticated)
  writeStored('sessionStorage', storageKeys.carriedNotice, { kind: 'error', title, message: expired })
  reject()
}

const CarriedNotice = z.object({ kind: z.literal('error'), title: z.string(), message: z.string() })

/** Shows once, on the login page, why the session ended on the previous page. */
export function showCarriedNotice(): void {
  const notice = readStored(
    'sessionStorage',
    storageKeys.carriedNotice,
    (stored) => CarriedNotice.safeParse(stored).data
  )
  if (notice === null) return
  removeStored('sessionStorage', storageKeys.carriedNotice)
  showToast(notice)
}

function reject(): void {
  $adminSession.set({ status: 'rejected' })
  window.location.replace('/login')
}
