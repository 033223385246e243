import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { deleteManualEntry, readManualEntries } from '../../admin-api/contract/manual-entries.ts'
import { storageKeys } from '../lib/storage.ts'
import { memoryStorage } from '../testing/memory-storage.ts'

let visited: string[]
/** Response to every request; null if the network is down. */
let reply: { status: number; body: unknown } | null

beforeEach(() => {
  vi.resetModules()
  visited = []
  reply = { status: 200, body: { message: 'Aye.' } }
  const go = (path: string) => void visited.push(path)
  vi.stubGlobal('window', {
    localStorage: memoryStorage(),
    sessionStorage: memoryStorage(),
    location: { assign: go, replace: go }
  })
  vi.stubGlobal('fetch', async () => {
    if (reply === null) throw new TypeError('Failed to fetch')
    return new Response(JSON.stringify(reply.body), { status: reply.status })
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

async function open() {
  const session = await import('./admin-session.ts')
  const { $toast } = await import('../ui/toast.ts')
  return { ...session, $toast }
}

const ok = { status: 'ok', detail: 'OK.' }
const connections = {
  database: ok,
  market_data: ok,
  second_source: null,
  sources: [],
  publisher: ok,
  renderer: ok,
  backups: ok
}

test('the flag is saved as true in local storage', async () => {
  const { setAdminFlag, hasAdminFlag } = await open()
  expect(hasAdminFlag()).toBe(false)
  setAdminFlag()
  expect(window.localStorage.getItem(storageKeys.adminAuthenticated)).toBe('true')
  expect(hasAdminFlag()).toBe(true)
})

test('without the flag the page redirects to the login without a request', async () => {
  reply = null
  const { checkAdminSession, $adminSession, $toast } = await open()
  await checkAdminSession()
  expect($adminSession.get().status).toBe('rejected')
  expect(visited).toEqual(['/login'])
  expect($toast.get()).toBeNull()
})

test('a valid session is authenticated', async () => {
  reply = { status: 200, body: connections }
  const { setAdminFlag, checkAdminSession, $adminSession } = await open()
  setAdminFlag()
  await checkAdminSession()
  expect($adminSession.get().status).toBe('authenticated')
  expect(visited).toEqual([])
})

test.each([401, 403])('a %i removes the flag, and the login page shows why', async (status) => {
  reply = { status, body: { message: 'Please log in.' } }
  const { setAdminFlag, hasAdminFlag, checkAdminSession, $toast, showCarriedNotice } = await open()
  setAdminFlag()
  await checkAdminSession()
  expect(hasAdminFlag()).toBe(false)
  expect(visited).toEqual(['/login'])
  showCarriedNotice()
  expect($toast.get()).toMatchObject({
    kind: 'error',
    title: 'Authentication Error',
    message: 'Your session has expired. Please log in again.'
  })
  $toast.set(null)
  showCarriedNotice()
  expect($toast.get()).toBeNull()
})

test.each([
  ['a network that is down', null],
  ['a server error', { status: 500, body: { message: 'Internal error' } }]
])('%s is shown without a redirect', async (_what, given) => {
  reply = given
  const { setAdminFlag, hasAdminFlag, checkAdminSession, $adminSession, $toast } = await open()
  setAdminFlag()
  await checkAdminSession()
  expect($adminSession.get().status).toBe('unverified')
  expect(hasAdminFlag()).toBe(true)
  expect(visited).toEqual([])
  expect($toast.get()).toMatchObject({
    title: 'Authentication Error',
    message: 'Could not verify your authentication status. Please try again.'
  })
})

test('simultaneous 401 responses end the session once', async () => {
  const { setAdminFlag, callAdmin } = await open()
  setAdminFlag()
  reply = { status: 401, body: { message: 'Please log in.' } }
  await Promise.all([callAdmin(readManualEntries, {}), callAdmin(deleteManualEntry, { id: 1 })])
  expect(visited).toEqual(['/login'])
})

test('a logout in another tab ends the session here too', async () => {
  const { callAdmin } = await open()
  reply = { status: 401, body: { message: 'Please log in.' } }
  await callAdmin(readManualEntries, {})
  expect(visited).toEqual(['/login'])
})

test('only successful writes are counted', async () => {
  const { callAdmin, $adminWrites } = await open()
  await callAdmin(deleteManualEntry, { id: 1 })
  expect($adminWrites.get()).toBe(1)
  reply = { status: 404, body: { message: 'There is no such entry.' } }
  await callAdmin(deleteManualEntry, { id: 1 })
  reply = { status: 200, body: { entries: [] } }
  await callAdmin(readManualEntries, {})
  expect($adminWrites.get()).toBe(1)
})

test('a failure shows its message, unless the session ended, which the login page explains', async () => {
  const { showFailure, $toast } = await open()
  const refusal = { ok: false, status: 409, message: 'It was approved already.', from: 'server' } as const
  showFailure('Approval Failed', refusal, 'Failed to approve entry')
  expect($toast.get()).toMatchObject({ title: 'Approval Failed', message: 'It was approved already.' })
  const expired = { ...refusal, status: 401, message: 'Please log in.' }
  showFailure('Approval Failed', expired, 'Failed to approve entry')
  expect($toast.get()).toMatchObject({ message: 'It was approved already.' })
})

test('logging out opens the home page and removes the flag, even if the server is down', async () => {
  reply = null
  const { setAdminFlag, hasAdminFlag, logOutAdmin } = await open()
  setAdminFlag()
  await logOutAdmin()
  expect(hasAdminFlag()).toBe(false)
  expect(visited).toEqual(['/'])
})

test('a 401 during logout does not redirect to the login page', async () => {
  reply = { status: 401, body: { message: 'Please log in.' } }
  const { setAdminFlag, logOutAdmin, callAdmin } = await open()
  setAdminFlag()
  await Promise.all([logOutAdmin(), callAdmin(readManualEntries, {})])
  expect(visited).toEqual(['/'])
})
