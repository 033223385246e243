import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { relative } from 'node:path'
import { findBundledProgram } from './bundled-programs.ts'

export type RunningServer = {
  url: string
  pid: number | undefined
  /** Output of the server so far. */
  complaints: () => string
  /** Null while it runs, and if a signal ended it. */
  exitCode: () => number | null
  stop: (signal?: NodeJS.Signals) => Promise<void>
}

/** Program that starts the real service with a new database of few funds. */
export const newServerProgram = relative(
  process.cwd(),
  new URL('serve-test-funds.ts', import.meta.url).pathname
)

/** Program that starts the real service on a filled database, with live sources that a local server replaces. */
export const liveSourcesProgram = relative(
  process.cwd(),
  new URL('serve-live-sources.ts', import.meta.url).pathname
)

/** No test sends requests to real sources. */
export const withoutNetwork = { MARKET_DATA: 'embedded' }

/** Starts the real server on a free port; rejects with its stderr if it exits with 1 before it is ready. */
export async function startServer(
  environment: Record<string, string | undefined>,
  /** `uid` and `gid`: another system user, if this process may become one. `launcher`: command that runs the server. */
  { launcher = [], ...user }: { uid?: number; gid?: number; launcher?: readonly string[] } = {},
  program = 'admin-api/server.ts'
): Promise<RunningServer> {
  const bundle = await findBundledProgram(program)
  const [command = process.execPath, ...args] = [...launcher, process.execPath, bundle]
  const server = spawn(command, args, {
    env: { ...process.env, ...withoutNetwork, PORT: '0', LOG_LEVEL: 'warn', STOP_DELAY: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...user
  })
  let complaints = ''
  server.stderr.on('data', (chunk: Buffer) => (complaints += chunk.toString()))
  const closed = once(server, 'close')
  const url = await readAddress(server).catch(async () => {
    const [code] = await closed
    throw new Error(code === 1 ? complaints : `The server ended with ${code}: ${complaints}`)
  })
  server.stdout.on('data', (chunk: Buffer) => (complaints += chunk.toString()))
  return {
    url,
    pid: server.pid,
    complaints: () => complaints,
    exitCode: () => server.exitCode,
    stop: async (signal = 'SIGTERM') => {
      if (server.exitCode !== null || server.signalCode !== null) return
      server.kill(signal)
      await closed
    }
  }
}

async function readAddress(server: ChildProcess): Promise<string> {
  let output = ''
  for await (const chunk of server.stdout?.iterator({ destroyOnReturn: false }) ?? []) {
    output += chunk
    const address = /ready at (\S+)/.exec(output)?.[1]
    if (address !== undefined) return address
  }
  throw new Error('the server ended before it was ready')
}
