import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { siteUrlOf } from '../../admin-api/contract/pages.ts'
import { findFreePort } from '../../admin-api/testing/postgres-server.ts'

/**
 * Starts the real server on a free port and measures the time from `npm start` to the first page.
 * @param launcher a command that runs the one after it
 */
export async function startTimed(environment: Record<string, string>, launcher: readonly string[] = []) {
  const port = await findFreePort()
  const origin = `http://127.0.0.1:${port}`
  const startedAt = performance.now()
  // The options and the limits of malloc below are those of npm start.
  const commands = [
    'scripts/install.mjs',
    '--max-semi-space-size=4 --max-old-space-size=1024 scripts/start.ts'
  ].map((command) => `"$0" ${command}`)
  const [program = 'sh', ...args] = [...launcher, 'sh', '-c', commands.join(' && exec '), process.execPath]
  const child = spawn(program, args, {
    env: {
      ...process.env,
      PORT: String(port),
      TRUST_PROXY: '1',
      STOP_DELAY: '0',
      MALLOC_ARENA_MAX: '2',
      MALLOC_MMAP_THRESHOLD_: '131072',
      // The address in the build; an address with the free port would need another build.
      SITE_URL: siteUrlOf({}),
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
    /** Processor time of all threads and memory so far; null if the system doesn't report them. */
    usage: () => readUsage(child.pid),
    stop: async () => {
      child.kill('SIGTERM')
      await closed
    }
  }
}

const ticksPerSecond = 100

function readUsage(pid: number | undefined) {
  if (process.platform !== 'linux') return null
  const [, after = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
  // Counted from the state, which is field 3: utime is field 14, stime 15.
  const fields = after.split(' ')
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return {
    cpuSeconds: (Number(fields[11]) + Number(fields[12])) / ticksPerSecond,
    megabytes: Math.round(Number(kilobytes) / 1000)
  }
}

async function hasPage(origin: string): Promise<boolean> {
  return fetch(`${origin}/`).then(
    (response) => response.ok,
    () => false
  )
}
