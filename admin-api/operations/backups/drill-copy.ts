import { existsSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { runCommand } from './run-command.ts'

/** `command`: DRILL_COMMAND, or null. `tryOut` restores a file for trial. */
export type Drilling = {
  command: string | null
  dataDir: string
  tryOut?: (file: string, signal: AbortSignal) => Promise<DrillOutcome>
}

/** `fault`: a sentence; null if the copy can be restored. `output` is for the log only. */
export type DrillOutcome = { fault: string | null; output: string }

/** Fetches the copy of a backup by DRILL_COMMAND, and restores it for trial. The copy is removed afterwards. */
export async function drillCopy(
  name: string,
  command: string,
  {
    dataDir,
    tryOut = (copy, until) => tryOutBeside(copy, until),
    signal
  }: Omit<Drilling, 'command'> & { signal: AbortSignal }
): Promise<DrillOutcome> {
  const folder = join(dataDir, 'drill-copy')
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    const file = join(folder, name)
    const { fault, output } = await runCommand(command, file, { signal, name })
    if (fault !== null) return { fault: `DRILL_COMMAND failed: ${fault}`, output }
    if (!existsSync(file)) return { fault: 'DRILL_COMMAND wrote no file to "$1".', output }
    return await tryOut(file, signal)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const failure = 'The drill failed: '

/**
 * In a process of its own, because it holds a second service in memory for seconds.
 * @param niceness low priority by default; on a busy machine it takes minutes then
 */
export async function tryOutBeside(file: string, signal: AbortSignal, niceness = 10): Promise<DrillOutcome> {
  const program = resolve('scripts/restore.ts')
  const { fault, output } = await runCommand(
    `exec nice -n ${niceness} "${process.execPath}" --max-old-space-size=1024 "${program}" --drill "$1"`,
    file,
    { signal }
  )
  if (fault === null) return { fault, output }
  const reason = output.split('\n').find((line) => line.startsWith(failure))
  return { fault: reason?.slice(failure.length).replaceAll(file, 'The copy') ?? fault, output }
}
