import { createHash } from 'node:crypto'
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'

/** A reader of bytes from outside with what must be true of every input. */
export type FuzzTarget = {
  name: string
  /** Bytes as base64. */
  input: fc.Arbitrary<string>
  /** @throws for an input that the reader doesn't handle */
  check: (input: string) => Promise<void> | void
  /** Inputs of a round; fewer for slow readers. */
  runs: number
}

/** An input that once failed. */
export type KeptInput = { target: string; reason: string; input: string }

/** In seconds of the processor, because machines may be busy: a longer one is a way to stop the service. */
const longestCheck = 5

/** @throws Error also if the reader takes too long */
export async function checkFuzzInput({ check }: FuzzTarget, input: string): Promise<void> {
  const before = process.cpuUsage()
  await check(input)
  const { user, system } = process.cpuUsage(before)
  const seconds = (user + system) / 1e6
  if (seconds > longestCheck) throw new Error(`reading it took ${seconds.toFixed(1)} s of the processor`)
}

/** Checks a target with inputs made from the seed. @returns the smallest input that fails; null if none does */
export async function runTarget(
  target: FuzzTarget,
  { seed, runs }: { seed: number; runs: number }
): Promise<KeptInput | null> {
  const property = fc.asyncProperty(target.input, (input) => checkFuzzInput(target, input))
  const result = await fc.check(property, { seed, numRuns: runs })
  const input = result.counterexample?.[0]
  if (!result.failed || input === undefined) return null
  const { errorInstance: error } = result
  return { target: target.name, reason: error instanceof Error ? error.message : String(error), input }
}

const folder = join(import.meta.dirname, '../../fuzz')

/** Stores the input as a test, which fuzz.slow.test.ts repeats forever. @returns the file */
export function keepInput(kept: KeptInput): string {
  const digest = createHash('sha256').update(kept.input).digest('hex').slice(0, 12)
  const file = join(folder, `${kept.target.replaceAll(/\W+/g, '-')}-${digest}.json`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(file, `${JSON.stringify(kept, null, 2)}\n`)
  return file
}

export function readKeptInputs(): KeptInput[] {
  return globSync('*.json', { cwd: folder })
    .sort()
    .map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')))
}
