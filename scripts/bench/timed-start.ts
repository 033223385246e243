import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { findFreePort } from '../../admin-api/testing/postgres-server.ts'

type TimedServer = { origin: string; milliseconds: number; stop: () => Promise<void> }

/**
 * Starts the real server on a free port and measures the time from `npm start` to the first page.
 * @param launcher a command that runs the one after it
 */
export async function startTimed(
  environment: Record<string, string>,
  launcher: readonly string[] = []
): Promise<TimedServer> {
  const port = await findFreePort()
  const origin = `http://127.0.0.1:${port}`
  const startedAt = performance.now()
  const commands = ['scripts/install.mjs', 'scripts/start.ts'].map((script) => `"$0" ${script}`)
  const [program = 'sh', ...args] = [...launcher, 'sh', '-c', commands.join(' && exec '), process.execPath]
  const child = spawn(program, args, {
    env: {
      ...process.env,
      PORT: String(port),
      TRUST_PROXY: '1',
      STOP_DELAY: '0',
      LOG_LEVEL: 'error',
      ...environment
    },
    stdio: ['ignore', 'ignore', 'inherit']
  })
  const closed = once(child, 'close')
  while (!(await hasPage(origin))) {
    if (child.exitCode !== null) throw new Error(`the server stopped with code ${child.exitCode}`)
    await setTimeout(10)
  }
  const milliseconds = Math.round(performance.now() - startedAt)
  return {
    origin,
    milliseconds,
    stop: async () => {
      child.kill('SIGTERM')
      await closed
    }
  }
}

async function hasPage(origin: string): Promise<boolean> {
  return fetch(`${origin}/`).then(
    (response) => response.ok,
    () => false
  )
}
