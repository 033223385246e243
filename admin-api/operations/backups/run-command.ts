import { spawn } from 'node:child_process'

const hourMs = 3_600_000
const maxOutput = 4000
const ownSecrets = ['ADMIN_PASSWORD', 'DATABASE_URL', 'ALERT_URL', 'METRICS_TOKEN']

export type CommandOutcome = {
  /** Sentence about the command without its subject; null if it succeeded. */
  fault: string | null
  /** Last 4000 characters of output and errors, for the log only: commands print addresses with tokens. */
  output: string
  /** Last 4000 characters of output without errors. */
  printed: string
}

/**
 * Runs a command of the operator in a shell with the file as $1, `name` as $2 and `input` on stdin. On abort and after an hour it ends
 * with all its child processes.
 */
export async function runCommand(
  command: string,
  file: string,
  {
    signal,
    longestMs = hourMs,
    input = '',
    name = ''
  }: { signal?: AbortSignal; longestMs?: number; input?: string; name?: string } = {}
): Promise<CommandOutcome> {
  const child = spawn('/bin/sh', ['-c', command, 'sh', file, name], {
    // Its own process group, so that child processes can be killed with it.
    detached: true,
    stdio: 'pipe',
    env: Object.fromEntries(Object.entries(process.env).filter(([name]) => !ownSecrets.includes(name)))
  })
  let output = ''
  let printed = ''
  const append = (text: string, chunk: Buffer) => (text + chunk.toString()).slice(-maxOutput)
  child.stderr.on('data', (chunk: Buffer) => {
    output = append(output, chunk)
  })
  child.stdout.on('data', (chunk: Buffer) => {
    output = append(output, chunk)
    printed = append(printed, chunk)
  })
  // A command that doesn't read its input closes it.
  child.stdin.on('error', () => undefined).end(input)
  const timeUp = AbortSignal.timeout(longestMs)
  const ends = AbortSignal.any(signal === undefined ? [timeUp] : [timeUp, signal])
  const end = () => killGroup(child.pid)
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
  return { fault, output, printed }
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // The process has already exited.
  }
}
