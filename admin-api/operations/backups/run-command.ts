import { spawn } from 'node:child_process'

const hourMs = 3_600_000
const keptOutput = 4000
/** What the command of somebody else's program has no use for. */
const ownSecrets = ['ADMIN_PASSWORD', 'DATABASE_URL', 'MASSIVE_KEY', 'ALERT_URL', 'METRICS_TOKEN']

/** `fault`: the end of a sentence about the command, null where all is well; `output`: the last it printed, for the log alone. */
export type CommandOutcome = { fault: string | null; output: string }

/**
 * Runs the operator's BACKUP_COMMAND by the shell, with the file as $1. What it started ends with it: where it is
 * aborted, and after an hour.
 */
export async function runBackupCommand(
  command: string,
  file: string,
  { signal, longestMs = hourMs }: { signal?: AbortSignal; longestMs?: number } = {}
): Promise<CommandOutcome> {
  const child = spawn('/bin/sh', ['-c', command, 'sh', file], {
    // A group of its own, so that what the shell starts can be ended with it.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: Object.fromEntries(Object.entries(process.env).filter(([name]) => !ownSecrets.includes(name)))
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-keptOutput)
    })
  const timeUp = AbortSignal.timeout(longestMs)
  const ends = AbortSignal.any(signal === undefined ? [timeUp] : [timeUp, signal])
  const end = () => endGroup(child.pid)
  ends.addEventListener('abort', end)
  if (ends.aborted) end()
  const fault = await new Promise<string | null>((resolve) => {
    child.once('error', () => resolve('it could not be started.'))
    child.once('close', (code, killedBy) => {
      if (timeUp.aborted) resolve(`it did not end within ${longestMs / 60_000} minutes.`)
      else if (code === null) resolve(`it was ended by ${killedBy}.`)
      else resolve(code === 0 ? null : `it ended with exit code ${code}.`)
    })
  })
  ends.removeEventListener('abort', end)
  return { fault, output }
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}
