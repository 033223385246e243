import pg from 'pg'

/** A number of our own, so that other programs on the same server wait for nothing. */
const processLock = 4_322

/**
 * Takes the database for this process alone, as long as its connection lasts.
 * @throws Error with one sentence where another process has it, or the server can't be reached
 */
export async function lockPostgres(url: string): Promise<{ release: () => void }> {
  const client = new pg.Client({ connectionString: url })
  try {
    await client.connect()
  } catch (error) {
    throw new Error(
      `the database of DATABASE_URL can't be reached: ${error instanceof Error ? error.message : error}.`,
      { cause: error }
    )
  }
  client.on('error', () => undefined)
  const { rows } = await client.query(`select pg_try_advisory_lock(${processLock}) as taken`)
  if (rows[0]?.taken === true) return { release: () => void client.end() }
  await client.end()
  throw new Error('another process uses the database of DATABASE_URL. Stop that one first.')
}
