import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { deleteManualEntry, readManualEntries } from '../../admin-api/contract/manual-entries.ts'
import { storageKeys } from '../lib/storage-keys.ts'
import { memoryStorage } from '../testing/memory-storage.ts'

let visited: string[]
/** What the network answers to everything; null is a network that is down. */
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
  const { showCarriedNotice } = await import('./carried-notice.ts')
  return { ...session, $toast, showCarriedNotice }
}

const ok = { status: 'ok', detail: 'There.' }
const connections = {
  database: ok,
  market_data: ok,
  second_source: null,
  publisher: ok,
  renderer: ok,
  backups: ok
}

test('the flag in local storage is the text true', async () => {
  const { raiseAdminFlag, hasAdminFlag } = await open()
  expect(hasAdminFlag()).toBe(false)
  raiseAdminFlag()
  expect(window.localStorage.getItem(storageKeys.adminAuthenticated)).toBe('true')
  expect(hasAdminFlag()).toBe(true)
})

test('without the flag the way leads to the login, and nobody is asked', async () => {
  reply = null
  const { checkAdminSession, $adminSession, $toast } = await open()
  await checkAdminSession()
  expect($adminSession.get().status).toBe('rejected')
  expect(visited).toEqual(['/login'])
  expect($toast.get()).toBeNull()
})

test('a session that holds opens the gate', async () => {
  reply = { status: 200, body: connections }
  const { raiseAdminFlag, checkAdminSession, $adminSession } = await open()
  raiseAdminFlag()
  await checkAdminSession()
  expect($adminSession.get().status).toBe('authenticated')
  expect(visited).toEqual([])
})

test.each([401, 403])('a %i drops the flag, and the login page says why', async (status) => {
  reply = { status, body: { message: 'Please log in.' } }
  const { raiseAdminFlag, hasAdminFlag, checkAdminSession, $toast, showCarriedNotice } = await open()
  raiseAdminFlag()
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
  ['a server in trouble', { status: 500, body: { message: 'Internal error' } }]
])('%s is shown, and nobody is sent away', async (_what, given) => {
  reply = given
  const { raiseAdminFlag, hasAdminFlag, checkAdminSession, $adminSession, $toast } = await open()
  raiseAdminFlag()
  await checkAdminSession()
  expect($adminSession.get().status).toBe('unverified')
  expect(hasAdminFlag()).toBe(true)
  expect(visited).toEqual([])
  expect($toast.get()).toMatchObject({
    title: 'Authentication Error',
    message: 'Could not verify your authentication status. Please try again.'
  })
})

test('several calls refused at once end the session once', async () => {
  const { raiseAdminFlag, callAdmin } = await open()
  raiseAdminFlag()
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

test('only what changed something makes others read anew', async () => {
  const { callAdmin, $adminWrites } = await open()
  await callAdmin(deleteManualEntry, { id: 1 })
  expect($adminWrites.get()).toBe(1)
  reply = { status: 404, body: { message: 'There is no such entry.' } }
  await callAdmin(deleteManualEntry, { id: 1 })
  reply = { status: 200, body: { entries: [] } }
  await callAdmin(readManualEntries, {})
  expect($adminWrites.get()).toBe(1)
})

test('a failure is shown in the words of the server, else in ours', async () => {
  const { showFailure, $toast } = await open()
  const refusal = { ok: false, status: 409, message: 'It was approved already.', from: 'server' } as const
  showFailure('Approval Failed', refusal, 'Failed to approve entry')
  expect($toast.get()).toMatchObject({ title: 'Approval Failed', message: 'It was approved already.' })
  showFailure('Approval Failed', { ...refusal, from: 'page' }, 'Failed to approve entry')
  expect($toast.get()).toMatchObject({ message: 'Failed to approve entry' })
})

test('logging out leads home and drops the flag, even when the server cannot be reached', async () => {
  reply = null
  const { raiseAdminFlag, hasAdminFlag, logOutAdmin } = await open()
  raiseAdminFlag()
  await logOutAdmin()
  expect(hasAdminFlag()).toBe(false)
  expect(visited).toEqual(['/'])
})
