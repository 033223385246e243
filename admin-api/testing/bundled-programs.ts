import { spawn } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, globSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { bundlePrograms, threads } from '../platform/bundle.ts'

const root = join(import.meta.dirname, '../..')
const programs = [
  'admin-api/server.ts',
  ...globSync('admin-api/testing/serve-*.ts', { cwd: root }),
  ...globSync('admin-api/testing/*-until-killed.ts', { cwd: root })
]

export type UntilKilled = {
  pid: number | undefined
  /** Waits until the program has printed this many lines. @throws Error if it exits before */
  untilLine: (number: number) => Promise<void>
  kill: () => Promise<void>
}

/** Starts a program that runs until it is killed. @param name 'blog' for blog-until-killed.ts */
export async function startUntilKilled(name: string, ...args: string[]): Promise<UntilKilled> {
  const program = await findBundledProgram(`admin-api/testing/${name}-until-killed.ts`)
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  const closed = once(child, 'close')
  let lines = 0
  child.stdout.on('data', (chunk: Buffer) => {
    lines += String(chunk).split('\n').length - 1
  })
  return {
    pid: child.pid,
    untilLine: async (number) => {
      while (lines < number) {
        if (child.exitCode !== null) throw new Error(`${name} ended with ${child.exitCode}`)
        await Promise.race([once(child.stdout, 'data'), closed])
      }
    },
    kill: async () => {
      child.kill('SIGKILL')
      await closed
    }
  }
}

let folder: Promise<string> | undefined

/**
 * Path of the bundle of a program or thread, which starts in half the time. It is created once per hash of the sources.
 * @param source path of the program from the project's folder
 */
export async function findBundledProgram(source: string): Promise<string> {
  const known = [...programs, ...threads]
  if (!known.includes(source)) throw new Error(`a bundled program needs one of ${known}, got ${source}`)
  folder ??= bundleOnce()
  return join(await folder, `${basename(source, '.ts')}.mjs`)
}

async function bundleOnce(): Promise<string> {
  const cache = join(root, 'node_modules/.cache/bundles')
  const bundle = join(cache, hashSources())
  if (existsSync(bundle)) return bundle
  // Other processes may be creating it, too; the first one wins.
  const unfinished = join(cache, randomUUID())
  await bundlePrograms(
    programs.map((program) => join(root, program)),
    unfinished
  )
  try {
    renameSync(unfinished, bundle)
  } catch (error) {
    if (!existsSync(bundle)) throw error
    rmSync(unfinished, { recursive: true })
  }
  return bundle
}

function hashSources(): string {
  const sources = globSync('{admin-api,data}/**/*.ts', { cwd: root }).filter(
    (file) => !/\.test\.ts$/.test(file)
  )
  const hash = createHash('sha256')
  for (const file of ['package-lock.json', ...sources.sort()])
    hash.update(file).update(readFileSync(join(root, file)))
  return hash.digest('hex').slice(0, 16)
}
