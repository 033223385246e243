// Takes long on PostgreSQL, where it runs at night.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { readLogs } from '../../contract/admin-log.ts'
import { previewRestore } from '../../contract/restores.ts'
import { readOperator, readSettings } from '../../contract/system.ts'
import { findFault } from '../../platform/database/check-database.ts'
import { databaseFileIn } from '../../platform/database/private-files.ts'
import { startApi } from '../../testing/api.ts'
import { isOnPostgres } from '../../testing/database.ts'
import { logIn } from '../../testing/operator.ts'
import { makePublishedFolder, startIn } from '../../testing/real-server.ts'
import type { RunningServer } from '../../testing/start-server.ts'

let server: RunningServer | undefined
afterEach(() => server?.stop('SIGKILL'))

/** Calls of a logged-in operator. */
async function openOperator(url: string) {
  const headers: Record<string, string> = { ...(await logIn(url)), 'content-type': 'application/json' }
  const send = async (method: string, path: string, input?: object, given = headers) => {
    const body = input === undefined ? null : JSON.stringify(input)
    const response = await fetch(url + path, { method, headers: given, body })
    return { status: response.status, body: await response.json() }
  }
  return {
    send,
    readName: async () => readOperator.output.parse((await send('GET', readOperator.path)).body).name,
    writeName: (name: string) =>
      send('PUT', readOperator.path, { name, place: '', holdings: '', funding: '' }),
    readBackups: async () => readSettings.output.parse((await send('GET', readSettings.path)).body).backups
  }
}

/** Waits until the server has restarted itself. @returns its new address */
async function untilRestarted({ complaints, exitCode }: RunningServer): Promise<string> {
  for (;;) {
    const url = /ready at (\S+)/.exec(complaints())?.[1]
    if (url !== undefined) return url
    if (exitCode() !== null) throw new Error(`The server ended: ${complaints()}`)
    await setTimeout(50)
  }
}

const pathOf = (name: string) => `/api/admin/system/backups/${name}`

test('a backup is compared, confirmed with the name of the site and restored, and the service is back by itself', async () => {
  const folder = await makePublishedFolder()
  server = await startIn(folder)
  const { pid } = server
  const before = await openOperator(server.url)
  await before.writeName('Anne Bonny')
  await before.send('POST', '/api/admin/system/backups', {})
  await before.writeName('Mary Read')
  const [{ name } = { name: '' }] = await before.readBackups()
  const preview = previewRestore.output.parse((await before.send('GET', pathOf(name))).body)
  expect(preview).toMatchObject({ site_name: 'localhost:4321', is_older_version: false, obstacle: null })
  expect([preview.changes, preview.log_lines_since > 0]).toEqual([[], true])

  const path = `${pathOf(name)}/restore`
  expect((await before.send('POST', path, { site_name: 'localhost:4321' }, {})).status).toBe(401)
  expect(await before.send('POST', path, { site_name: 'doubloon' })).toMatchObject({
    status: 400,
    body: { message: 'Type localhost:4321 to restore this backup.' }
  })
  expect((await before.send('GET', pathOf('backup-2020-01-01T00-00-00-000Z.sqlite'))).status).toBe(404)
  expect(existsSync(join(folder, 'restore.json'))).toBe(false)

  expect((await before.send('POST', path, { site_name: ' Localhost:4321' })).status).toBe(200)
  const after = await openOperator(await untilRestarted(server))
  expect(server.pid).toBe(pid)
  expect(await after.readName()).toBe('Anne Bonny')
  const replaced = (await after.readBackups()).find(({ kind }) => kind === 'before-restore')
  const { logs } = readLogs.output.parse((await after.send('GET', '/api/admin/logs?category=SYSTEM')).body)
  expect(logs.map(({ message }) => message)).toContain(
    `The database is the one of ${name} again. The replaced one is ${replaced?.name}.`
  )
  expect(existsSync(join(folder, 'restore.json'))).toBe(false)
  // The replaced database can be restored in turn.
  await after.send('POST', `${pathOf(replaced?.name ?? '')}/restore`, { site_name: 'localhost:4321' })
}, 120_000)

test('a restore that is killed at any moment is finished by the next start', async () => {
  const folder = await makePublishedFolder()
  server = await startIn(folder)
  let operator = await openOperator(server.url)
  await operator.writeName('Anne Bonny')
  await operator.send('POST', '/api/admin/system/backups', {})
  const [{ name } = { name: '' }] = await operator.readBackups()
  for (const pauseMs of [0, 300, 900]) {
    await operator.writeName('Mary Read')
    await operator.send('POST', `${pathOf(name)}/restore`, { site_name: 'localhost:4321' })
    await setTimeout(pauseMs)
    await server.stop('SIGKILL')
    expect(findFault(databaseFileIn(folder))).toBeNull()
    server = await startIn(folder)
    operator = await openOperator(server.url)
    expect(await operator.readName()).toBe('Anne Bonny')
  }
}, 240_000)

test('on PostgreSQL, and where the process can’t restart itself, the command that restores is named', async () => {
  const api = await startApi({ content: 'tables' })
  onTestFinished(() => api.close())
  const headers = await api.signIn()
  await api.post('/api/admin/system/backups', {}, headers)
  const { backups } = readSettings.output.parse((await api.get(readSettings.path, headers)).body)
  const name = backups[0]?.name ?? ''
  const sentence = isOnPostgres
    ? `The database is on PostgreSQL, which other instances may use: stop every instance, run npm run restore -- ${name} on this machine, and start them again.`
    : `Stop the service, run npm run restore -- ${name}, and start it again.`
  expect((await api.get(pathOf(name), headers)).body).toMatchObject({ obstacle: sentence })
  expect(await api.post(`${pathOf(name)}/restore`, { site_name: 'localhost:4321' }, headers)).toMatchObject({
    status: 409,
    body: { message: sentence }
  })
})
